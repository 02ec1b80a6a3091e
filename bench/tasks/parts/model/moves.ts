/** What the model wants to do next, before it is written as a call of an offered tool. */
export type Move =
  | { do: 'read'; path: string; from?: number | undefined; to?: number | undefined }
  | { do: 'grep'; pattern: string; path?: string | undefined }
  | { do: 'list'; path: string }
  | { do: 'run'; command: string }
  | { do: 'patch'; path: string; old: string; new: string; all?: boolean; guess?: boolean }
  | { do: 'write'; path: string; content: string }
  | { do: 'resolve'; summary: string; cites: string[] }
  | { do: 'more' }
  | { do: 'say'; text: string }

/** A part of the work. The first one that is not met is pursued. */
export interface Goal {
  name: string
  /** Judged by what is visible. */
  met(see: import('./see.js').See): boolean
  /** What may help, best first. The first that was not tried in vain is done. */
  moves(see: import('./see.js').See): Move[]
  /** What can be said about it once it is visible: `The factor is 8117.` */
  says?(see: import('./see.js').See): string | null
}

/** One answer of the model as text and calls; `raw` arguments may be broken JSON. */
export interface Answer {
  text: string
  calls: { name: string; raw: string }[]
  finish: 'stop' | 'tool_calls' | 'length'
  /** How it misbehaves; null: it does not. */
  slip: string | null
  move: Move | null
}
