import { spawn } from 'node:child_process'
import { once } from 'node:events'
import t from 'tap'
import { isInsideCommand } from '#workspace'

const IS_LINUX = process.platform === 'linux'

t.test(
  'a process knows that it is part of a command, also with an environment of its own',
  async (t) => {
    t.equal(isInsideCommand({ AIRCODER_COMMAND: 'a' }, 1), true)
    t.equal(isInsideCommand({ HOME: '/' }, 1), false)
    if (!IS_LINUX) return
    // The shell of the command stays above a child without variables.
    const script = 'env -i sh -c "echo \\$PPID; read line"; true'
    const shell = spawn('sh', ['-c', script], {
      env: { PATH: process.env.PATH ?? '', AIRCODER_COMMAND: 'a' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    const [line] = await once(shell.stdout, 'data')
    t.equal(isInsideCommand({}, Number(String(line))), true)
    shell.stdin.end('\n')
    await once(shell, 'exit')
  },
)
