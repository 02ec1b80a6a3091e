import type { QueuePlace } from './survey.js'

/**
 * What a waiting stream says of its place, as two comment lines in one piece, without the first colon: plain
 * words for people at a terminal, then facts for programs. libs/model/endpoint/queue_comments.ts of the laptop reads both.
 */
export function placeComment({ position, of, etaMs, reason }: QueuePlace): string {
  const eta = etaMs === null ? '' : ` eta_s=${Math.ceil(etaMs / 1000)}`
  const facts = `aircoder queue position=${position} of=${of}${eta} reason=${reason}`
  return `queue ${position} of ${of}\n: ${facts}`
}
