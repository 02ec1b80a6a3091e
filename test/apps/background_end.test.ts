import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { findMarked, markSeconds, untilMarked } from '../kit/marked_sleep.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

/** A run that starts a command in the background and then does what `last` says. */
function open(t: Parameters<typeof openProgram>[0], last: string) {
  const word = `sleep ${markSeconds()}`
  const box = openProgram(t)
  const script = join(box.data, '..', 'script.jsonl')
  const replies = [
    act(['run_command', { command: `echo up; ${word}`, background: true }]),
    act(['run_command', { command: last }]),
    say('done'),
    say('done'),
    say('done'),
    say('done'),
  ]
  writeFileSync(script, replies.map((reply) => `${JSON.stringify(reply)}\n`).join(''))
  const args = ['run', 'x', '--script', script, '--permission-mode', 'yolo', '--verbose']
  return { word, run: box.start(args) }
}

t.test('row 172: no background command outlives the program', async (t) => {
  const { word, run } = open(t, 'echo second')
  const { stderr } = await run.ended
  t.match(stderr, /c1 running/)
  t.ok(stderr.includes(`Ended 1 background command: echo up; ${word}\n`), stderr)
  t.same(findMarked(word), [])
})

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const)
  t.test(`row 172: nor a ${signal}`, async (t) => {
    const { word, run } = open(t, 'echo in front; sleep 20')
    await run.said('c1 running')
    await untilMarked(word)
    run.child.kill(signal)
    await run.ended
    t.same(findMarked(word), [])
  })

for (const [language, line, left] of [
  ['en_US', 'Ended 2 background commands: ', 'continues this session'],
  ['zh_CN', '已结束 2 个后台命令：', '可继续此会话'],
] as const)
  t.test(
    `a session that is left says which background commands it ended: ${language}`,
    WITH_TERMINAL,
    async (t) => {
      const word = `sleep ${markSeconds()}`
      const long = `echo ${'x'.repeat(70)};\n${word}`
      const replies = [word, long].map((command) =>
        act(['run_command', { command, background: true }]),
      )
      const endpoint = await startEndpoint(() => streamed(replies.shift() ?? say('All is set up.')))
      t.teardown(() => endpoint.close())
      const box = openProgram(t)
      const args = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
      const me = sitDown(t, box, [...args, '--plain'], { env: { LANG: `${language}.UTF-8` } })
      await me.sees('> ')
      me.type('start both\r')
      await me.sees(/All is set up\.[\s\S]*> /)
      me.type('/exit\r')
      const screen = await me.sees(left)
      t.ok(screen.includes(`${line}${word} · echo xxx`), screen)
      t.equal(await me.leaves(), 0)
      t.same(findMarked(word), [])
    },
  )
