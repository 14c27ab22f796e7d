"""The Redis that a process works on: embedded or given, and safe."""
