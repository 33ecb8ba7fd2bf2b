#!/usr/bin/env bash
# Print the first Python that is new enough (3.11), or fail. PYTHON=/path/to/python3 goes first.
for candidate in ${PYTHON:+"$PYTHON"} python3.11 python3.12 python3.13 python3; do
  if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    echo "$candidate"; exit 0
  fi
done
exit 1
