/** One replacement that the model asks for; the field names are the tools' argument names. */
export interface PatchEdit {
  old_str: string
  new_str: string
  replace_all?: boolean
}

/** A place in the file that the model may have meant. `line` counts from 1. */
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
      /** For the model. Quotes the closest lines of the file, so that the next call can be exact. */
      message: string
      candidates: PatchCandidate[]
    }

/** A range of the content and the text that replaces it. */
export interface Replacement {
  start: number
  end: number
  text: string
}
