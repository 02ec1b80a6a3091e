import { readSettingsObject } from '../system/files.js'
import type { Places } from '../system/places.js'
import type { RunProgram } from '../system/run_program.js'

/** there: nothing to do; would: skipped in a dry run; left: the person must do it. */
export type StepState = 'there' | 'done' | 'would' | 'left' | 'failed'

export interface StepReport {
  step: string
  state: StepState
  text: string
  fix?: string
}

export interface SetupWish {
  places: Places
  /** false: `places` are in a trial folder; users and services of the box are not changed. */
  live: boolean
  dryRun: boolean
  /** Values for the settings file; a value here replaces the one in the file. */
  settings: Record<string, unknown>
  /** Whose the first token is. */
  person: string
  /** Overrides for the Modelfile. */
  from?: string | undefined
  windowTokens?: number | undefined
  batch?: number | undefined
  /** Whose conversations should stay warm, and the memory of the host for it. */
  people: number
  hostBytes: number
  node: string
  program: string
}

export interface SetupTools {
  run: RunProgram
  nowMs(): number
  report(report: StepReport): void
  /** Reports progress of long steps. */
  say(text: string): void
  /** Called at most once, with a token; only its digest is stored. */
  showToken(person: string, token: string): void
}

/** The settings as they will be, as far as other steps need them. */
export function settingsToBe({ places, settings }: SetupWish): Record<string, unknown> {
  return { ...readSettingsObject(places.config), ...settings }
}
