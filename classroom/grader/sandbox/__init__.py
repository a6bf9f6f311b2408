"""Run untrusted code where it can reach nothing."""
