import { type Json, layerFromEnvironment, type Settings } from '#core'
import type { Flags } from '../flags/flags.js'
import { quoted } from '../output/program_name.js'

/** What decides what a run may do: settings that a resume uses again, each with the words that give it. */
const GIVEN = {
  permissionMode: '--permission-mode ',
  capabilities: '--capabilities ',
  allow: '--allow ',
  deny: '--deny ',
  rollback: 'AIRCODER_ROLLBACK=',
} as const

type Name = keyof typeof GIVEN
const NAMES = Object.keys(GIVEN) as Name[]
const LISTS: readonly Name[] = ['allow', 'deny']
/** Values that ask nobody. A resume does not use them unless they are given again. */
const UNASKED: Partial<Record<Name, string>> = { permissionMode: 'yolo', capabilities: 'turbo' }

/**
 * What the user gave a run by flags and by the environment, for the row of its task.
 * @param mode  the mode now: a session may have changed it
 */
export function givenTo(
  flags: Flags,
  env: NodeJS.ProcessEnv,
  { settings, mode }: { settings: Settings; mode: Settings['permissionMode'] },
): Json {
  const layer = layerFromEnvironment(env)
  const given = NAMES.flatMap((name): [Name, Json][] => {
    if (name === 'permissionMode' && mode !== settings.permissionMode) return [[name, mode]]
    const value = LISTS.includes(name)
      ? [...new Set([...texts(layer[name]), ...texts(flags[name])])]
      : (flags[name] ?? layer[name])
    return isGiven(value) ? [[name, value]] : []
  })
  return given.length === 0 ? null : Object.fromEntries(given)
}

/** The model of a recording that was given no name. No endpoint lists it. */
const OF_SCRIPT = 'script'

/**
 * The flags of a resume, with what the task ran with where this call gives nothing. Lists are joined. A run without
 * questions is not continued without questions by itself.
 * @param stored  of the task's row
 * @param model  of the task's session. It is used where neither a flag nor a variable names one: what a settings
 *               file names is for new tasks. Absent: there is none
 * @returns `says`: a line for the person, or none
 */
export function asBefore(
  stored: Json,
  flags: Flags,
  { env, model }: { env: NodeJS.ProcessEnv; model?: string | undefined },
): { flags: Flags; says: string[] } {
  const was: Record<string, unknown> =
    stored === null || typeof stored !== 'object' || Array.isArray(stored) ? {} : stored
  const layer = layerFromEnvironment(env)
  const taken: [Name, string | string[]][] = []
  const left: string[] = []
  for (const name of NAMES) {
    const value = was[name]
    if (!isGiven(value)) continue
    if (LISTS.includes(name)) {
      const now = [...texts(layer[name]), ...texts(flags[name])]
      const more = texts(value).filter((each) => !now.includes(each))
      if (more.length > 0) taken.push([name, more])
    } else if (flags[name] !== undefined || layer[name] !== undefined) {
    } else if (value === UNASKED[name]) left.push(`${GIVEN[name]}${value}`)
    else if (typeof value === 'string') taken.push([name, value])
  }
  const before = flags.script === undefined && model !== OF_SCRIPT ? model : undefined
  const now = flags.model ?? layer.model
  const own = now === undefined ? before : undefined
  const used = taken.map(([name, value]) => [
    name,
    Array.isArray(value) ? [...value, ...texts(flags[name])] : value,
  ])
  const words = [
    ...(own === undefined ? [] : [`--model ${quoted(own)}`]),
    ...taken.flatMap(([name, value]) =>
      [value].flat().map((each) => `${GIVEN[name]}${quoted(each)}`),
    ),
  ]
  const says = [
    ...(words.length > 0 ? [`using what this task ran with: ${words.join(' ')}`] : []),
    ...(isOther(now, before)
      ? [`this task ran with the model ${before}; it goes on with ${now}`]
      : []),
    ...(left.length > 0 ? [`this task ran with ${left.join(' ')}; add it to go on so`] : []),
  ]
  const base = own === undefined ? flags : { ...flags, model: own }
  return { flags: { ...base, ...Object.fromEntries(used) }, says }
}

/** The tag of a name may be left out. */
function isOther(now: unknown, before: string | undefined): boolean {
  return now !== undefined && before !== undefined && before !== now && before !== `${now}:latest`
}

function isGiven(value: unknown): value is string | string[] {
  return Array.isArray(value) ? texts(value).length > 0 : typeof value === 'string'
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}
