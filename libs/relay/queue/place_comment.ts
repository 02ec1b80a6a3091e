import type { QueuePlace } from './survey.js'

/**
 * The comments of a waiting stream about its place: two comment lines in one text, without the first colon. The first
 * is for people at a terminal, the second for programs. libs/model/endpoint/queue_comments.ts on the laptop reads
 * both.
 */
export function placeComment({ position, of, etaMs, reason }: QueuePlace): string {
  const eta = etaMs === null ? '' : ` eta_s=${Math.ceil(etaMs / 1000)}`
  const facts = `aircoder queue position=${position} of=${of}${eta} reason=${reason}`
  return `queue ${position} of ${of}\n: ${facts}`
}
