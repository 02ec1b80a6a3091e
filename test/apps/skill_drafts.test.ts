import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { chunk, DONE, startEndpoint, stream, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, type Program } from '../kit/program.js'

/** A task that fails once, then works. */
function replies(number: string) {
  const run = (command: string) => act(['run_command', { command }])
  return [
    act(['write_file', { path: `notes/${number}.txt`, content: `about ${number}\n` }]),
    run(`test -f notes/${number}.sum`),
    run(`cp notes/${number}.txt notes/${number}.sum`),
    run(`test -f notes/${number}.sum`),
    // An end without a test is asked back once.
    say(`Created notes/${number}.txt and notes/${number}.sum.`),
    say(`Created notes/${number}.txt and notes/${number}.sum.`),
  ]
}

/** An endpoint that solves both tasks, and has no notes at the end of a session. */
async function solver(t: Test) {
  const endpoint = await startEndpoint(({ step, body }) => {
    if (body.includes('messages of a work session'))
      return stream(chunk({ content: '{"notes":[]}' }), chunk({}, 'stop'), DONE)
    const number = body.includes('Create notes/2.txt') ? '2' : '1'
    return streamed(replies(number)[step - 1] ?? say('Done.'))
  })
  t.teardown(() => endpoint.close())
  return endpoint
}

/** Both tasks, each in a run of its own. */
async function solveBoth(box: Program, baseUrl: string) {
  for (const number of ['1', '2'])
    await box.run([
      ...['-p', '--base-url', baseUrl, '-m', 'fake', '--permission-mode', 'yolo'],
      `Create notes/${number}.txt and its copy notes/${number}.sum.`,
    ])
}

t.test(
  'row 232: skills propose shows what two solved tasks had in common, accept writes it after a yes',
  async (t) => {
    const box = openProgram(t)
    const endpoint = await solver(t)
    t.match((await box.run(['skills', 'propose'])).stdout, /^No skill is suggested/)
    await solveBoth(box, endpoint.baseUrl)
    const { stdout } = await box.run(['skills', 'propose'])
    const name = /^(\S+) \(would be \.agents\/skills\/\S+\/SKILL\.md\)/.exec(stdout)?.[1] ?? ''
    t.match(stdout, /1\. Edit `notes\/\*\.txt`\n {4}2\. Run `cp notes\/\*\.txt notes\/\*\.sum`/)
    t.match(stdout, /What failed before:\n {4}- .*test -f notes/)
    const path = join(box.cwd, '.agents/skills', name, 'SKILL.md')
    const asked = await box.run(['skills', 'accept', name])
    t.match(asked.stdout, /Nothing was written\. To write it: pass --yes/)
    t.notOk(existsSync(path), 'without a yes nothing is written')
    t.match(await box.run(['skills', 'accept', 'other', '--yes']), { code: 2 })
    t.match(await box.run(['skills', 'accept', name, '--yes']), { code: 0 })
    t.match(readFileSync(path, 'utf8'), /^---\nname: /)
    const list = await box.run(['skills'])
    t.match(list.stdout, new RegExp(`^project +${name} .*Steps that solved 2 tasks here`, 'm'))
    t.notMatch(list.stdout, /not trusted/, 'our own file needs no trust')
    t.match((await box.run(['skills', 'propose'])).stdout, /^No skill is suggested/)
  },
)

t.test(
  'row 232: the end of a session says that a skill is suggested, where consolidate is on, a y accepts it',
  WITH_TERMINAL,
  async (t) => {
    const endpoint = await solver(t)
    const box = openProgram(t)
    await solveBoth(box, endpoint.baseUrl)
    const session = async (features: string) => {
      const args = ['--base-url', endpoint.baseUrl, '-m', 'fake']
      const me = sitDown(t, box, args, { env: { AIRCODER_FEATURES: features } })
      await me.sees('> ')
      me.type('/exit\r')
      await me.leaves()
      return me.screen()
    }
    t.match(
      await session('consolidate'),
      'Earlier tasks suggest 1 skill. aircoder skills propose shows it.',
    )
    t.notMatch(await session(''), 'Earlier tasks suggest')
    const propose = await box.run(['skills', 'propose'])
    const [, name = '', path = ''] = /^(\S+) \(would be (\S+)\)/.exec(propose.stdout) ?? []
    const accept = async (key: string) => {
      const me = sitDown(t, box, ['skills', 'accept', name])
      await me.sees('write this skill?')
      t.notOk(existsSync(join(box.cwd, path)), 'nothing is written before the answer')
      me.type(`${key}\r`)
      await me.leaves()
      return me.screen()
    }
    t.match(await accept('n'), 'Nothing was written.')
    t.match(await accept('y'), `Wrote ${path}.`)
    t.ok(existsSync(join(box.cwd, path)), 'a y writes it')
  },
)
