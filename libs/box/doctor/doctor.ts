import { AircoderError, countNoun } from '#core'
import { findRunners, loadEngines, matchesModel } from '#relay'
import { openOllamaApi } from '../engine_facts/ollama_api.js'
import { askInstalled, askLoaded, askVersion, factsOf } from '../engine_facts/ollama_facts.js'
import {
  checkClock,
  checkEngine,
  checkEngineSettings,
  checkOrphans,
  checkSlots,
} from './checks/engine.js'
import type { Box, Finding, OllamaBox, Status } from './checks/finding.js'
import { findingsOf } from './checks/finding.js'
import { checkAddresses, checkDisk, checkSettingsFile, checkUnit } from './checks/host.js'
import {
  checkMemory,
  checkModels,
  checkSharedFiles,
  checkTools,
  checkVision,
  checkWindows,
} from './checks/models.js'
import { checkTemplates } from './checks/template.js'
import { checkTokens } from './checks/tokens.js'

type Check<B> = (box: B) => Finding[] | Promise<Finding[]>

/** In the order in which they are printed; proving a window loads the model that the memory check reads. */
const ENGINE_CHECKS: Check<OllamaBox>[] = [
  checkEngine,
  checkModels,
  checkSharedFiles,
  checkWindows,
  checkMemory,
  checkTools,
  checkTemplates,
  checkVision,
  checkSlots,
  checkOrphans,
  checkEngineSettings,
  checkClock,
]
const HOST_CHECKS: Check<Box>[] = [
  checkSettingsFile,
  checkTokens,
  checkAddresses,
  checkUnit,
  checkDisk,
]

/**
 * Examines the box: the engine and its models, then the host. It contacts only the engine, and loads a model
 * only if no other is unloaded for it (`load` overrides that).
 * @param report  called with each finding as it is made: proving a window may take a while
 * @returns       all findings
 */
export async function examine(box: Box, report: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = []
  const add = (some: Finding[]) => {
    findings.push(...some)
    for (const finding of some) report(finding)
  }
  if (box.settings.engine === 'ollama') await examineOllama(box, add)
  else add(await checkOtherEngine(box))
  for (const check of HOST_CHECKS) add(await check(box))
  return findings
}

/** How many findings have each status. */
export function tally(findings: Finding[]): Record<Status, number> {
  const counts: Record<Status, number> = { ok: 0, warn: 0, fail: 0, skip: 0 }
  for (const { status } of findings) counts[status] += 1
  return counts
}

/** A finding as one line, with its fix on a second line. */
export function findingText({ check, status, text, fix }: Finding): string {
  const line = `${status.padEnd(5)} ${check.padEnd(15)} ${text}`
  return fix === undefined ? line : `${line}\n${' '.repeat(22)}fix: ${fix}`
}

async function examineOllama(box: Box, add: (some: Finding[]) => void): Promise<void> {
  const { settings } = box
  const api = openOllamaApi(settings.engineUrl, settings.engineToken)
  try {
    const { version, dateMs } = await askVersion(api)
    const installed = await askInstalled(api)
    const names = installed.map(({ name }) => name).filter((name) => mayUse(settings.models, name))
    const used = await factsOf(api, names)
    for (const check of ENGINE_CHECKS) {
      // Read again for each check: the previous one may have loaded a model.
      const loaded = await askLoaded(api)
      const runners = findRunners(box.proc)
      add(await check({ ...box, api, version, dateMs, installed, loaded, used, runners }))
    }
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    add([
      findingsOf('engine').fail(error.message, error.hint),
      findingsOf('model').skip('models and windows cannot be checked without an engine'),
      // Most of all then: the engine was killed, and its runners hold the card's memory.
      ...checkOrphans({ runners: findRunners(box.proc) }),
    ])
  } finally {
    await api.close()
  }
}

function mayUse(patterns: readonly string[] | undefined, name: string): boolean {
  return patterns === undefined || matchesModel(patterns, name)
}

/** An engine other than Ollama must answer, and list the models that people may use. */
async function checkOtherEngine({ settings }: Box): Promise<Finding[]> {
  const { ok, warn, fail } = findingsOf('engine')
  const engine = (await loadEngines()).find(({ name }) => name === settings.engine)
  if (engine === undefined)
    return [fail(`there is no engine "${settings.engine}"`, 'see `aircoder-proxy serve --help`')]
  // Opening it here would load its model a second time.
  if (engine.place !== 'http') return [ok(`${engine.name} runs inside the proxy`)]
  try {
    const upstream = await engine.open(settings)
    try {
      const ids = (await upstream.list()).map(({ id }) => id)
      const missing = (settings.models ?? []).filter((id) => !id.includes('*') && !ids.includes(id))
      return [
        ok(`${engine.name} answers with ${countNoun(ids.length, 'model')}`),
        ...missing.map((id) =>
          warn(`it does not list ${id}`, 'remove it from "models" in the settings'),
        ),
      ]
    } finally {
      await upstream.close()
    }
  } catch (error) {
    return [
      fail(
        error instanceof Error ? error.message : String(error),
        `start the engine at ${settings.engineUrl ?? engine.defaultUrl}, or correct engineUrl`,
      ),
    ]
  }
}
