import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { openProgram, PROGRAM } from '../kit/program.js'

/** Folders with a program `aircoder`, for a shell. */
function withProgram(t: Parameters<typeof openProgram>[0]) {
  const box = openProgram(t)
  const bin = join(box.home, 'bin')
  mkdirSync(bin)
  symlinkSync(PROGRAM, join(bin, 'aircoder'))
  const env = { PATH: `${bin}:${process.env.PATH}`, HOME: box.home, TERM: 'dumb' }
  const run = (shell: string, args: string[]) =>
    spawnSync(shell, args, { env, cwd: box.cwd, encoding: 'utf8' })
  return { box, run }
}

const has = (shell: string) => spawnSync('sh', ['-c', `command -v ${shell}`]).status === 0

t.test('each shell has a script, and another one is refused', async (t) => {
  const { box } = withProgram(t)
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, stdout } = await box.run(['completion', shell])
    t.equal(code, 0)
    t.match(stdout, /aircoder __complete/, shell)
    t.notMatch(stdout, /aircoder complete/, shell)
  }
  t.match(await box.run(['completion', 'tcsh']), { code: 2, stderr: /must be one of bash, zsh/ })
})

t.test(
  'bash completes commands, flags and the words of a flag, and runs nothing of the line',
  async (t) => {
    const { box, run } = withProgram(t)
    const { stdout } = await box.run(['completion', 'bash'])
    writeFileSync(join(box.home, 'completion.sh'), stdout)
    const completed = (...words: string[]) => {
      const line = words.map((word) => `'${word}'`).join(' ')
      const script = `. ~/completion.sh; . ~/completion.sh
      COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; compopt() { :; }
      __aircoder_complete; printf '%s\\n' "\${COMPREPLY[@]}"`
      const ran = run('bash', ['--norc', '-c', script])
      t.equal(ran.stderr, '')
      return ran.stdout.trim().split('\n')
    }
    t.same(completed('aircoder', 'comp'), ['completion'])
    t.ok(completed('aircoder', '').includes('doctor'))
    t.notOk(
      completed('aircoder', '').some((word) => /^(?:__)?complete$/.test(word)),
      'it stays hidden',
    )
    t.same(completed('aircoder', 'run', '--permission-mode', 'pl'), ['plan'])
    t.same(completed('aircoder', 'run', '--max-w'), ['--max-wall-time'])
    t.same(completed('aircoder', 'ledger', 'ver'), ['verify'])
    t.match(stdout, /^complete -o default -F __aircoder_complete aircoder$/m)
    for (const words of [['--cwd'], ['run', '--script'], ['run', '-C', 'x', '--data-dir']])
      t.equal((await box.run(['__complete', '--', ...words, '/tm'])).stdout, ':0\n', 'a path')
    t.match(await box.run(['__complete', '--', 'run', '-m', 'q']), { stdout: /:4\n$/ })
    completed('aircoder', 'run', '$(touch ran)', '--mo')
    completed('aircoder', 'run', 'x; touch ran', '--mo')
    t.notOk(existsSync(join(box.cwd, 'ran')))
  },
)

t.test('zsh reads its script', { skip: has('zsh') ? false : 'no zsh here' }, async (t) => {
  const { box, run } = withProgram(t)
  const { stdout } = await box.run(['completion', 'zsh'])
  writeFileSync(join(box.home, '_aircoder'), stdout)
  const ran = run('zsh', [
    '-f',
    '-c',
    'autoload -U compinit; compinit -u; . ~/_aircoder; functions _aircoder | head -1',
  ])
  t.match(ran.stdout, /^_aircoder \(\) \{/, ran.stderr)
})

t.test('fish completes a command', { skip: has('fish') ? false : 'no fish here' }, async (t) => {
  const { box, run } = withProgram(t)
  const { stdout } = await box.run(['completion', 'fish'])
  writeFileSync(join(box.home, 'aircoder.fish'), stdout)
  const ran = run('fish', ['-N', '-c', 'source ~/aircoder.fish; complete -C "aircoder comp"'])
  t.match(ran.stdout, /^completion/m, ran.stderr)
})
