/** One replacement as the model asks for it; the field names are the tools' argument names. */
export interface PatchEdit {
  old_str: string
  new_str: string
  replace_all?: boolean
}

/** A place of the file that may have been meant; `line` counts from 1. */
export interface PatchCandidate {
  line: number
  text: string
}

export type PatchStrategy =
  | 'exact'
  | 'endings'
  | 'lines'
  | 'numbered'
  | 'loose'
  | 'unwrapped'
  | 'similar'
  | 'merged'

export type PatchResult =
  | { ok: true; content: string; strategy: PatchStrategy }
  | {
      ok: false
      code: 'not_found' | 'ambiguous' | 'empty' | 'no_change'
      /** For the model; quotes the closest real lines, so that the next try can be exact. */
      message: string
      candidates: PatchCandidate[]
    }

/** A piece of the content that is to go, and what comes in its place. */
export interface Replacement {
  start: number
  end: number
  text: string
}
