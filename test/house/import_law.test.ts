import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

const ROOT = process.cwd()
const CONFIG = join(ROOT, '.dependency-cruiser.mjs')

interface Law {
  default: { forbidden: { name: string; comment: string }[] }
  LAW: Record<string, unknown>
}
const { default: law, LAW } = (await import(pathToFileURL(CONFIG).href)) as Law

/** Rule -> [file, what it imports]: each breach is one import that the rule, and no other, must name. */
const BREACHES: Record<string, [string, string][]> = {
  'law-libs-core': [['libs/core/a.ts', '#ledger']],
  'law-libs-ledger': [['libs/ledger/a.ts', '#tools']],
  'law-libs-model': [['libs/model/a.ts', '#workspace']],
  'law-libs-workspace': [
    ['libs/workspace/a.ts', '#ledger'],
    ['libs/workspace/b.ts', '#web'],
  ],
  'law-libs-command_line': [['libs/command_line/a.ts', '#terminal']],
  'law-libs-terminal': [['libs/terminal/a.ts', '#supervisor']],
  'law-libs-planner': [['libs/planner/a.ts', '#ledger']],
  'law-libs-pages': [['libs/pages/a.ts', '#ledger']],
  'law-libs-relay': [['libs/relay/a.ts', '#model']],
  'law-libs-memory': [['libs/memory/a.ts', '#tools']],
  'law-libs-skills': [['libs/skills/a.ts', '#tools']],
  'law-libs-web': [['libs/web/a.ts', '#gate']],
  'law-libs-map': [['libs/map/a.ts', '#tools']],
  'law-libs-gate': [['libs/gate/a.ts', '#tools']],
  'law-libs-box': [['libs/box/a.ts', '#workspace']],
  'law-libs-tools': [['libs/tools/a.ts', '#ledger']],
  'law-libs-context': [['libs/context/a.ts', '#model']],
  'law-libs-supervisor': [['libs/supervisor/a.ts', '#terminal']],
  'law-apps-cli': [
    ['apps/cli/a.ts', '#relay'],
    ['apps/cli/b.ts', '#planner'],
    ['apps/cli/c.ts', '#context'],
  ],
  'law-apps-proxy': [['apps/proxy/a.ts', '#ledger']],
  'owner-prompts': [
    ['libs/terminal/p.ts', '@inquirer/prompts'],
    ['apps/proxy/q.ts', '@bomb.sh/tab/commander'],
  ],
  'owner-tokenx': [['libs/context/b.ts', 'tokenx']],
  'owner-better-sqlite3': [['libs/context/e.ts', 'better-sqlite3']],
  'owner-sqlite-vec': [
    ['libs/ledger/f.ts', 'sqlite-vec'],
    ['libs/map/b.ts', 'graphology'],
  ],
  'owner-openai': [['libs/supervisor/b.ts', 'openai']],
  'owner-undici': [['libs/model/b.ts', 'undici']],
  'owner-fastify': [
    ['apps/proxy/b.ts', 'fastify'],
    ['apps/cli/d.ts', 'pino'],
    ['apps/proxy/c.ts', 'close-with-grace'],
  ],
  'owner-picomatch': [
    ['libs/tools/b.ts', 'picomatch'],
    ['libs/tools/d.ts', '@vscode/ripgrep'],
  ],
  'owner-diff': [['libs/supervisor/u.ts', 'diff']],
  'owner-marked': [['libs/supervisor/v.ts', 'marked']],
  'owner-unbash': [['libs/terminal/e.ts', 'unbash']],
  'owner-linkedom': [
    ['libs/tools/g.ts', 'linkedom'],
    ['libs/context/c.ts', '@mozilla/readability'],
    ['libs/workspace/c.ts', 'turndown'],
    ['libs/tools/h.ts', 'turndown'],
  ],
  'owner-tar': [
    ['libs/tools/i.ts', 'tar'],
    ['libs/ledger/e.ts', 'yauzl'],
  ],
  'owner-playwright-core': [['libs/tools/j.ts', 'playwright-core']],
  'owner-web-tree-sitter': [
    ['libs/tools/k.ts', 'web-tree-sitter'],
    ['libs/context/d.ts', '@vscode/tree-sitter-wasm'],
  ],
  'owner-sharp': [['apps/proxy/f.ts', 'sharp']],
  'owner-prom-client': [['apps/proxy/g.ts', 'prom-client']],
  'owner-commander': [['libs/terminal/c.ts', 'commander']],
  'owner-env-paths': [['libs/ledger/b.ts', 'env-paths']],
  'owner-picocolors': [['libs/supervisor/c.ts', 'picocolors']],
  'owner-pi-tui': [['libs/supervisor/t.ts', '@mariozechner/pi-tui/dist/utils.js']],
  'owner-child_process': [
    ['libs/tools/e.ts', 'node:child_process'],
    ['libs/relay/d.ts', 'child_process'],
  ],
  'owner-readline': [
    ['apps/cli/e.ts', 'node:readline/promises'],
    ['libs/supervisor/d.ts', 'node:tty'],
  ],
  'owner-net': [
    ['libs/supervisor/e.ts', 'node:http'],
    ['libs/tools/f.ts', 'node:net'],
    ['libs/workspace/d.ts', 'node:http'],
  ],
  'room-unknown': [['libs/utils/a.ts', 'node:path']],
  'package-unowned': [['libs/core/b.ts', 'esbuild']],
  pure: [['libs/planner/b.ts', 'node:fs']],
  'index-only': [['libs/memory/c.ts', '../ledger/inner.js']],
  'hash-only': [['libs/memory/d.ts', '../ledger/index.js']],
  'own-index': [['libs/ledger/d.ts', './index.js']],
  'apps-are-ends': [
    ['apps/proxy/e.ts', '../cli/main.js'],
    ['libs/relay/b.ts', '../../apps/proxy/main.js'],
  ],
  'product-only': [['libs/core/c.ts', '../../test/kit.js']],
  'no-circular': [['libs/core/d.ts', './d2.js']],
  resolvable: [['libs/core/e.ts', '#nowhere']],
}

