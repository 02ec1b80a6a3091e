import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import t from 'tap'
import { readText, WHEN_ASSEMBLED } from './tree.js'

type Expand = (source: string, list: (folder: string) => string[], path?: string) => string
interface Bundle {
  outputFiles: { path: string; text: string }[]
  metafile: { outputs: Record<string, { inputs: Record<string, unknown> }> }
}

const script = (name: string) => pathToFileURL(join(process.cwd(), 'scripts', name)).href
const { expandDiscover } = (await import(script('discover_plugin.mjs'))) as {
  expandDiscover: Expand
}
const { throughDoors } = (await import(script('doors.mjs'))) as {
  throughDoors(
    source: string,
    doorOf: (room: string) => string | null,
    place: (room: string, file: string) => string,
  ): string
}
const { sourcePlugin } = (await import(script('source_plugin.mjs'))) as {
  sourcePlugin(root: string): import('esbuild').Plugin
}
const { bundle, programText, ENTRIES } = (await import(script('build.mjs'))) as {
  bundle(): Promise<Bundle>
  programText(text: string): string
  ENTRIES: Record<string, string>
}

let made: Promise<Bundle> | undefined
/** Both programs, bundled once for all tests. */
function bundled(): Promise<Bundle> {
  made ??= bundle()
  return made
}

t.test('a discovered folder becomes static imports, in the order of the names', async (t) => {
  const source = `import { discover } from '#core'
export const load = () => discover<Tool<A>>(new URL('./hands/', import.meta.url))`
  const text = expandDiscover(source, () => ['b.ts', 'notes.md', 'a.ts', 'types.d.ts'])
  t.match(text, 'Promise.resolve([Object.values(discovered0)[0], Object.values(discovered1)[0]])')
  t.match(text, "import * as discovered0 from './hands/a.js'\n")
  t.match(text, "import * as discovered1 from './hands/b.js'\n")
  t.notMatch(text, /notes|types|new URL/)
  t.equal(
    expandDiscover('// no discover here', () => []),
    '// no discover here',
  )
  const broken = `import { discover } from '#core'\ndiscover(\n  new URL('./x/', import.meta.url),\n)`
  t.notMatch(
    expandDiscover(broken, () => []),
    'new URL',
    'the formatter may break the line',
  )
  const other = `import { discover } from '#core'\nconst here = './x/'\ndiscover(new URL(here, import.meta.url))`
  t.throws(() => expandDiscover(other, () => [], 'x.ts'), /x\.ts: call discover as/)
})

t.test('an import of a room leads to the files behind its door', async (t) => {
  const door = `/** Job. Doors. Never. */
export { type Clock, systemClock } from './clock.js'
export { AircoderError as CodedError } from './errors.js'
export type * from './types.js'`
  const through = (source: string) =>
    throughDoors(
      source,
      (room) => (room === 'core' ? door : null),
      (room, file) => `/${room}/${file}`,
    )
  t.equal(
    through(`import { type Clock, CodedError, systemClock as clock } from '#core'`),
    `import { AircoderError as CodedError } from "/core/errors.ts"; import { systemClock as clock } from "/core/clock.ts"`,
  )
  t.equal(through(`import type { Clock } from '#core'`), '')
  t.equal(through(`import { type Clock, type Json } from '#core'`), '')
  const strange = `import { nobody } from '#core'`
  t.equal(
    through(strange),
    strange,
    'a name that the door does not have is left for esbuild to blame',
  )
  t.equal(through(`import { x } from '#nowhere'`), `import { x } from '#nowhere'`)
})

t.test('a bundle loads its declarations without the folder', async (t) => {
  const folder = t.testdir({
    'package.json': '{"type":"module","imports":{"#*":"./libs/*/index.ts"}}',
    libs: {
      core: {
        'index.ts': `export async function discover(folder: URL) { throw new Error('reads ' + folder) }`,
      },
      hands: {
        'index.ts': `import { discover } from '#core'
          console.log(JSON.stringify(await discover<{ name: string }>(new URL('./all/', import.meta.url))))`,
        all: {
          'two.ts': `export const two: { name: string } = { name: 'two' }`,
          'one.ts': `export const one = { name: 'one' }`,
        },
      },
    },
  })
  const result = await build({
    absWorkingDir: folder,
    entryPoints: ['libs/hands/index.ts'],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    plugins: [sourcePlugin(folder)],
  })
  const alone = join(t.testdirName, 'alone.mjs')
  writeFileSync(alone, result.outputFiles[0]?.text ?? '')
  const output = execFileSync(process.execPath, [alone]).toString()
  t.same(JSON.parse(output), [{ name: 'one' }, { name: 'two' }])
})

