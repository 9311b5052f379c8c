"""Play Psycle: six cards each, all played at once, and gems that pay for them."""
