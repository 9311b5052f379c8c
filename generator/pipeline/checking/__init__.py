"""Read a finished kit back, run the checks and certify what they found."""