t.test('dist matches the sources; fix with npm run build', WHEN_ASSEMBLED, async (t) => {
  const { outputFiles } = await bundled()
  for (const { path, text } of outputFiles) {
    const program = Object.keys(ENTRIES).some(
      (name) => path === join(process.cwd(), 'dist', `${name}.js`),
    )
    t.ok(
      existsSync(path) && readFileSync(path, 'utf8') === (program ? programText(text) : text),
      path.split('/').at(-1) ?? path,
    )
  }
})

t.test(
  'what a session loads before its prompt makes no segmenter and no table of emoji',
  async (t) => {
    const { outputFiles, metafile } = await bundled()
    const [start] = Object.entries(metafile.outputs)
      .filter(([, { inputs }]) => 'libs/terminal/area/area.ts' in inputs)
      .map(([path]) => outputFiles.find((file) => file.path.endsWith(path)))
    t.match(start?.text, /rgiEmojiRegex\d*=\{test/)
    const made = [...(start?.text.matchAll(/(\S{0,12})new Intl\.Segmenter/g) ?? [])]
    t.same(
      made.map(([, before = '']) => /\?\?=$/.test(before)),
      [true, true],
      'ours and that of pi-tui, with the first text that they divide',
    )
  },
)

/** Records what a process loads: ES modules through a hook, CommonJS and node's own by require. */
const TRACE = `
import Module, { register } from 'node:module'
import { appendFileSync } from 'node:fs'
const note = "import { appendFileSync } from 'node:fs'; export async function resolve(specifier, context, next) { const found = await next(specifier, context); appendFileSync(process.env.TRACE_FILE, found.url + '\\\\n'); return found }"
register('data:text/javascript,' + encodeURIComponent(note))
const load = Module._load
Module._load = function (request, ...rest) { appendFileSync(process.env.TRACE_FILE, request + '\\n'); return load.call(this, request, ...rest) }
`

const SLOW = {
  database: /(?:^|\/)libs\/ledger\/|better-sqlite3|^(?:node:)?sqlite$/,
  network:
    /(?:^|\/)libs\/(?:model|relay)\/|node_modules\/(?:openai|undici|fastify|pino)\/|^(?:node:)?(?:net|tls|https?|http2|dgram|dns)$/,
  terminal: /(?:^|\/)libs\/terminal\/|^(?:node:)?(?:readline|tty)(?:\/|$)/,
  'command line': /node_modules\/commander\/|(?:^|\/)apps\/\w+\/program\.ts$/,
  agent: /(?:^|\/)libs\/(?:supervisor|tools|context|workspace|memory)\//,
}

for (const program of Object.keys(ENTRIES)) {
  t.test(`${program} --version and --help load no slow room`, WHEN_ASSEMBLED, async (t) => {
    const { metafile } = await bundled()
    for (const flag of ['--version', '--help']) {
      const folder = t.testdir({ trace: '' })
      const trace = join(folder, 'trace')
      const hook = `data:text/javascript,${encodeURIComponent(TRACE)}`
      const output = execFileSync(
        process.execPath,
        ['--import', hook, `dist/${program}.js`, flag],
        {
          env: { ...process.env, NODE_OPTIONS: '', TRACE_FILE: trace },
        },
      ).toString()
      if (flag === '--version') t.equal(output.trim(), JSON.parse(readText('package.json')).version)
      else t.match(output, /^Usage: /)

      const loaded = readText(trace).trim().split('\n').map(plainName)
      t.ok(
        loaded.some((name) => name === `dist/${program}.js`),
        'the trace works',
      )
      const own = [...new Set(loaded.filter((name) => name.startsWith('dist/')))]
      t.equal(own.length, 2, 'a file costs as much as what it does: the program and one chunk')
      const sources = loaded.flatMap((name) => [
        name,
        ...Object.keys(metafile.outputs[name]?.inputs ?? {}),
      ])
      for (const [what, pattern] of Object.entries(SLOW)) {
        t.same(
          sources.filter((name) => pattern.test(name)),
          [],
          `${flag} loads no ${what}`,
        )
      }
    }
  })
}

for (const program of Object.keys(ENTRIES)) {
  t.test(`${program} --help is the text that commander prints`, WHEN_ASSEMBLED, async (t) => {
    const print = (...flags: string[]) =>
      execFileSync(process.execPath, [`dist/${program}.js`, ...flags]).toString()
    // Only a single flag is answered before the command line is loaded.
    t.equal(print('--help'), print('--help', '--help'))
    t.equal(print('-h'), print('--help'))
    t.equal(print('-V'), print('--version', '--version'))
  })
}

function plainName(url: string): string {
  if (!url.startsWith('file:')) return url
  return fileURLToPath(url).replace(`${process.cwd()}/`, '')
}
