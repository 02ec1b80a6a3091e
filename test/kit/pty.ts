import { spawnSync } from 'node:child_process'

/**
 * A program under a real pseudo-terminal: what is written to the helper's standard input is typed,
 * what the program shows comes out of its standard output, and its exit code is the helper's.
 */
export const PTY = `
import fcntl, os, pty, select, struct, sys, termios
pid, terminal = pty.fork()
if pid == 0:
    # Wide, so that no text that a test waits for is broken into rows.
    fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack('HHHH', 24, 400, 0, 0))
    os.execvp(sys.argv[1], sys.argv[1:])
keys = True
while True:
    ready, _, _ = select.select([terminal] + ([0] if keys else []), [], [])
    if terminal in ready:
        try:
            shown = os.read(terminal, 65536)
        except OSError:
            break
        if not shown:
            break
        os.write(1, shown)
    if 0 in ready:
        typed = os.read(0, 65536)
        keys = len(typed) > 0
        os.write(terminal, typed)
_, status = os.waitpid(pid, 0)
sys.exit(os.waitstatus_to_exitcode(status))
`

/** A python3 that can open a pseudo-terminal; null where there is none. */
export function findPython(): string | null {
  const found = spawnSync('python3', [
    '-c',
    'import os, pty, sys; os.waitstatus_to_exitcode; print(sys.executable)',
  ])
  return found.status === 0 ? found.stdout.toString().trim() : null
}
