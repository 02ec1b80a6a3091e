import t from 'tap'
import { allowingFlag, decide } from '#gate'
import { access, command, look, request } from './requests.js'

t.test('the flag is the narrowest one that allows the call', async (t) => {
  t.same(allowingFlag(request()), ['--permission-mode', 'acceptEdits'])
  t.same(allowingFlag(command('npm test')), ['--allow', 'run_command:npm test'])
  const fetch = request({ tool: 'web_fetch', effect: 'read', accesses: [], hosts: ['a.org'] })
  t.same(allowingFlag(fetch), ['--allow', 'web_fetch'])
  for (const each of [command('npm test'), fetch]) {
    const [, entry = ''] = allowingFlag(each) ?? []
    t.equal(decide(each).decision, 'ask')
    t.equal(decide({ ...each, allow: [entry] }).decision, 'allow')
  }
})

t.test('no flag is named where none helps, or where nobody could copy it', async (t) => {
  const secret = access({ denied: '.env' })
  t.equal(allowingFlag(request({ accesses: [secret] })), null, 'a deny rule')
  t.equal(allowingFlag(command('npm test\nrm -rf x')), null, 'two lines')
  t.equal(allowingFlag(command(`echo ${'x'.repeat(300)}`)), null, 'very long')
  // Shown as `<200b>`, as two spaces, as `[redacted key]`.
  for (const hidden of ['\u200b', '\x1b', '\t', `sk-ant-api03-${'abcdefgh12'.repeat(4)}`])
    t.equal(allowingFlag(command(`echo ${hidden}b`)), null, JSON.stringify(hidden))
  const unsure = command('$X', { command: look('$X', { unsure: 'its program is computed' }) })
  t.equal(allowingFlag(unsure), null, 'unsure')
})

t.test('the flag of a command with wildcards allows this command alone', async (t) => {
  const rows: [refused: string, entry: string, others: string[]][] = [
    ['rm -rf build/*', 'rm -rf build/\\*', ['rm -rf build/x src', 'rm -rf build/../src']],
    ['rm -f log.?', 'rm -f log.\\?', ['rm -f log.1']],
    ["node run.js '*'", "node run.js '\\*'", ["node run.js 'a; b'"]],
    ['node run.js a\\*b', 'node run.js a\\\\*b', ['node run.js axb']],
    ['touch {task}', 'touch \\{task\\}', ['touch task']],
    ['git push {origin,-f}', 'git push \\{origin,-f\\}', ['git push -f', 'git push origin']],
    ['cd src && rm -f *.js', 'cd src && rm -f \\*.js', ['cd src && rm -f a.js']],
  ]
  for (const [refused, entry, others] of rows) {
    t.same(allowingFlag(command(refused)), ['--allow', `run_command:${entry}`], refused)
    for (const other of others) {
      const allow = [`run_command:${entry}`]
      t.equal(decide(command(other, { allow })).decision, 'ask', `${refused} is not ${other}`)
    }
  }
})
