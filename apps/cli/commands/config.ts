import { join } from 'node:path'
import {
  AircoderError,
  jsonLine,
  nearestName,
  readSetting,
  resolveSettings,
  type Settings,
  settingNames,
  settingSources,
  shellWord,
} from '#core'
import { normaliseBaseUrl } from '#model'
import { showControls } from '#terminal'
import type { ConfigFlags } from '../flags/flags.js'
import { userSettingsPath } from '../language/user_settings_path.js'
import { loadProject, loadSettings, OWN_FOLDERS, type Project } from '../settings/load_project.js'
import {
  type Entries,
  ownSettingsFile,
  readEntries,
  tokenNote,
  withEndpoint,
  writeEntries,
} from '../settings/store_settings.js'
import { workFolder } from '../settings/work_folder.js'

/** `aircoder config [list|get|unset|path]`. @returns the exit code */
export function runConfig(action: string, name: string | undefined, flags: ConfigFlags): number {
  if (action === 'path') return print(userSettingsPath())
  const project = loadProject(flags, workFolder(flags), process.env)
  const { settings } = project
  if (action === 'get') return print(shown(settings, known(name ?? '')))
  if (action === 'unset') return unset(known(name ?? ''))
  const rows = settingNames().map((each) => [each, shown(settings, each)] as const)
  const sources = layersOf(project)
  if (flags.json === true)
    return print(jsonLine({ ...Object.fromEntries(rows.map(entryOf)), sources }))
  const width = Math.max(...rows.map(([each]) => each.length))
  const names = rows.map(([each]) => (sources[each] ?? []).join(' + '))
  const widest = Math.max(...names.map((each) => each.length))
  for (const [at, [each, value]] of rows.entries())
    print(`${each.padEnd(width)}  ${(names[at] ?? '').padEnd(widest)}  ${value}`.trimEnd())
  return 0

  function entryOf([each, text]: readonly [string, string]) {
    if (text === '') return [each, null]
    return [each, each === 'token' ? text : JSON.parse(text)]
  }
}

/** The layers that each setting comes from, as a person names them. */
function layersOf({ layers, cwd }: Project): Record<string, string[]> {
  const named: Record<string, string> = {
    [userSettingsPath()]: 'user',
    [join(cwd, '.aircoder', 'config.json')]: 'project',
    [OWN_FOLDERS]: 'default',
  }
  const entries = Object.entries(settingSources(layers)).map(([name, sources]) => {
    const own = new Set(sources.map((source) => named[source] ?? source))
    const isDefault = own.size === 0 || own.delete('default')
    return [name, [...(isDefault ? ['default'] : []), ...own]]
  })
  return Object.fromEntries(entries)
}

/** `aircoder config set NAME VALUE`: as in the environment, a list has commas and an object is JSON. */
export function setSetting(given: string, value: string, flags: ConfigFlags): number {
  const name = known(given)
  // A file that is invalid is refused as it is everywhere.
  loadSettings(flags, workFolder(flags), process.env)
  const path = ownSettingsFile()
  const layer = readSetting(name, value)
  refuseValue(name, layer)
  const { entries, note } = withLayer(readEntries(path), layer)
  writeEntries(path, entries)
  return print(`${name} is stored in ${path}.${note}`)
}

/** @throws AircoderError OPTION_INVALID: no file has the value yet, so none has to be corrected */
function refuseValue(name: string, layer: Entries): void {
  try {
    resolveSettings([{ source: 'this value', values: layer, trusted: true }])
  } catch (error) {
    if (!(error instanceof AircoderError)) throw error
    const { reason = '', form = '' } = error.facts
    const [, example = 'VALUE'] = /^The form is: "\w+": \[?"?(.*?)"?\]?$/.exec(`${form}`) ?? []
    throw new AircoderError('OPTION_INVALID', {
      option: `config set ${name}`,
      reason: `${reason}`.replace(`${name}: `, ''),
      form: `The form is: aircoder config set ${name} ${shellWord(example)}`,
    })
  }
}

/** A stored token is never sent to another endpoint than the one it was stored for. */
function withLayer(stored: Entries, layer: Entries): { entries: Entries; note: string } {
  const entries = { ...stored, ...layer }
  const { baseUrl } = layer
  if (typeof baseUrl !== 'string' || typeof stored.baseUrl !== 'string')
    return { entries, note: '' }
  const isSame = normaliseBaseUrl(stored.baseUrl) === normaliseBaseUrl(baseUrl)
  const moved = withEndpoint(entries, { baseUrl, isSame, token: undefined })
  return { entries: moved.entries, note: isSame ? '' : tokenNote(moved.kept) }
}

function unset(name: string): number {
  const path = ownSettingsFile()
  const { [name]: former, ...others } = readEntries(path)
  if (former === undefined) return print(`${name} is not set in ${path}.`)
  const { token, ...withoutToken } = others
  const takesToken = name === 'baseUrl' && token !== undefined
  writeEntries(path, takesToken ? withoutToken : others)
  return print(`${name} is removed from ${path}.${takesToken ? tokenNote(false) : ''}`)
}

/** @throws AircoderError OPTION_INVALID */
function known(name: string): string {
  const names = settingNames()
  if (names.includes(name)) return name
  const near = nearestName(name, names)
  throw new AircoderError('OPTION_INVALID', {
    option: `config ${name}`,
    reason: `there is no setting ${name}.${near === null ? '' : ` Did you mean ${near}?`}`,
    form: 'Run `aircoder config list` to see the names.',
  })
}

/** A value as JSON; a token is never shown. */
function shown(settings: Settings, name: string): string {
  const value = (settings as unknown as Record<string, unknown>)[name]
  if (value === undefined) return ''
  if (name === 'token') return '(set)'
  return JSON.stringify(withoutTokens(value))
}

/** Endpoints of other tiers have tokens of their own. */
function withoutTokens(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, each: unknown) => (key === 'token' ? '(set)' : each)),
  )
}

function print(text: string): number {
  process.stdout.write(`${showControls(text)}\n`)
  return 0
}
