import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { act, say } from '../kit/loop.js'
import { openProgram } from '../kit/program.js'

const count = (word: string): number => {
  try {
    return Number(execFileSync('pgrep', ['-fc', word], { encoding: 'utf8' }))
  } catch {
    return 0
  }
}

let counter = 0

/** A run that starts a command in the background and then does what `last` says. */
function open(t: Parameters<typeof openProgram>[0], last: string) {
  counter += 1
  const word = `sleep 30${counter}.${process.pid}`
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
  t.equal(count(word), 0)
})

for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const)
  t.test(`row 172: nor a ${signal}`, async (t) => {
    const { word, run } = open(t, 'echo in front; sleep 20')
    await run.said('c1 running')
    t.ok(count(word) > 0)
    run.child.kill(signal)
    await run.ended
    t.equal(count(word), 0)
  })
