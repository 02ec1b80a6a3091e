import { placeComment } from '../queue/place_comment.js'
import { createSilenceTimer, type SilenceTimer } from '../signals/silence_timer.js'
import type { ExchangeTerms } from './terms.js'

/** For answers without comments, about half of all requests: they need no timer. */
const NO_COMMENTS = {
  heard: () => {},
  expect: () => {},
  stop: () => {},
  say: () => {},
  read: () => {},
}

interface Comments extends SilenceTimer {
  say(): void
  /** The engine reports how much of the prompt it has read. */
  read(tokens: number, of: number): void
}

/** What the comments say about the engine. */
interface Reading {
  /** The answer has begun. */
  hasBegun(): boolean
  /** Time since the slot. */
  sinceMs(): number
}

/** Sends comments while nothing else is written: the place in the queue, then the phase of the engine. */
export function startComments(
  { downstream, ticket, settings, headers, cold, readingMs }: ExchangeTerms,
  { hasBegun, sinceMs }: Reading,
): Comments {
  if (!downstream.hasComments) return NO_COMMENTS
  let shown = ''
  let saidMs = 0
  let progress: string | null = null
  /** What the engine reports, else what its speed lets expect. */
  const prefill = () => {
    if (progress !== null) return progress
    const leftMs = (readingMs?.() ?? 0) - sinceMs()
    return leftMs < 1_000 ? '' : ` left_s=${Math.round(leftMs / 1_000)}`
  }
  const say = () => {
    saidMs = performance.now()
    downstream.open(headers)
    const place = ticket.place()
    shown = place === null ? '' : `${place.position} of ${place.of}`
    const waited = headers['x-aircoder-queue-ms'] ?? '0'
    if (place !== null) downstream.comment(placeComment(place))
    else if (hasBegun()) downstream.comment('aircoder phase=writing')
    else if (progress === null && (cold || ticket.loads()))
      downstream.comment(`aircoder phase=loading queue_ms=${waited}`)
    else downstream.comment(`aircoder phase=prefill queue_ms=${waited}${prefill()}`)
  }
  const timer = createSilenceTimer(settings.openMs, () => {
    timer.expect(settings.heartbeatMs)
    say()
  })
  ticket.onMove(() => {
    if (!downstream.isOpen()) return
    const place = ticket.place()
    if (place !== null && shown !== `${place.position} of ${place.of}`) say()
  })
  return {
    ...timer,
    say,
    read(tokens, of) {
      progress = ` read=${tokens} of=${of}`
      // The first comment opens the answer, and waits as long as it always does.
      if (!hasBegun() && downstream.isOpen() && performance.now() - saidMs >= settings.openMs) say()
    },
  }
}
