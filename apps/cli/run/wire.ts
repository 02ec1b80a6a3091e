import { dirname, join } from 'node:path'
import {
  CAPABILITY_SETS,
  type Capabilities,
  type Mode,
  type Settings,
  stepLimit,
  systemClock,
} from '#core'
import { openMap, type RepoMap } from '#map'
import type { Deps, Person } from '#supervisor'
import { openWorkspace } from '#workspace'
import { hasAids, modelParts } from '../endpoint/model_parts.js'
import { type Endpoint, openEndpoint } from '../endpoint/open_endpoint.js'
import { openMemory } from '../memory/open_memory.js'
import { openGuides } from '../skills/open_guides.js'
import type { Place } from './place.js'
import type { Prepared } from './prepare.js'

/** Everything that the loop needs; the mode may be changed while it runs. */
export interface Wired extends Prepared {
  deps: Deps
  setMode(mode: Mode): void
  setExplore(isOn: boolean): void
  /**
   * Asks another model of the same endpoint from now on. No task may run.
   * @returns its endpoint, which is the new `endpoint`
   * @throws AircoderError as openEndpoint; the model is then the one before
   */
  setModel(name: string): Promise<Endpoint>
}

/**
 * Builds the dependencies of the loop, once.
 * @throws AircoderError SETTINGS_INVALID as openAids; the ledger is then closed
 */
export async function wire(
  prepared: Prepared,
  env: NodeJS.ProcessEnv,
  person: Person = {},
): Promise<Wired> {
  try {
    return await wireParts(prepared, env, person)
  } catch (error) {
    prepared.ledger.close()
    throw error
  }
}

async function wireParts(
  prepared: Prepared,
  env: NodeJS.ProcessEnv,
  person: Person,
): Promise<Wired> {
  const { cwd, settings, kind, ledger, sandbox } = prepared
  let mode = settings.permissionMode
  let explore = settings.explore
  const workspace = openWorkspace({ root: cwd, deny: settings.deny, env, sandbox })
  const guides = await openGuides(cwd, prepared.trusts, hasAids(prepared))
  const deps: Deps = {
    ...(await modelParts(prepared, guides, env)),
    ledger,
    workspace,
    clock: systemClock,
    ablate: settings.ablate,
    gate: {
      mode: () => mode,
      capabilities: capabilitiesOf(settings),
      allow: settings.allow,
      safeCommands: settings.safeCommands,
      ownTest: prepared.ownTest,
      web: { allowPrivate: settings.webAllowPrivate, searchUrl: settings.searchUrl },
    },
    checks: {
      testCommand: settings.testCommand,
      lintCommand: settings.lintCommand,
      autoCheck: settings.autoCheck,
      readBeforeEdit: settings.readBeforeEdit,
      explore: () => explore,
      askPlan: settings.askPlan,
    },
    map: openPlaceMap(prepared, env, join(dirname(ledger.path), 'map.cache')),
    undo: {
      snapshots: workspace.openSnapshots(join(dirname(ledger.path), 'snapshots')),
      rollback: settings.rollback,
    },
    person,
    answer: prepared.answer,
    autoCommit: settings.autoCommit,
    memory: openMemory(cwd, settings, prepared.ownWords),
    guides,
    persistentShell: settings.persistentShell,
    assembleMode: settings.assemble,
    taskTokens: settings.taskTokens,
    maxSteps: stepLimit(settings, kind),
    questionSteps:
      settings.stepLimits.question === undefined ? undefined : stepLimit(settings, 'question'),
  }
  const setMode = (next: Mode) => {
    mode = next
  }
  const setExplore = (isOn: boolean) => {
    explore = isOn
  }
  const setModel = async (model: string) => {
    const baseUrl = wired.endpoint.place?.baseUrl ?? settings.baseUrl
    const endpoint = await openEndpoint({ ...settings, model, baseUrl }, {}, env)
    const own = await modelParts({ ...prepared, endpoint }, guides, env)
    // The same object: the input and the commands of the session hold it.
    Object.assign(deps, own)
    wired.endpoint = endpoint
    return endpoint
  }
  const wired: Wired = { ...prepared, deps, setMode, setExplore, setModel }
  return wired
}

function capabilitiesOf({ capabilities: name }: Settings): Capabilities | undefined {
  return name === undefined ? undefined : CAPABILITY_SETS[name]
}

/** Closes the ledger and ends the thread of the map. */
export async function closeWired({ ledger, deps }: Wired): Promise<void> {
  ledger.close()
  await deps.map?.close()
}

/**
 * The map of a folder; undefined when the settings leave it out.
 * @param cachePath  where its index is kept; it can be deleted at any time
 */
export function openPlaceMap(
  { cwd, settings }: Pick<Place, 'cwd' | 'settings'>,
  env: NodeJS.ProcessEnv,
  cachePath: string | null,
): RepoMap | undefined {
  if (settings.ablate.includes('map')) return undefined
  return openMap({ root: cwd, deny: settings.deny, env, cachePath })
}
