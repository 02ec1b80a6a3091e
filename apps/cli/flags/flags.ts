import type { EventFilter, Rollback } from '#core'
import type { ExportFormat } from './read_words.js'

/** The common flags, as commander parses them. */
export interface Flags {
  continue?: true
  resume?: string | true
  /** Goes on in a copy of the session that `continue` or `resume` names. */
  forkSession?: true
  model?: string
  baseUrl?: string
  permissionMode?: string
  capabilities?: string
  allow?: string[]
  deny?: string[]
  /** Not an option: what a resumed task ran with. */
  rollback?: Rollback
  maxSteps?: number
  requireProof?: boolean
  wait?: string
  sandbox?: 'auto' | 'on' | 'off'
  sandboxNetwork?: true
  assemble?: 'watermark' | 'always'
  cwd?: string
  dataDir?: string
  outputFormat?: 'text' | 'json' | 'stream-json'
  inputFormat?: 'text' | 'stream-json'
  /** A file or a JSON text; one line of JSON once the command has read it. */
  jsonSchema?: string
  maxWallTime?: string
  record?: string
  script?: string
  color?: boolean
  plain?: true
  /** false: `--no-ask`. */
  ask?: boolean
  verbose?: true
}

/** Flags of `doctor`: `--model` may have no value. */
export type ExamFlags = Omit<Flags, 'model'> & { model?: string | true; json?: true }

/** Flags of `init`. */
export interface InitFlags extends Flags {
  host?: string
  tokenStdin?: true
  yes?: true
}

/** Flags of `config`. */
export interface ConfigFlags extends Flags {
  json?: true
}

export interface EgressFlags extends Flags {
  last?: number
  json?: true
}

export interface LedgerFlags extends Flags {
  canonical?: true
  limit?: number
  repair?: true
  json?: true
  type?: EventFilter['type']
  actor?: EventFilter['actor']
  outcome?: EventFilter['outcome']
}

/** Flags of `inspect`. */
export interface InspectFlags extends Flags {
  window?: number
  json?: true
}

export interface TrustFlags extends Flags {
  yes?: true
}

/** Flags of `sessions`. */
export interface SessionsFlags extends Flags {
  yes?: true
  limit?: number
  format?: ExportFormat
  output?: string
}

/** Flags of `memory`. */
export interface MemoryFlags extends Flags {
  user?: true
  note?: true
  name?: string
  yes?: true
}

/** Flags of `skills`. */
export interface SkillsFlags extends Flags {
  yes?: true
}

/** Flags of `accept`. */
export interface AcceptFlags extends Flags {
  dryRun?: true
  yes?: true
}

/** Flags of `undo` and `redo`. */
export interface UndoFlags extends Flags {
  task?: string
  to?: number
  edits?: number
  turn?: true
  dryRun?: true
  yes?: true
}
