"""The commands of the command line, one a module: each adds itself to the parser and does its work."""
