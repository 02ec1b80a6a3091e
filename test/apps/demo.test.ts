import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { jsonLines, openProgram } from '../kit/program.js'

const execute = promisify(execFile)

t.test('the demo refuses a model without an endpoint, and leaves no folder', async (t) => {
  const tmp = t.testdir()
  const env = { TMPDIR: tmp }
  const refused = await openProgram(t).run(['demo', '-m', 'foo'], { env })
  t.match(refused, {
    code: 2,
    stderr: /--model foo: the demo replays[^\n]*\nhint: .*--base-url URL/,
  })
  const dead = ['demo', '-m', 'foo', '--base-url', 'http://127.0.0.1:9/v1']
  t.equal((await openProgram(t).run(dead, { env })).code, 5)
  t.same(readdirSync(tmp), [])
})

t.test(
  'the demo finds and fixes the bug with nothing configured, and says what is recorded',
  async (t) => {
    const box = openProgram(t)
    const { code, stdout, stderr } = await box.run(['demo'])
    t.equal(code, 0, stderr)
    const cwd = /^A small service with a bug is in (.+)\.$/m.exec(stdout)?.[1] ?? ''
    t.teardown(() => rmSync(dirname(cwd), { recursive: true, force: true }))
    t.match(stdout, /The model's replies are recorded, mistakes included\. Everything else is real/)
    t.match(stdout, /! A call was written as text/, 'a reply that cannot be read is part of it')
    t.match(stdout, /^› run npm test$/m)
    t.notMatch(stdout, /prompt tokens|sent to the model/, 'bookkeeping needs -v')

    const story = stdout.slice(stdout.search(/^asked {5}/m)).split('\n')
    t.match(story[0], /^asked {5}Some users get a 401 .* \(t_\w+: resolved, proven\)$/)
    t.match(story[1], /^did {7}\d+ steps: \d+ reads, \d+ commands, [1-9]\d* mistakes? caught$/)
    t.match(story[2], /^changed {3}src\/\S+/)
    t.match(story[3], /^proven {4}e\d+: .*, resolved by e\d+/)
    t.match(story[4], /^kept {6}\d+ evidence rows, .* payload bytes in .*ledger\.sqlite$/)
    t.equal(story[5], '')

    const env = { PATH: process.env.PATH, HOME: box.home }
    const { stdout: tested } = await execute('npm', ['test'], { cwd, env })
    t.match(tested, /# fail 0/)

    const shown = story.slice(story.indexOf('Read more:') + 1).filter((line) => line !== '')
    t.equal(shown.length, 4)
    for (const line of shown) {
      const { stdout: said } = await execute('sh', ['-c', line.trim()], { cwd: box.cwd, env })
      t.ok(said.length > 0, line)
      if (line.includes('verify')) t.match(said, /^ok: /)
      if (line.includes('export')) t.match(jsonLines(said)[0], { type: 'task', status: 'resolved' })
    }
    t.ok(readFileSync(join(cwd, 'package.json')).length > 0, 'the folder is kept')
  },
)
