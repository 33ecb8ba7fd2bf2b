"""Job kinds, one a file; the module name is the kind."""
