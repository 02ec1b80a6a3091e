/** Keys of package.json that configure runners and what runs before them. */
const KEYS = [
  'jest',
  'mocha',
  'ava',
  'tap',
  'vitest',
  'jasmine',
  'nyc',
  'c8',
  'babel',
  'type',
  'overrides',
  'resolutions',
] as const
const RUNNERS =
  /^(jest|vitest|mocha|ava|tap|tape|jasmine|chai|c8|nyc|tsx|ts-node|ts-jest|@jest\/.*|@vitest\/.*|karma|playwright|@playwright\/test)$/
/** A script that runs a known runner and nothing else. */
const PLAIN =
  /^(npx )?(c8 |nyc )?(node --test|node --import tsx --test|tsx --test|jest|vitest( run)?|mocha|ava|tap|deno test|bun test)( [\w./*"'-]+)*$/

type Manifest = Record<string, unknown>

/** How a change of package.json can change what `npm test` proves. */
export function whyManifest(before: string | null, after: string): string | null {
  const old = parse(before ?? '{}')
  const now = parse(after)
  if (now === null) return 'it is no valid JSON'
  if (old === null) return null
  const [was, is] = [scriptsOf(old), scriptsOf(now)]
  if (was.test === undefined && is.test !== undefined) {
    if (!PLAIN.test(is.test)) return `the test script is new: ${is.test.slice(0, 80)}`
  } else if (JSON.stringify(was) !== JSON.stringify(is)) {
    return `the test script is changed: ${(is.test ?? 'none').slice(0, 80)}`
  }
  if (old.imports !== undefined && JSON.stringify(old.imports) !== JSON.stringify(now.imports))
    return 'the key imports is changed'
  const key = KEYS.find(
    (name) => before !== null && JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  )
  if (key !== undefined) return `the key ${key} is changed`
  return runnerFrom(now) === null || runnerFrom(now) === runnerFrom(old)
    ? null
    : 'a test runner comes from another place'
}

/** The scripts that `npm test` runs, by name. */
function scriptsOf({ scripts }: Manifest): Record<string, string> {
  const all = typeof scripts === 'object' && scripts !== null ? (scripts as Manifest) : {}
  const found: Record<string, string> = {}
  const queue = ['test', 'pretest', 'posttest']
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    const text = all[name]
    if (typeof text !== 'string' || name in found || text.includes('no test specified')) continue
    found[name] = text
    for (const [, inner = ''] of text.matchAll(
      /\b(?:npm|pnpm|yarn|bun) (?:run(?:-script)? )?([\w:.-]+)/g,
    ))
      queue.push(inner, `pre${inner}`, `post${inner}`)
  }
  return found
}

/** A runner that is installed from a folder, a link or under another name. */
function runnerFrom(manifest: Manifest): string | null {
  for (const key of ['dependencies', 'devDependencies', 'optionalDependencies']) {
    const list = manifest[key]
    if (typeof list !== 'object' || list === null) continue
    for (const [name, version] of Object.entries(list))
      if (
        RUNNERS.test(name) &&
        /^(file|link|npm|git|https?|workspace|portal):|\//.test(String(version))
      )
        return `${name} ${String(version)}`
  }
  return null
}

function parse(text: string): Manifest | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Manifest) : null
  } catch {
    return null
  }
}