/** Imports that the law allows, one of each sort. */
const ALLOWED: [string, string][] = [
  ['libs/ledger/ok.ts', '#core'],
  ['libs/ledger/ok2.ts', 'better-sqlite3'],
  ['libs/ledger/ok3.ts', './inner.js'],
  ['libs/workspace/ok.ts', 'node:child_process'],
  ['libs/web/ok.ts', 'node:https'],
  ['libs/supervisor/ok.ts', '#context'],
  ['libs/terminal/ok.ts', 'node:readline'],
  ['libs/core/ok.ts', 'zod'],
  ['libs/planner/ok.ts', 'node:assert'],
  ['apps/cli/ok.ts', '#supervisor'],
  ['apps/cli/ok2.ts', 'node:child_process'],
  ['apps/proxy/ok.ts', 'commander'],
  ['apps/proxy/ok2.ts', 'node:child_process'],
  ['libs/relay/ok.ts', 'prom-client'],
  ['libs/box/ok.ts', '#relay'],
  ['libs/tools/ok.ts', '#gate'],
]

/** Breaches that cannot help breaking a second rule as well. */
const ALSO: Record<string, string[]> = {
  // To enter by the wrong door is also to enter without its name.
  'libs/memory/c.ts': ['hash-only'],
}

// That the tree itself keeps the law is checked by `npm run check`.
t.test('row 22: every rule of the import law catches its breach and nothing else', async (t) => {
  const files: Record<string, string> = { 'test/kit.ts': 'export const kit = 1\n' }
  for (const room of Object.keys(LAW)) {
    files[`${room}/${room.startsWith('libs/') ? 'index' : 'main'}.ts`] = 'export const door = 1\n'
  }
  files['libs/ledger/inner.ts'] = 'export const inner = 1\n'
  files['libs/core/d2.ts'] = "import './d.js'\n"
  for (const [file, target] of [...Object.values(BREACHES).flat(), ...ALLOWED]) {
    files[file] = `import '${target}'\n`
  }
  const tree = t.testdir()
  for (const name of ['package.json', 'tsconfig.json']) copyFileSync(name, join(tree, name))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(tree, file)), { recursive: true })
    writeFileSync(join(tree, file), text)
  }

  const found = cruise(tree)
  const rules = law.forbidden.map((rule) => rule.name)
  t.same(
    rules.filter((name) => !(name in BREACHES)),
    [],
    'every rule has a breach in this test',
  )
  for (const [rule, breaches] of Object.entries(BREACHES)) {
    for (const [file, target] of breaches) {
      const named = found.filter((violation) => violation.from === file).map(({ rule }) => rule)
      const wanted = [rule, ...(ALSO[file] ?? [])].sort()
      t.same([...new Set(named)].sort(), wanted, `${file} -> ${target}`)
    }
  }
  const blamed = new Set(found.map(({ from }) => from))
  for (const [file, target] of ALLOWED) t.notOk(blamed.has(file), `${file} -> ${target} is allowed`)
})

t.test('each rule carries its reason', async (t) => {
  for (const rule of law.forbidden) t.match(rule.comment, /.{40,}\.$/, rule.name)
})

interface Violation {
  rule: string
  from: string
  to: string
}

function cruise(folder: string): Violation[] {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const rooms = ['libs', 'apps'].filter((name) => existsSync(join(folder, name)))
  const args = [program, '--config', CONFIG, '--output-type', 'json', ...rooms]
  const output = execFileSync(process.execPath, args, { cwd: folder, maxBuffer: 64 << 20 })
  const { summary } = JSON.parse(output.toString())
  return summary.violations.map(
    (violation: { rule: { name: string }; from: string; to: string }) => ({
      rule: violation.rule.name,
      from: violation.from,
      to: violation.to,
    }),
  )
}
