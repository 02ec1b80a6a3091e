import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { chunk } from '../kit/fake_endpoint.js'
import { findPython } from '../kit/pty.js'
import { playFlows } from '../kit/screens/play_flow.js'

/** A program whose standard input is a terminal of its own, which is closed when a file is there. */
const CLOSE = `import os, pty, subprocess, sys, time
master, slave = pty.openpty()
child = subprocess.Popen(sys.argv[1:], stdin=slave)
os.close(slave)
while not os.path.exists('close'): time.sleep(0.02)
os.close(master)
print('exit code', child.wait())
`
const has = (shell: string) => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0
/** Each prompt below is one that the echo of no command shows: what is typed before the shell reads is echoed twice. */
const READY = "echo rea''dy\r"

playFlows(t, [
  {
    name: 'bash',
    title: 'Tab completes flags and their words in bash',
    cold: 'shell',
    words: () => [],
    async play({ press, sees, picture }) {
      await sees('$')
      await press(`source <(aircoder completion bash); ${READY}`)
      await sees('ready $')
      await press('aircoder --per\t')
      await sees('--permission-mode')
      await picture('a flag')
      await press('pl\t')
      await sees('plan')
      await picture('its word')
    },
  },
  {
    name: 'closed',
    title: 'a session whose standard input is closed saves its turn and says how it goes on',
    skip: findPython() === null && 'no python3 with its pty module here',
    cold: 'shell',
    words: () => [],
    replies: () => ({
      body: [chunk({ role: 'assistant', content: 'It **is** so, and' })],
      end: 'hang',
    }),
    before: ({ cwd }) => writeFileSync(join(cwd, 'close.py'), CLOSE),
    async play({ press, sees, picture, write, screen, endpoint }) {
      await sees('$')
      await press(`python3 close.py aircoder 'is it so?' --base-url ${endpoint.baseUrl} -m fake\r`)
      await sees('so, and')
      write('close', '')
      await sees('exit code')
      await picture('closed')
      t.notOk(screen.modes().has('1004'), 'the terminal reports no focus any more')
    },
  },
  {
    name: 'zsh',
    title: 'Tab completes a flag in zsh',
    skip: !has('zsh') && 'no zsh here',
    cold: 'shell',
    words: () => [],
    async play({ press, sees, picture }) {
      await sees('$')
      await press(`PS1='z''sh: ' zsh -f\r`)
      await sees('zsh:')
      await press(`autoload -U compinit; compinit -u; source <(aircoder completion zsh); ${READY}`)
      await sees('ready zsh:')
      await press('aircoder --per\t')
      await sees('--permission-mode')
      await picture('a flag')
    },
  },
  {
    name: 'fish',
    title: 'Tab completes a flag in fish',
    skip: !has('fish') && 'no fish here',
    cold: 'shell',
    words: () => [],
    async play({ press, sees }) {
      await sees('$')
      await press(`fish -N -C 'function fish_prompt; echo "fi""sh: "; end'\r`)
      await sees('fish:')
      await press(`aircoder completion fish | source; ${READY}`)
      await sees('ready fish:')
      await press('aircoder --per\t')
      await sees('--permission-mode')
    },
  },
])
