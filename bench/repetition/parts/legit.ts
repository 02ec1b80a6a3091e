import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { seededRandom } from '../../../test/kit/words.js'

export interface LegitText {
  kind: string
  text: string
}

/** What a model is allowed to write in one reply, at 3.5 characters a token, and some more. */
const LONGEST = 28_672
/** Lines `HASH  PATH below node_modules`. */
const PACKAGES = 'bench/repetition/packages.txt'
const FOLDERS = ['libs', 'apps', 'test', 'bench', 'scripts', 'docs']
const READ = /\.(?:ts|mjs|md|json|txt)$/
/** Files whose test run is short and prints points by the hundred. */
const LOGGED = ['test/model/shown.test.ts', 'test/core/nouns.test.ts', 'test/house/hygiene.test.ts']

/** Texts that end by themselves, however alike their lines are: none of them is a loop. */
export function collectLegit(): LegitText[] {
  const files = FOLDERS.flatMap((folder) => filesIn(folder)).concat(
    'README.md',
    'package-lock.json',
  )
  const own = files.flatMap((path) => cut('own files', readFileSync(path, 'utf8')))
  const sources = files.filter((path) => path.startsWith('libs') && path.endsWith('.ts'))
  return [
    ...own,
    ...sources.flatMap((path) => cut('as JSON', JSON.stringify(readFileSync(path, 'utf8')))),
    ...sources.filter((_, n) => n % 8 === 0).flatMap((path) => cut('minified', minify(path))),
    ...packageFiles().flatMap((path) => cut('packages', readFileSync(path, 'utf8'))),
    ...LOGGED.flatMap((path) => cut('test logs', testLog(path))),
    ...generated(),
  ]
}

/**
 * Third-party files that were not used to choose the limits. The list is committed with the hash of each file, so
 * that two runs measure the same texts whatever else is installed.
 * @throws Error that names the first file that is missing or differs
 */
function packageFiles(): string[] {
  const lines = readFileSync(PACKAGES, 'utf8').trimEnd().split('\n')
  return lines.map((line) => {
    const [hash = '', path = ''] = line.split('  ')
    const file = join('node_modules', path)
    const found = existsSync(file) ? hashOf(readFileSync(file)) : 'missing'
    if (found !== hash) throw new Error(`${file} is not the file of ${PACKAGES}. Run npm ci.`)
    return file
  })
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile() && READ.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
}

function cut(kind: string, text: string): LegitText[] {
  const count = Math.ceil(text.length / LONGEST)
  return Array.from({ length: count }, (_, n) => ({
    kind,
    text: text.slice(n * LONGEST, (n + 1) * LONGEST),
  }))
}

function minify(path: string): string {
  const program = 'node_modules/.bin/esbuild'
  return spawnSync(program, ['--minify', path]).stdout?.toString() ?? ''
}

function testLog(path: string): string {
  const args = ['node_modules/tap/dist/esm/run.mjs', 'run', '--reporter=tap', path]
  return spawnSync(process.execPath, args, { maxBuffer: 2 ** 28 }).stdout?.toString() ?? ''
}

