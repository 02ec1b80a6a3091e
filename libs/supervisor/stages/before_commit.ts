import { addSideNotes } from '../help/side_notes.js'
import type { Frame } from '../step/frame.js'
import type { Stage } from './stage.js'

/** Runs after the calls of a step, before its commit. */
export const BEFORE_COMMIT: readonly Stage<{ frame: Frame }>[] = [
  {
    name: 'add side notes',
    run: ({ frame }, deps, signal) => addSideNotes({ frame, deps, signal }),
  },
]
