"""From a settled volley to its outcome: one statement of the sequence, read exactly, with dice, or by drawing."""