function generated(): LegitText[] {
  const random = seededRandom(7)
  const whole = (most: number) => Math.floor(random() * most)
  const pick = <T>(list: readonly T[]) => list[whole(list.length)] as T
  const names = ['alpha', 'beta', 'gamma', 'delta', 'path', 'count', 'index', 'total', 'width']
  const word = () => `${pick(names)}${pick(['', '_id', 'Name', 'List'])}`
  const rows = (count: number, row: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => row(n)).join('\n')
  const code = readFileSync('test/fixtures/repetition/code.txt', 'utf8')
  const header = readFileSync('LICENSE', 'utf8').slice(0, 900)
  const texts: [string, () => string][] = [
    [
      'tables',
      () => rows(200, (n) => `| ${n} | ${word()} | ${whole(1e6)} | ${pick(['yes', 'no'])} |`),
    ],
    ['tables', () => rows(120, () => `| ${word()} | yes | yes | no | yes | yes |`)],
    [
      'CSV',
      () =>
        rows(400, (n) => `${n},2026-01-${1 + (n % 28)},${(random() * 100).toFixed(2)},${word()}`),
    ],
    ['CSV', () => rows(300, () => `${whole(10)},${whole(10)},${whole(10)},${whole(10)}`)],
    [
      'JSON arrays',
      () =>
        JSON.stringify(
          Array.from({ length: 200 }, (_, id) => ({
            id,
            name: word(),
            value: whole(1e4),
            active: random() < 0.5,
          })),
          null,
          2,
        ),
    ],
    [
      'JSON arrays',
      () =>
        JSON.stringify(
          Array.from({ length: 120 }, (_, id) => ({ id, name: `item ${id}`, tags: [] })),
        ),
    ],
    [
      'logs',
      () =>
        rows(
          300,
          (n) =>
            `ok ${n + 1} - ${word()} ${pick(['reads', 'writes', 'keeps'])} ${word()} # time=${whole(90)}ms`,
        ),
    ],
    ['logs', () => rows(300, (n) => `    ok ${n + 1} - should be equal`)],
    [
      'logs',
      () =>
        rows(
          250,
          (n) =>
            `2026-11-21T10:${String(whole(60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}Z INFO request ${whole(1e5)} done in ${whole(300)} ms`,
        ),
    ],
    [
      'near-equal tests',
      () =>
        rows(
          80,
          () =>
            `test('adds ${whole(99)} and ${whole(99)}', () => {\n  assert.equal(add(${whole(99)}, ${whole(99)}), ${whole(199)})\n})`,
        ),
    ],
    [
      'near-equal tests',
      () =>
        rows(60, () => `  it('${word()} of ${word()}', () => expect(run('${word()}')).toBe(true))`),
    ],
    [
      'licence headers',
      () =>
        rows(14, (n) => `// ${'='.repeat(76)}\n${header}\n${code.slice(n * 500, n * 500 + 200)}\n`),
    ],
    [
      'separators',
      () =>
        rows(
          20,
          () =>
            `// ${'='.repeat(80)}\n// ${word()}\n// ${'-'.repeat(80)}\nconst ${word()} = ${whole(1e4)}`,
        ),
    ],
    [
      'drawings',
      () =>
        [
          `+${'-'.repeat(58)}+`,
          ...Array.from({ length: 18 }, () => `|${' '.repeat(58)}|`),
          `+${'-'.repeat(58)}+`,
        ].join('\n'),
    ],
    [
      'drawings',
      () =>
        rows(24, () => Array.from({ length: 64 }, () => pick([' ', ' ', ' ', '#', '*'])).join('')),
    ],
    ['matrices', () => rows(18, () => `  [${Array.from({ length: 18 }, () => '0').join(', ')}],`)],
    [
      'matrices',
      () => rows(60, () => `  [${Array.from({ length: 16 }, () => whole(2)).join(', ')}],`),
    ],
    [
      'base64',
      () => Buffer.from(Array.from({ length: 20_000 }, () => whole(256))).toString('base64'),
    ],
    [
      'base64',
      () =>
        Buffer.concat([
          Buffer.from(Array.from({ length: 400 }, () => whole(256))),
          Buffer.alloc(900),
        ]).toString('base64'),
    ],
    [
      'hex dumps',
      () =>
        rows(
          200,
          (n) =>
            `${(n * 16).toString(16).padStart(8, '0')}  ${Array.from({ length: 16 }, () => whole(256).toString(16).padStart(2, '0')).join(' ')}`,
        ),
    ],
    ['imports', () => rows(120, () => `import { ${word()}, ${word()} } from './${word()}.js'`)],
    [
      'SQL',
      () =>
        rows(
          250,
          (n) => `INSERT INTO people (id, name, age) VALUES (${n}, '${word()}', ${whole(99)});`,
        ),
    ],
    ['switch', () => rows(150, (n) => `    case ${n}:\n      return '${word()}'`)],
    [
      'copies',
      () => {
        const text = readFileSync('test/fixtures/repetition/code.txt', 'utf8')
        return text + text + text
      },
    ],
    [
      'HTML lists',
      () =>
        rows(
          150,
          () => `      <li class="item"><a href="/${word()}/${whole(1e4)}">${word()}</a></li>`,
        ),
    ],
  ]
  return Array.from({ length: 4 }).flatMap(() =>
    texts.map(([kind, make]) => ({ kind, text: make().slice(0, LONGEST) })),
  )
}
