import type { ProxySettings, Runner } from '#relay'
import type { OllamaApi } from '../../engine_facts/ollama_api.js'
import type { InstalledModel, LoadedModel, ModelFacts } from '../../engine_facts/ollama_facts.js'
import type { Places } from '../../system/places.js'
import type { RunProgram } from '../../system/run_program.js'

export type Status = 'ok' | 'warn' | 'fail' | 'skip'

/** The result of one check: a line, and a fix where there is a problem. */
export interface Finding {
  check: string
  status: Status
  text: string
  fix?: string
}

/** What the checks read of the box. */
export interface Box {
  settings: Readonly<ProxySettings>
  /** The file the settings were read from; null: none. */
  configFile: string | null
  places: Places
  proc: string
  run: RunProgram
  nowMs(): number
  /** What this program would write as its unit. */
  unit: string
  /** Load models that are not loaded, even if others are unloaded. */
  load: boolean
}

/** Ollama's data, read once for all checks. */
export interface OllamaBox extends Box {
  api: OllamaApi
  version: string
  dateMs: number | null
  installed: InstalledModel[]
  loaded: LoadedModel[]
  /** Models that people may use through the proxy. */
  used: ModelFacts[]
  runners: Runner[]
}

/** Makes findings of one check. */
export function findingsOf(check: string) {
  return {
    ok: (text: string): Finding => ({ check, status: 'ok', text }),
    skip: (text: string): Finding => ({ check, status: 'skip', text }),
    warn: (text: string, fix: string): Finding => ({ check, status: 'warn', text, fix }),
    fail: (text: string, fix: string): Finding => ({ check, status: 'fail', text, fix }),
  }
}
