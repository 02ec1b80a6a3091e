import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { RecordedReply } from '#core'
import { type Act, type Ask, type FakeEndpoint, startEndpoint, streamed } from '../fake_endpoint.js'
import { say } from '../loop.js'
import { openPictures, type Picture, takePicture } from './pictures.js'
import { openStage, type Stage, type StageOptions, WITH_STAGE } from './stage.js'
import { startCold } from './terminal_run.js'
import { openWarmTerminal } from './warm_terminal.js'

/** What a person does in front of a session, and what the screen shows. */
export interface Flow {
  /** Name of the file with its pictures. */
  name: string
  title: string
  files?: Readonly<Record<string, string>>
  /** The reply of each step, or how a request is answered. */
  replies?: readonly RecordedReply[] | ((ask: Ask, number: number) => Act | Promise<Act>)
  args?: readonly string[]
  env?: Readonly<Record<string, string>>
  before?: StageOptions['before']
  /** The session is not waited for: the flow begins with the first row. */
  startsEarly?: true
  /** The first start has a process of its own: one that is killed, or that shows what a person's first start shows. */
  cold?: true
  play(player: Player): Promise<void>
}

/** The hands and the eyes of a flow. */
export interface Player extends Stage {
  endpoint: FakeEndpoint
  /** Types keys. */
  press(keys: string): Promise<void>
  /**
   * Waits until these words were shown once more than before the last keys, however they are broken into rows.
   */
  sees(words: string): Promise<void>
  /** Waits until the screen is the stored picture of this name. `screen`: without the rows that scrolled out before. */
  picture(name: string, part?: 'all' | 'screen'): Promise<void>
  /** The program is started again, with the endpoint and these words. */
  restarts(...args: string[]): Promise<void>
}

/** A terminal that is hardly one, the usual one, and one of a large monitor. */
const SIZES = [
  [20, 5],
  [80, 24],
  [160, 50],
] as const

const FOLDER = 'test/screens/pictures'
/** AIRCODER_TEST_PICTURES=write stores what is shown: look at each picture before it is committed. */
const WRITES = process.env.AIRCODER_TEST_PICTURES === 'write'
const LIMIT_MS = 30_000
/** A picture that is written is one that nothing follows. */
const STILL_MS = 500
const LOOK_MS = 15

/** Plays flows, each at three sizes. */
export function playFlows(t: Test, flows: readonly Flow[]): void {
  const warm = openWarmTerminal()
  t.teardown(() => warm.close())
  for (const flow of flows)
    for (const [columns, rows] of SIZES)
      t.test(`${flow.title}: ${columns}x${rows}`, WITH_STAGE, (own) =>
        playFlow(own as Test, flow, {
          columns,
          rows,
          start: flow.cold ? startCold : warm.start,
          startAgain: warm.start,
        }),
      )
}

async function playFlow(
  t: Test,
  { name, files, replies = [], args = [], env, before, startsEarly, play }: Flow,
  size: Pick<StageOptions, 'columns' | 'rows' | 'start' | 'startAgain'>,
): Promise<void> {
  const endpoint = await startEndpoint((ask, number) => {
    if (typeof replies === 'function') return replies(ask, number)
    return streamed(replies[ask.step - 1] ?? say('There is nothing more to do.'))
  })
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const stage = await openStage(t, {
    ...size,
    args: [...at, ...args],
    origin: endpoint.origin,
    ...(files && { files }),
    ...(env && { env }),
    ...(before && { before }),
  })
  const pictures = openPictures(join(FOLDER, `${name}.txt`))
  let seen = 0

  async function picture(moment: string, part: 'all' | 'screen' = 'all'): Promise<void> {
    if (part === 'screen') seen = Number.POSITIVE_INFINITY
    const head = `${size.columns}x${size.rows} ${moment}`
    if (WRITES) {
      pictures.put(head, await whenStill())
      pictures.save()
      return
    }
    const wanted = pictures.find(head)
    if (wanted === null) throw new Error(`no picture "${head}" in ${FOLDER}/${name}.txt`)
    const limit = performance.now() + LIMIT_MS
    for (;;) {
      const { picture: shown, above } = await takePicture(stage.screen, seen)
      if (shown.join('\n') === wanted.join('\n')) {
        seen = above
        return void t.pass(moment)
      }
      if (performance.now() > limit) return void t.same(shown, wanted, moment)
      await pause(LOOK_MS)
    }
  }

  async function whenStill(): Promise<Picture> {
    let last = await takePicture(stage.screen, seen)
    let since = performance.now()
    while (performance.now() - since < STILL_MS) {
      await pause(LOOK_MS)
      const next = await takePicture(stage.screen, seen)
      if (next.picture.join('\n') === last.picture.join('\n')) continue
      last = next
      since = performance.now()
    }
    seen = last.above
    return last.picture
  }

  const shown = async () => (await stage.screen.everything()).join('').replace(/\s+/g, '')
  let known = ''

  async function sees(words: string): Promise<void> {
    const text = words.replace(/\s+/g, '')
    const limit = performance.now() + LIMIT_MS
    const least = known.split(text).length + 1
    for (;;) {
      const now = await shown()
      if (now.split(text).length >= least) return
      if (performance.now() > limit)
        throw new Error(`does not show ${words}:\n${(await stage.screen.everything()).join('\n')}`)
      await pause(LOOK_MS)
    }
  }

  if (startsEarly === undefined) await stage.screen.shows(/^(?:default|plan|yolo|acceptEdits)/m)
  await play({
    ...stage,
    endpoint,
    async press(keys) {
      known = await shown()
      stage.type(keys)
    },
    sees,
    picture,
    async restarts(...words) {
      known = await shown()
      await stage.again([...at, ...words])
    },
  })
}
