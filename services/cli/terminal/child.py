"""``python -m services.cli.terminal.child MODULE …``: a process that ends with its parent.

The parent holds the other end of our stdin. When it is gone, however it went, stdin ends, and the
module is asked to stop: nobody is left behind who holds the port or a lease.
"""

import os
import runpy
import signal
import sys
import threading


def ask_to_stop_at_the_end(stdin: int) -> None:
    while os.read(stdin, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def main(words: list[str]) -> None:
    """Run a module under its own name, with its own arguments."""
    threading.Thread(target=ask_to_stop_at_the_end, args=(0,), daemon=True).start()
    sys.argv = words
    runpy.run_module(words[0], run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(sys.argv[1:])
