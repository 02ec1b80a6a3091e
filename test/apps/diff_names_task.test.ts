import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

t.test('/diff names the task that it shows, and the newest one', WITH_TERMINAL, async (t) => {
  const box = openProgram(t, { 'value.txt': 'one\n' })
  const change = (from: string, to: string) => [
    act(
      ['read_file', { path: 'value.txt' }],
      ['patch_file', { path: 'value.txt', old_str: from, new_str: to }],
    ),
    act(['resolve', { cites: ['e2'], summary: `It says ${to}, unproven.` }]),
    say(`It says ${to}.`),
    say(`It says ${to}.`),
  ]
  const scripts: [RegExp, ReturnType<typeof change>][] = [
    [/what is a ledger/, [say('A ledger is a book.')]],
    [/now say three/, change('two', 'three')],
    [/please say two/, change('one', 'two')],
  ]
  let last = -1
  let step = 0
  const endpoint = await startEndpoint(({ body }) => {
    const at = scripts.findIndex(([asked]) => asked.test(body))
    step = at === last ? step + 1 : 0
    last = at
    return streamed(scripts[at]?.[1][step] ?? say('Done.'))
  })
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake', '--permission-mode', 'yolo']
  const me = sitDown(t, box, at)
  await me.sees(/\/help[\s\S]*> /)
  me.type('/diff\r')
  await me.sees('No task yet.')
  me.type('please say two\r')
  await me.sees(/(?:done|unproven|ended) after \d+ steps?[\s\S]*> /)
  me.type('/diff\r')
  const first = await me.sees(/1 \+ two/)
  t.match(
    first,
    /The change of the newest task "please say two": 1 file, from before its first\s+edit to now\.\s+value\.txt\s+1 - /,
  )
  me.type('now say three\r')
  await me.sees(/(?:done|unproven|ended) after \d+ steps?[\s\S]*> /)
  me.type('/diff\r')
  const second = await me.sees(/1 \+ three/)
  t.match(second, /The change of the newest task "now say three": 1 file/)
  t.match(second, /1 - two/)
  me.type('/undo turn\r')
  await me.sees(/undo\? y = yes/)
  me.type('y\r')
  await me.sees(/put back: value\.txt/)
  me.type('/diff\r')
  const undone = await me.sees(/1 \+ two/)
  t.match(
    undone,
    /The change of the task "please say two": 1 file[\s\S]*The change of the newest task "now say three" was undone; \/redo makes it again\.\s+value\.txt\s+1 - /,
  )
  me.type('/clear\r')
  me.type('what is a ledger?\r')
  await me.sees(/A ledger is a book[\s\S]*> /)
  me.type('/diff\r')
  const older = await me.sees(/1 \+ two/)
  t.match(
    older,
    /The change of the task "please say two" of an earlier session: 1 file[\s\S]*The newest task "what is a ledger\?" changed no file\.\s+value\.txt\s+1 - /,
  )
  box.write('value.txt', 'one\n')
  me.type('/diff\r')
  await me.sees(/value\.txt is as it was before this task\./)
  me.type('/exit\r')
  t.equal(await me.leaves(), 0)
})
