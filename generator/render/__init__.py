"""Templates and values go in, checked pictures come out."""
