import t from 'tap'
import { serveReplies } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test('a rule without a session is refused with the command that saves it', async (t) => {
  const box = openProgram(t)
  const endpoint = await serveReplies(Array.from({ length: 20 }, () => say('Done.')))
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const refused = {
    code: 2,
    stderr:
      /error: "# always use tabs" is a rule, and a rule is no task\.\nhint: Save a rule with `aircoder memory save 'always use tabs'`\. As a task it is written without the #\./,
  }
  t.match(await box.run(['run', '# always use tabs', ...at]), refused)
  t.match(await box.run(['-p', '# always use tabs', ...at]), refused)
  t.match(await box.run(['-p', '# always use tabs', ...at], { input: 'data\nof a file' }), refused)
  t.match(await box.run(['# always use tabs', ...at]), refused)
  const json = await box.run(['-p', '# it\'s "so"', ...at, '--output-format', 'json'])
  t.match(JSON.parse(json.stdout), { code: 'RULE_NOT_SAVED', exit_code: 2, subtype: 'failed' })
  t.match(
    JSON.parse(json.stdout).hint,
    `aircoder memory save 'it'\\''s "so"'`,
    'as a shell reads it',
  )
  for (const bare of ['#', ' # ', '##'])
    t.match(await box.run(['run', bare, ...at]), {
      code: 2,
      stderr:
        /error: A rule is missing after #\.\nhint: Save a rule with `aircoder memory save 'Always use tabs\.'`\./,
    })
  t.equal(endpoint.asks.length, 0, 'no model was asked')

  for (const task of ['#12 is broken, why?', '## Which files are here?'])
    t.equal((await box.run(['run', task, ...at])).code, 0, 'a number of an issue, a heading')
  for (const input of ['# Which files are here?\n', '# What does a.ts do?', '#\n', '##'])
    t.match(await box.run(['-p', ...at], { input }), { code: 0, stdout: /Done\./ }, input)
  const page = await box.run(['-p', ...at], { input: '# Question\n\nWhich files are here?\n' })
  t.match(page, { code: 0, stdout: 'Done.' })
  t.notMatch(page.stderr, /begins with #/, 'nobody typed the # of a file')
  const typed = await box.run(['-p', '# Question\n\nWhich files are here?\n', ...at])
  t.match(typed.stderr, /The text begins with # and has several lines, so it is a task\./)
})

t.test('# alone in a session says that the rule is missing', WITH_TERMINAL, async (t) => {
  const box = openProgram(t)
  const endpoint = await serveReplies([
    say('', ['run_command', { command: 'touch on; while [ -e on ]; do sleep 0.05; done' }]),
    say('Nothing more.'),
  ])
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const me = sitDown(t, box, at)
  await me.sees('> ')
  me.type('#\r')
  await me.sees('A rule is missing after #. Type it behind the sign: # Always use tabs.')
  t.equal(endpoint.asks.length, 0, 'no model was asked')
  me.type('is it on?\r')
  await me.sees(/run touch on/)
  me.type('# \r')
  await me.sees('A rule is missing after #.')
  me.type('\u0003')
  await me.sees('> ')
  me.type('/exit\r')
  await me.leaves()
  t.notOk(endpoint.asks.some(({ body }) => /"content":"# ?"/.test(body)))
})
