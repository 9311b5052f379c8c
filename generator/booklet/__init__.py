"""Rules as typeset booklets and as web pages."""
