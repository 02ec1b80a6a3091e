import { type Json, layerFromEnvironment, type Settings, shellWord } from '#core'
import type { Ledger, TaskRow } from '#ledger'
import type { Flags } from '../flags/flags.js'

/** What a resume uses again, each with the words that give it. */
const GIVEN = {
  baseUrl: '--base-url ',
  permissionMode: '--permission-mode ',
  capabilities: '--capabilities ',
  allow: '--allow ',
  deny: '--deny ',
  rollback: 'AIRCODER_ROLLBACK=',
  requireProof: '--require-proof',
  sandbox: '--sandbox ',
  sandboxNetwork: '--sandbox-network',
  maxSteps: '--max-steps ',
  maxWallTime: '--max-wall-time ',
  jsonSchema: '--json-schema ',
} as const

type Name = keyof typeof GIVEN
const NAMES = Object.keys(GIVEN) as Name[]
const LISTS: readonly Name[] = ['allow', 'deny']
/** What a resume only names: values that ask nobody or protect less, and the limits of one run, which may be reached. */
const LEFT: Partial<Record<Name, (value: unknown) => boolean>> = {
  permissionMode: (value) => value === 'yolo',
  capabilities: (value) => value === 'turbo',
  sandbox: (value) => value === 'off',
  sandboxNetwork: () => true,
  maxSteps: () => true,
  maxWallTime: () => true,
}

/**
 * What the user gave a run by flags and by the environment, for the row of its task.
 * @param mode   the mode now: a session may have changed it
 * @param model  what the task is asked of, given or found: a later task of its session may have another one
 */
export function givenTo(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  {
    settings,
    mode,
    model,
  }: { settings: Settings; mode: Settings['permissionMode']; model?: string },
): Json {
  const layer = layerFromEnvironment(env)
  const given = NAMES.flatMap((name): [string, Json][] => {
    if (name === 'permissionMode' && mode !== settings.permissionMode) return [[name, mode]]
    const value = LISTS.includes(name)
      ? [...new Set([...texts(layer[name]), ...texts(flags[name])])]
      : (flags[name] ?? (layer as Record<string, unknown>)[name])
    return isGiven(value) ? [[name, value]] : []
  })
  if (model !== undefined) given.push(['model', model])
  return given.length === 0 ? null : Object.fromEntries(given)
}

/** The model of a task. Tasks of an older version have only that of their session. */
export function modelOf(
  { given, sessionId }: Pick<TaskRow, 'given' | 'sessionId'>,
  ledger: Pick<Ledger, 'session'>,
): string {
  const { model } = recordOf(given)
  return typeof model === 'string' ? model : ledger.session(sessionId).model
}

/** The model of a recording that was given no name. No endpoint lists it. */
const OF_SCRIPT = 'script'

/**
 * The flags of a resume, with what the task ran with where this call gives nothing. Lists are joined. A run without
 * questions is not continued without questions by itself.
 * @param stored  of the task's row
 * @param model  of the task, see modelOf. It is used where neither a flag nor a variable names one: what a settings
 *               file names is for new tasks. Absent: there is none
 * @param of  what ran with them, for the line
 * @param shown  the model of a session that has its endpoint already: it is not named again
 * @returns `says`: a line for the person, or none
 */
export function asBefore(
  stored: Json,
  flags: Flags,
  {
    env,
    model,
    of = 'this task',
    shown,
  }: { env: NodeJS.ProcessEnv; model?: string | undefined; of?: string; shown?: string },
): { flags: Flags; says: string[] } {
  const was = recordOf(stored)
  const layer = layerFromEnvironment(env)
  const taken: [Name, string | true | string[]][] = []
  const left: string[] = []
  for (const name of NAMES) {
    const value = was[name]
    if (!isGiven(value) || (name === 'baseUrl' && shown !== undefined)) continue
    if (LISTS.includes(name)) {
      const now = [...texts(layer[name]), ...texts(flags[name])]
      const more = texts(value).filter((each) => !now.includes(each))
      if (more.length > 0) taken.push([name, more])
    } else if (flags[name] !== undefined || layer[name] !== undefined) {
    } else if (LEFT[name]?.(value)) left.push(wordsOf(name, value))
    else if (value === true || typeof value === 'string') taken.push([name, value])
  }
  const before = flags.script === undefined && model !== OF_SCRIPT ? model : undefined
  const now = flags.model ?? layer.model
  const own = now === undefined ? before : undefined
  const used = taken.map(([name, value]) => [
    name,
    Array.isArray(value) ? [...value, ...texts(flags[name])] : value,
  ])
  const words = [
    ...(own === undefined || own === shown ? [] : [`--model ${shellWord(own)}`]),
    ...taken.flatMap(([name, value]) => [value].flat().map((each) => wordsOf(name, each))),
  ]
  const says = [
    ...(words.length > 0 ? [`using what ${of} ran with: ${words.join(' ')}`] : []),
    ...(isOther(now, before)
      ? [`this task ran with the model ${before}; it goes on with ${now}`]
      : []),
    ...(left.length > 0 ? [`this task ran with ${left.join(' ')}, which must be given again`] : []),
  ]
  const base = own === undefined ? flags : { ...flags, model: own }
  return { flags: { ...base, ...Object.fromEntries(used) }, says }
}

function isOther(now: unknown, before: string | undefined): boolean {
  return now !== undefined && before !== undefined && before !== now && before !== `${now}:latest`
}

function isGiven(value: unknown): value is string | number | true | string[] {
  if (Array.isArray(value)) return texts(value).length > 0
  return typeof value === 'string' || typeof value === 'number' || value === true
}

function wordsOf(name: Name, value: string | number | boolean | string[]): string {
  return value === true ? GIVEN[name] : `${GIVEN[name]}${shellWord(String(value))}`
}

function recordOf(stored: Json): Record<string, unknown> {
  return stored === null || typeof stored !== 'object' || Array.isArray(stored) ? {} : stored
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
