"""The laboratory: what one learns from many matches."""
