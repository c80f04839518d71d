### Pepper in English. An id says where the text stands; a comment before it, when needed, what the values are.
###
### Sections are in the order a person meets them. Keep button labels short: four stand side by side on a phone.
