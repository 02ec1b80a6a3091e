import t, { type Test } from 'tap'
import { consolidate as consolidateSession } from '../../apps/cli/session/consolidate.js'
import { chunk, DONE, startEndpoint, stream, streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram } from '../kit/program.js'

const NOTES = ['The server listens on 8851.', 'Never push to main.', 'Always use tabs.']

/** A session of one task, with or without the setting. */
async function session(t: Test, features: string) {
  const asked: string[] = []
  const endpoint = await startEndpoint(({ body }) => {
    if (!body.includes('messages of a work session')) return streamed(say('The port is 8851.'))
    asked.push(body)
    return stream(chunk({ content: JSON.stringify({ notes: NOTES }) }), chunk({}, 'stop'), DONE)
  })
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'a.txt': 'a\n' })
  for (const rule of ['Never push to main.', 'Never use tabs.'])
    await box.run(['memory', 'save', rule])
  const args = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const me = sitDown(t, box, args, { env: { AIRCODER_FEATURES: features } })
  await me.sees('> ')
  me.type('Which port is it?\r')
  await me.sees('The port is 8851.')
  await me.sees('> ')
  me.type('/exit\r')
  await me.leaves()
  return { box, asked, screen: me.screen() }
}

t.test(
  'row 213: at its end a session proposes notes, where the person turned that on',
  WITH_TERMINAL,
  async (t) => {
    const { box, asked, screen } = await session(t, 'consolidate')
    t.equal(asked.length, 1)
    t.match(asked[0], /User: Which port is it\?/)
    t.match(screen, 'Proposed for memory: 1 note.')
    const list = await box.run(['memory', 'list'])
    t.match(list.stdout, /The server listens on 8851\./)
    t.match(list.stdout, /Never use tabs\./, 'a note that the person said is not replaced')
    t.notMatch(list.stdout, 'Always use tabs.')
    t.notMatch(
      (await box.run(['inspect', 'context', 'Which port is it?'])).stdout,
      'listens on 8851',
      'it counts once it is accepted',
    )
  },
)

t.test('row 213: without the setting no model is asked at the end', WITH_TERMINAL, async (t) => {
  const { asked, screen } = await session(t, '')
  t.same(asked, [])
  t.notMatch(screen, 'Proposed for memory')
})

t.test(
  'row 213: 40 messages of 600 characters; only what somebody said with less than .8 is replaced',
  async (t) => {
    const asked: string[] = []
    const changed: string[] = []
    const rule = (body: string, confidence: number) => ({
      name: body,
      body,
      confidence,
      isRule: true,
    })
    const wired = {
      ledger: {
        tasks: () =>
          Array.from({ length: 50 }, (_, at) => ({ id: `t${at}`, text: 'x'.repeat(900) })),
        statements: () => [],
      },
      deps: {
        memory: {
          notes: () => [rule('Always use tabs.', 0.8), rule('Always round up.', 0.7)],
          change: ({ text }: { text: string }, isAllowed: boolean) =>
            `${isAllowed ? 'Saved' : 'Proposed'}${changed.push(text)}`,
        },
        help: {
          side: {
            has: () => true,
            async ask(_name: string, { messages }: { messages: string }) {
              asked.push(messages)
              return { value: { notes: ['Never use tabs.', 'Never round up.'] } }
            },
          },
        },
      },
    }
    type Given = Parameters<typeof consolidateSession>
    const said = await consolidateSession(wired as unknown as Given[0], 's', { lastWork() {} })
    const lines = asked[0]?.split('\n') ?? []
    t.equal(lines.length, 40)
    t.equal(lines[0]?.length, 600)
    t.same(changed, ['Never round up.'])
    t.match(said, 'Proposed for memory: 1 note.')
    wired.deps.help.side.has = () => false
    t.equal(await consolidateSession(wired as unknown as Given[0], 's', { lastWork() {} }), '')
    t.equal(asked.length, 1, 'not turned on, not asked')
  },
)
