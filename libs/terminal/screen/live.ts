import type { Event } from '#core'
import { showControls } from '#core'

/** One line that says what a run waits for, and since when. */
export interface Live {
  watch(event: Event): void
  /** Removes the line. */
  end(): void
}

export interface LiveOptions {
  /** Replaces the line; null removes it. */
  show(text: string | null): void
  /** Milliseconds on a clock that never goes backwards. */
  now(): number
  /** Calls `tick` every so many ms. @returns a function that ends this */
  every(ms: number, tick: () => void): () => void
}

const TICK_MS = 1_000
/** What ends sooner is not shown: a line that only flickers cannot be read. */
const QUIET_MS = 400
/** Room for the time, and for what is typed. */
const MOST_CHARS = 60

/** Follows the events of a run and shows what it waits for. */
export function createLive({ show, now, every }: LiveOptions): Live {
  let what: string | null = null
  let sinceMs = 0
  let facts: Facts = {}
  /** The call whose question was just answered. */
  let called = ''
  let stop = () => {}
  /** What several tries wait for. Each begins with a phase that may end at once: the line stays meanwhile. */
  let waited: { head: string; sinceMs: number } | null = null

  const drawNow = () => {
    if (what !== null) show(lineFor(what, now() - sinceMs, facts))
  }
  const draw = () => {
    if (now() - sinceMs >= QUIET_MS) drawNow()
  }
  function set(next: string | null, since: number): void {
    stop()
    stop = () => {}
    facts = {}
    what = next
    sinceMs = since
    if (waited === null || now() - waited.sinceMs < QUIET_MS) show(null)
    if (what === null) return
    if (now() - since >= QUIET_MS) {
      draw()
      stop = every(TICK_MS, draw)
      return
    }
    const endQuiet = every(QUIET_MS, () => {
      endQuiet()
      // A timer may be a moment early.
      drawNow()
      stop = every(TICK_MS, draw)
    })
    stop = endQuiet
  }

  /** Something else is waited for. */
  function begin(next: string | null): void {
    waited = null
    set(next, now())
  }

  return {
    watch(event) {
      switch (event.type) {
        case 'tool_result':
        case 'step':
        case 'result':
          return begin(null)
        case 'phase': {
          // The same phase with other figures goes on.
          if (event.text !== what) set(event.text, now())
          const { share, leftMs } = event
          if (share !== undefined) facts = { share }
          else if (leftMs !== undefined) facts = { aboutMs: now() - sinceMs + leftMs }
          return draw()
        }
        case 'waiting': {
          const [head = ''] = event.text.split(': ', 1)
          if (waited?.head !== head) begin(null)
          waited ??= { head, sinceMs: now() }
          return set(event.text, waited.sinceMs)
        }
        case 'tool_call':
          called = event.describe.replace(/^run /, 'running ')
          return begin(called)
        case 'permission':
          // A question was answered: the call begins now.
          return event.decision === 'allow' && event.asked ? begin(called) : undefined
        default:
          return
      }
    },
    end: () => begin(null),
  }
}

/** What is known of a phase: the share that is done, or about how long all of it takes. */
interface Facts {
  share?: number
  aboutMs?: number
}

function lineFor(what: string, ms: number, { share, aboutMs = 0 }: Facts): string {
  const done = share === undefined ? '' : ` ${Math.floor(share * 100)} %`
  // An estimate that the time has passed was wrong.
  const about = aboutMs > ms ? ` of about ${secondsOf(aboutMs)}` : ''
  const text = showControls(what).replace(/\s+/g, ' ') + done
  const head = text.length <= MOST_CHARS ? text : cut(text.slice(0, MOST_CHARS - 1))
  // Two numbers side by side would be read as one.
  const between = /(?:\d| %)$/.test(head) ? ', ' : ' '
  return `… ${head}${between}${secondsOf(ms)}${about} `
}

function secondsOf(ms: number): string {
  return `${Math.max(1, Math.round(ms / 1_000))} s`
}

/** Without a last part that has no end: half a number would be a wrong one. Whole parts need no mark of a cut. */
function cut(text: string): string {
  const end = Math.max(text.lastIndexOf(': '), text.lastIndexOf('; '), text.lastIndexOf(', '))
  return end > MOST_CHARS / 2 ? text.slice(0, end) : `${text}…`
}
