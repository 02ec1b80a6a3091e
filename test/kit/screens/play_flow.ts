import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Test } from 'tap'
import type { RecordedReply } from '#core'
import {
  type Act,
  type Ask,
  type FakeEndpoint,
  type FakeOptions,
  startEndpoint,
  streamed,
} from '../fake_endpoint.js'
import { say } from '../loop.js'
import { cutAt, openPictures, type Picture, type Taken, takePicture } from './pictures.js'
import { openStage, type Place, type Stage, type StageOptions, WITH_STAGE } from './stage.js'
import { startCold, startShell } from './terminal_run.js'
import { openWarmTerminal } from './warm_terminal.js'

/** What a person does in front of a session, and what the screen shows. */
export interface Flow {
  /** Name of the file with its pictures. */
  name: string
  title: string
  /** Why it cannot be played here, if so. */
  skip?: string | false
  files?: Readonly<Record<string, string>>
  /** The reply of each step, or how a request is answered. */
  replies?: readonly RecordedReply[] | ((ask: Ask, number: number) => Act | Promise<Act>)
  args?: readonly string[]
  /** A command with its own words, which no session's words precede: it is not waited for. */
  words?(endpoint: FakeEndpoint): string[]
  /** What the endpoint lists, and the token that it asks for. */
  listed?: FakeOptions
  env?: Readonly<Record<string, string>>
  before?(place: Place & { baseUrl: string }): void | Promise<void>
  /**
   * The first start has a process of its own: one that is killed, or that shows what a person's first start shows.
   * `always`: each start, as of a command that closes its input. `shell`: the person starts the program.
   */
  cold?: 'first' | 'always' | 'shell'
  play(player: Player): Promise<void>
}

type Part = 'all' | 'screen' | 'colours'

/** The hands and the eyes of a flow. */
export interface Player extends Stage {
  endpoint: FakeEndpoint
  /** Types keys. */
  press(keys: string): Promise<void>
  /**
   * Waits until these words were shown once more than before the last keys, however they are broken into rows.
   */
  sees(words: string): Promise<void>
  /**
   * Waits until the screen is the stored picture of this name.
   * @param part   `screen`: without the rows that scrolled out before; `colours`: with them, in ‹›
   * @param until  the first row of what no picture has, such as paths of this machine, and all after it
   */
  picture(name: string, part?: Part, until?: RegExp): Promise<void>
  /** Clears the terminal between two programs, with what scrolled out. */
  clear(): void
  /** The program is started again with these words; a session has the endpoint before them. */
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
const CLEAR = '\x1b[3J\x1b[2J\x1b[H'
const LIMIT_MS = 60_000
/** After a picture that differs the next ones mostly do too. */
const LIMIT_AFTER_MS = 2_000
/** A picture that is written is one that nothing follows. */
const STILL_MS = 500
const LOOK_MS = 15

/** Plays flows, each at three sizes. */
export function playFlows(t: Test, flows: readonly Flow[]): void {
  const warm = openWarmTerminal()
  t.teardown(() => warm.close())
  for (const flow of flows)
    for (const [columns, rows] of SIZES)
      t.test(`${flow.title}: ${columns}x${rows}`, options(flow), (own) =>
        playFlow(own as Test, flow, {
          columns,
          rows,
          start: { first: startCold, always: startCold, shell: startShell, none: warm.start }[
            flow.cold ?? 'none'
          ],
          startAgain: flow.cold === 'always' ? startCold : warm.start,
        }),
      )
}

function options({ skip }: Flow): typeof WITH_STAGE {
  return skip ? { skip } : WITH_STAGE
}

async function playFlow(
  t: Test,
  { name, files, replies = [], args = [], words, listed, env, before, play }: Flow,
  size: Pick<StageOptions, 'columns' | 'rows' | 'start' | 'startAgain'>,
): Promise<void> {
  const endpoint = await startEndpoint((ask, number) => {
    if (typeof replies === 'function') return replies(ask, number)
    return streamed(replies[ask.step - 1] ?? say('There is nothing more to do.'))
  }, listed)
  t.teardown(() => endpoint.close())
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  const stage = await openStage(t, {
    ...size,
    args: words?.(endpoint) ?? [...at, ...args],
    origin: endpoint.origin,
    ...(files && { files }),
    ...(env && { env }),
    ...(before && { before: (place: Place) => before({ ...place, baseUrl: endpoint.baseUrl }) }),
  })
  const pictures = openPictures(join(FOLDER, `${name}.txt`))
  let seen = 0
  let limitMs = LIMIT_MS

  async function picture(moment: string, part: Part = 'all', until?: RegExp): Promise<void> {
    const take = async () => cutAt(await takePicture(stage.screen, seen, part === 'colours'), until)
    if (part === 'screen') seen = Number.POSITIVE_INFINITY
    const head = `${size.columns}x${size.rows} ${moment}`
    if (WRITES) {
      pictures.put(head, await whenStill(take))
      pictures.save()
      return
    }
    const wanted = pictures.find(head)
    if (wanted === null) throw new Error(`no picture "${head}" in ${FOLDER}/${name}.txt`)
    const limit = performance.now() + limitMs
    for (;;) {
      const { picture: shown, above } = await take()
      if (shown.join('\n') === wanted.join('\n')) {
        seen = above
        return void t.pass(moment)
      }
      if (performance.now() > limit) {
        limitMs = LIMIT_AFTER_MS
        return void t.same(shown, wanted, moment)
      }
      await pause(LOOK_MS)
    }
  }

  async function whenStill(take: () => Promise<Taken>): Promise<Picture> {
    let last = await take()
    let since = performance.now()
    while (performance.now() - since < STILL_MS) {
      await pause(LOOK_MS)
      const next = await take()
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

  if (words === undefined) await stage.screen.shows(/^(?:default|plan|yolo|acceptEdits)/m)
  await play({
    ...stage,
    endpoint,
    async press(keys) {
      known = await shown()
      stage.type(keys)
    },
    sees,
    picture,
    clear() {
      stage.screen.output.write(CLEAR)
      seen = 0
    },
    async restarts(...more) {
      known = await shown()
      await stage.again(words === undefined ? [...at, ...more] : more)
    },
  })
}
