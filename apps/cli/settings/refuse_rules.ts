import { AircoderError, nearestName } from '#core'

/** The rules of one layer: a settings file, `environment` or `flags`. */
export interface RuleLayer {
  source: string
  allow: readonly string[]
  deny: readonly string[]
}

/** The rules that apply, by layer. A layer that is not trusted may not allow. */
export function rulesOf(
  layers: readonly { source: string; values: unknown; trusted: boolean }[],
): RuleLayer[] {
  return layers.map(({ source, values, trusted }) => ({
    source,
    allow: trusted ? listIn(values, 'allow') : [],
    deny: listIn(values, 'deny'),
  }))
}

/**
 * Refuses rules that can never match: an `allow` whose tool does not exist, and a `deny` that names a tool.
 * The tools are loaded only for this.
 * @throws AircoderError OPTION_INVALID or SETTINGS_INVALID
 */
export async function refuseRules(layers: readonly RuleLayer[]): Promise<void> {
  if (layers.every(({ allow, deny }) => allow.length + deny.length === 0)) return
  const { loadBuiltinTools } = await import('#tools')
  const { isUselessDeny } = await import('#workspace')
  const tools = (await loadBuiltinTools(['skills'])).map(({ name }) => name)
  for (const { source, allow, deny } of layers) {
    for (const entry of allow) {
      const reason = badAllow(entry, tools)
      if (reason !== null) throw refusal(source, { setting: 'allow', entry, reason })
    }
    for (const entry of deny) {
      const reason = isUselessDeny(entry) ? USELESS : badDeny(entry, tools)
      if (reason !== null) throw refusal(source, { setting: 'deny', entry, reason })
    }
  }
}

/** Tools of MCP servers are known only when the server runs. */
const FOREIGN = /^mcp__\w+__\w/

function badAllow(entry: string, tools: readonly string[]): string | null {
  const [tool = '', ...rest] = entry.split(':')
  if (rest.length > 0 && rest.join(':').trim() === '') return 'the glob after the colon is empty'
  if (tools.includes(tool) || FOREIGN.test(tool)) return null
  const near = nearestName(tool.replaceAll('-', '_'), tools)
  return near === null
    ? `no tool is named "${tool}"; there are ${tools.join(', ')}`
    : `no tool is named "${tool}". Did you mean ${near}?`
}

const USELESS = 'the glob matches no path; a brace or a bracket may be open'

/** `deny` holds paths. A tool's name with an underscore is hardly the name of a file. */
function badDeny(entry: string, tools: readonly string[]): string | null {
  const [tool = '', ...rest] = entry.split(':')
  if (!tools.includes(tool) || (rest.length === 0 && !tool.includes('_'))) return null
  return `it takes the glob of a path, not a tool; --permission-mode plan keeps every tool from changing something`
}

const FORMS = {
  allow: ['--allow run_command:"npm test"', '"allow": ["run_command:npm test"]'],
  deny: ["--deny '**/secrets/**'", '"deny": ["**/secrets/**"]'],
} as const

function refusal(
  source: string,
  { setting, entry, reason }: { setting: 'allow' | 'deny'; entry: string; reason: string },
): AircoderError {
  const [flag, line] = FORMS[setting]
  if (source === 'flags')
    return new AircoderError('OPTION_INVALID', {
      option: `--${setting} ${entry}`,
      reason,
      form: `The form is: ${flag}`,
    })
  return new AircoderError('SETTINGS_INVALID', {
    source,
    reason: `${setting} "${entry}": ${reason}`,
    form: `The form is: ${line}`,
  })
}

function listIn(values: unknown, name: 'allow' | 'deny'): string[] {
  const list = (values as Record<string, unknown> | null)?.[name]
  return Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
}
