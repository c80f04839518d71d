"""What people see: a view and a locale become Components V2. No callbacks, no awaits, no storage."""
