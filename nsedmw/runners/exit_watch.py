"""A descriptor that becomes readable when a child has ended, which stays unreaped.

Until it is reaped its number cannot be given to another process, so that its group can be killed
without hitting somebody else's.
"""

from __future__ import annotations

import contextlib
import errno
import os
import signal
import threading
from typing import Final

_NONE_HERE: Final = {errno.ENOSYS, errno.EPERM, errno.EINVAL}
"""An old kernel, or a sandbox that does not let the call through."""


class ExitWatch:
    """Watches one child of this process; `fd` is what to wait for.

    Raises:
        OSError: this process is out of descriptors.
        RuntimeError: no thread could be started, where the system has no pidfd.
    """

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._has_pidfd = True
        try:
            self.fd = os.pidfd_open(pid)
        except (AttributeError, OSError) as error:
            if isinstance(error, OSError) and error.errno not in _NONE_HERE:
                raise
            self._has_pidfd = False
            self.fd = _watched_by_thread(pid)

    def kill(self) -> None:
        """Kill the child itself; it may have left its group."""
        with contextlib.suppress(ProcessLookupError):
            if self._has_pidfd:
                signal.pidfd_send_signal(self.fd, signal.SIGKILL)
            else:
                os.kill(self._pid, signal.SIGKILL)

    def reap(self) -> int | None:
        """Its exit code, or minus the number of the signal that killed it. It has ended.

        None where it is traced: its tracer has it first, and may keep it for ever.

        Raises:
            ChildProcessError: somebody else in this process has reaped it.
        """
        kind, number = (os.P_PIDFD, self.fd) if self._has_pidfd else (os.P_PID, self._pid)
        status = os.waitid(kind, number, os.WEXITED | os.WNOHANG)
        if status is None:
            return None
        return status.si_status if status.si_code == os.CLD_EXITED else -status.si_status

    def close(self) -> None:
        """Let the descriptor go."""
        fd, self.fd = self.fd, -1
        if fd >= 0:
            os.close(fd)


def _watched_by_thread(pid: int) -> int:
    reads, writes = os.pipe()

    def wait() -> None:
        try:
            os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
        except ChildProcessError:
            pass  # reaped by somebody else: it has ended, too
        finally:
            os.close(writes)

    try:
        threading.Thread(target=wait, daemon=True, name="nsedmw-exit").start()
    except RuntimeError:
        os.close(reads)
        os.close(writes)
        raise
    return reads
