import type { Event } from '#core'
import type { Say } from '#terminal'

/** What is waited for from the moment a task is sent to its first request: the tree, its map and its snapshot. */
export function opening(say: Say): Extract<Event, { type: 'phase' }> {
  return { type: 'phase', text: say.part('reading the folder') }
}
