import { randomUUID } from 'node:crypto'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import t from 'tap'
import { type Mode, resolveSettings, systemClock } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools, type Tool, type ToolContext } from '#tools'
import { NO_WEB } from '#web'
import { openWorkspace, type Workspace } from '#workspace'
import { LONG_MS, ROTATION } from '../kit/rotation.js'
import { plainFolder, plantTree, SECRET } from './tree.js'

const AWAY = `PLANTED_OUTSIDE_${randomUUID()}`
/** Another one each day, so that a run can be repeated. */
const seed = Number(process.env.ORACLE_SEED ?? ROTATION)
const runs = Number(process.env.ORACLE_RUNS ?? 1_000)
const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())

const base = plainFolder('oracle')
t.teardown(() => rmSync(base, { recursive: true, force: true }))
const { work, home } = plantTree(base)
const DENIED_FOLDERS = ['secrets', '.git', 'cl\u00e9s', 'cle\u0301s']
for (const name of ['cl\u00e9s', 'cle\u0301s']) {
  mkdirSync(join(work, name))
  writeFileSync(join(work, name, 'k.txt'), SECRET)
}
writeFileSync(join(work, 'caf\u00e9.txt'), 'coffee\n')
writeFileSync(join(base, 'away/note.txt'), AWAY)
writeFileSync(join(home, 'notes.txt'), AWAY)
for (const [at, to] of [
  ['away/back', '../work'],
  ['away/open.lnk', '../work/README.md'],
  ['work/src/up', '..'],
  ['work/loop', 'loop'],
  ['work/ok.lnk', 'README.md'],
  ['work/docs.lnk', join(work, 'docs')],
  ['work/ghost.lnk', '../away/ghost.txt'],
  ['work/ghost2.lnk', 'secrets/ghost.txt'],
  ['work/twice.lnk', 'src/up/notes.lnk'],
] as const)
  symlinkSync(to, join(base, at))
linkSync(join(work, 'docs/guide.md'), join(work, 'hardok.txt'))
linkSync(join(work, 'secrets/token.txt'), join(work, 'src/hard.ts'))

const deny = [...resolveSettings([]).deny, 'secrets/', 'cl\u00e9s/']
const env = { ...process.env, HOME: home }
// No ripgrep: a process for each search would take most of the time.
const workspace = openWorkspace({ root: work, deny, env, engine: 'walk' })

/** Every place of the tree once, as the disk has it; links are not followed. */
function* placesIn(folder: string): Generator<string> {
  yield folder
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* placesIn(path)
    else if (entry.isFile()) yield path
  }
}

const idOf = ({ dev, ino }: Stats) => `${dev}:${ino}`
const isPlanted = (path: string) =>
  lstatSync(path).isFile() && readFileSync(path, 'utf8').includes(SECRET)
const denied = new Set([
  ...[...placesIn(work), ...placesIn(home)].filter(isPlanted).map((path) => idOf(statSync(path))),
  ...DENIED_FOLDERS.map((name) => idOf(statSync(join(work, name)))),
])

/** Folders and files that no write may change, and how they are now. */
function guarded(): string {
  const folders = [join(base, 'away'), home, ...DENIED_FOLDERS.map((name) => join(work, name))]
  const inside = [...placesIn(work)].filter((path) => denied.has(idOf(statSync(path))))
  return [...folders.flatMap((folder) => [...placesIn(folder)]), ...inside]
    .map((path) => (lstatSync(path).isFile() ? `${path} ${readFileSync(path, 'utf8')}` : path))
    .join('\n')
}

const ROUTES = [
  ...['.env', '.env.local', 'config/prod.pem', 'secrets/token.txt', '.git/config', '.git'],
  ...['packages/api/.env', 'cl\u00e9s/k.txt', 'cle\u0301s/k.txt', 'secrets', 'secrets/new.txt'],
  ...['~/.ssh/id_rsa', '~/.npmrc', '~/notes.txt', '$HOME/.ssh/id_rsa', '../home/.ssh/id_rsa'],
  ...['README.md', 'src/app.ts', 'src/util/deep.ts', 'docs/guide.md', 'caf\u00e9.txt', 'src'],
  ...['cafe\u0301.txt', 'id_rsa.md', 'src/environment.ts', 'new.txt', 'new/deep.txt', '.', '..'],
  ...['notes.lnk', 'twice.lnk', 'public/token.txt', 'public', 'hard.txt', 'src/hard.ts'],
  ...['ok.lnk', 'docs.lnk/guide.md', 'hardok.txt', 'ghost.lnk', 'ghost2.lnk', 'loop', 'loop/x'],
  ...['vendor/note.txt', 'vendor', 'vendor/new.txt', 'vendor/back/.env', 'vendor/back/README.md'],
  ...['vendor/back/src/app.ts', 'vendor/back/vendor/note.txt', 'vendor/open.lnk', 'src/up/.env'],
  ...[
    'src/up/src/up/README.md',
    '../away/note.txt',
    '../work//.env',
    '../work/README.md',
    '~',
    '/',
  ],
  ...['/etc/hostname', '/.env', '/README.md', '/proc/self/cwd/package.json', '', ' ', './-'],
] as const
const DETOURS = [
  ...['', './', 'src/../', 'src/util/../../', 'nothere/../', 'vendor/back/', 'src/up/', '../work/'],
  ...['.//', 'docs.lnk/../', 'public/../', 'ok.lnk/../', 'vendor/../', `${work}/`, `/${work}//`],
  ...[`${work}/vendor/back/src/../`, `${base}/away/back/`, '~/../work/', 'secrets/../', 'loop/../'],
]
const TAILS = ['', '', '', '/', '/.', '//', '/../', '/..//./', ' ', '\n', '\0', '/x/..', '\\']
const TWISTS: readonly ((part: string) => string)[] = [
  ...Array.from({ length: 6 }, () => (part: string) => part),
  (part) => `./${part}`,
  (part) => `/${part}`,
  (part) => `${part}/../${part}`,
  (part) => part.toUpperCase(),
  (part) => part.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  (part) => part.normalize('NFD'),
  (part) => part.normalize('NFC'),
  (part) => `nothere/../${part}`,
]
/** Spellings of what is free, that no name in them speaks against. */
const mild = fc
  .tuple(
    fc.constantFrom(
      ...['', './', 'src/../', './/', 'vendor/back/', 'src/up/', `${work}//`, '~/../work/'],
    ),
    fc.constantFrom(
      ...[
        'README.md',
        'src/app.ts',
        'docs.lnk/guide.md',
        'hardok.txt',
        'ok.lnk',
        'src',
        'caf\u00e9.txt',
        'src//util/./deep.ts',
        'id_rsa.md',
      ],
    ),
    fc.constantFrom('', '', '/', '/.'),
  )
  .map((parts) => parts.join(''))
const wild = fc
  .record({
    route: fc.constantFrom(...ROUTES),
    detours: fc.array(fc.constantFrom(...DETOURS), { maxLength: 2 }),
    twists: fc.array(fc.nat(TWISTS.length - 1), { minLength: 6, maxLength: 6 }),
    tail: fc.constantFrom(...TAILS),
  })
  .map(({ route, detours, twists, tail }) => {
    const parts = route.split('/')
    const twisted = parts.map((part, at) =>
      part === '' || part === '~' ? part : (TWISTS[twists[at % 6] ?? 0] ?? String)(part),
    )
    const isFixed = /^[/~$]/.test(route)
    // A place in a home, or an absolute one, is not below anything.
    return `${isFixed ? '' : detours.join('')}${twisted.join('/')}${tail}`
  })

const spelling = fc.oneof({ weight: 1, arbitrary: mild }, { weight: 3, arbitrary: wild })

/** What the kernel reaches by a spelling: what is there, or the folder in which it would be made. */
function reached(given: string): { id: string; folder: string; isNew: boolean } | null {
  const named = /^~(\/|$)/.test(given) ? home + given.slice(1) : given
  const full = named.startsWith('/') ? named : `${work}/${named}`
  // Tools take `file/` and `file/.` for the file, as people mean it.
  const plain = full.replace(/(?:\/+\.?)+$/, '')
  // `/name` is the project's where the machine has no such name (row 151).
  const isOurs = /^\/+[^/]+\/*$/.test(full) && look(plain) === null
  const bare = isOurs ? `${work}/${plain.replace(/^\/+/, '')}` : plain
  const holder = look(bare.slice(0, bare.lastIndexOf('/')) || '/')
  const folder = holder === null ? '' : idOf(holder)
  for (const path of [full, bare]) {
    const found = look(path)
    if (found !== null) return { id: idOf(found), folder, isNew: false }
  }
  return holder?.isDirectory() ? { id: folder, folder, isNew: true } : null
}

function look(path: string): Stats | null {
  try {
    return statSync(path)
  } catch {
    return null
  }
}

type Make = (path: string) => Record<string, unknown>
const READS: Record<string, Make> = {
  read_file: (path) => ({ path }),
  list_dir: (path) => ({ path }),
  grep: (path) => ({ pattern: '.', path }),
  glob: (path) => ({ pattern: '**/*', path }),
  find_and_read: (path) => ({ pattern: 'PLANTED', path }),
  search_and_read: (path) => ({ pattern: '.', path }),
}
const WRITES: Record<string, Make> = {
  write_file: (path) => ({ path, content: 'written\n' }),
  append_file: (path) => ({ path, content: 'more\n' }),
  edit_notebook: (path) => ({ path, cell: 1, source: 'x' }),
  patch_file: (path) => ({ path, old_str: 'a', new_str: 'b', replace_all: true }),
  read_and_patch: (path) => ({ path, old_str: 'e', new_str: 'b' }),
  multi_edit: (path) => ({
    edits: [
      { path: 'src/util/deep.ts', old_str: '2', new_str: '3' },
      { path, old_str: 'e', new_str: 'b' },
    ],
  }),
}
/** Judged by the gate, not run: a browser, a network, a type checker, an index of the tree. */
const JUDGED: Record<string, Make> = {
  explain_symbol: (path) => ({ name: 'total', path }),
  screenshot: (path) => ({ path }),
  download_file: (path) => ({ url: 'http://h.example/x', dest: path }),
  diagnostics: (path) => ({ path }),
  create_and_run: (path) => ({ path, content: 'x', command: 'true' }),
}

function judge(name: string, given: Record<string, unknown>, mode: Mode) {
  const checked = registry.validate({ id: 'c', name, arguments: given })
  if (!checked.ok) return null
  const { tool, input } = checked
  const request = gateRequest({
    tool,
    input,
    workspace,
    programs,
    session: { mode, allow: [], approved: [] },
  })
  return { tool, input, request, ...decide(request) }
}

function contextOf(at: Workspace): ToolContext {
  return {
    workspace: at,
    signal: new AbortController().signal,
    resultTokens: 4_000,
    clock: systemClock,
    vision: null,
    web: NO_WEB,
    onRequest: () => {},
    onSpawn: () => {},
    onOutput: () => {},
    onEnd: () => {},
  }
}

/** What a run shows: its text and the payloads that would be kept. */
async function shownBy(tool: Tool, input: Record<string, unknown>, at: Workspace): Promise<string> {
  const { text, evidence = [] } = await tool.run(input, contextOf(at))
  return [text, ...evidence.map(({ payload }) => payload.toString('utf8'))].join('\n')
}

/** Why an allowed call is wrong by what the kernel reaches; null: it is right. */
function inodeError(path: string, mode: Mode): string | null {
  const at = reached(path)
  if (at === null) return null
  if (denied.has(at.id)) return 'it reaches a denied place'
  return mode === 'yolo' || insideIds().has(at.id) ? null : 'it reaches a place outside'
}

function insideIds(): Set<string> {
  return new Set([...placesIn(work)].map((place) => idOf(statSync(place))))
}

/** Is it spelled by a name that a rule covers, whatever it leads to? Then a deny is the contract's. */
function looksDenied(path: string): boolean {
  const named = path.replace(/^~(?=\/|$)/, home)
  const names = [...resolve(work, named).slice(base.length).split('/'), ...path.split('/')]
  const covered = /^(?:\.env(?:\..*)?|.*\.pem|secrets|public|\.git|cl\u00e9s|\.ssh|\.npmrc|\.aws)$/i
  return names.some((name) => covered.test(name.normalize('NFC').trim()))
}

t.test(
  'rows 191 and 196: a tool is held to the inode that the spelling of its path reaches',
  { timeout: LONG_MS },
  async (t) => {
    t.comment(`ORACLE_SEED=${seed} ORACLE_RUNS=${runs}`)
    const tally = { allow: 0, ask: 0, deny: 0, benign: 0 }
    const before = guarded()
    const tools = fc.constantFrom(...Object.entries({ ...READS, ...WRITES, ...JUDGED }))
    const modes = fc.constantFrom<Mode>('default', 'acceptEdits', 'plan', 'yolo')
    const held = fc.asyncProperty(spelling, tools, modes, async (path, [name, make], mode) => {
      const judged = judge(name, make(path), mode)
      if (judged === null) return
      const { tool, input, request, decision, reason } = judged
      tally[decision] += 1
      const at = reached(path)
      const isFree =
        at !== null && !at.isNew && inodeError(path, 'default') === null && !looksDenied(path)
      if (isFree && mode !== 'plan') {
        tally.benign += 1
        if (decision === 'deny') throw new Error(`a free place was denied: ${reason}`)
        // A link that lies outside is asked although it leads back in.
        const isPlain = insideIds().has(at.folder)
        if (name in READS && isPlain && decision !== 'allow')
          throw new Error(`a free read: ${reason}`)
      }
      if (decision !== 'allow') return
      const error = inodeError(path, mode)
      if (error !== null) throw new Error(`allowed, and ${error}`)
      const outside = request.accesses.filter((access) => !access.inside)
      const open = workspace.permit(outside.map(({ absolute }) => absolute))
      if (name in READS) {
        const shown = await shownBy(tool, input, open)
        if (shown.includes(SECRET)) throw new Error('it shows what is denied')
        if (mode !== 'yolo' && shown.includes(AWAY)) throw new Error('it shows what is outside')
      }
      if (!(name in WRITES) || mode === 'yolo') return
      const { edits = [] } = await tool.run(input, contextOf(workspace))
      workspace.applyEdits(edits, { tempTag: 'i_oracle' })
      if (guarded() !== before) throw new Error(`it changed what is not its own (${reason})`)
      workspace.applyEdits(
        edits.map(({ before: after, after: was, ...edit }) => ({ ...edit, before: was, after })),
        { tempTag: 'i_oracle' },
      )
    })
    const outcome = await fc.check(held, { numRuns: runs, seed })
    t.equal(
      outcome.failed ? `${outcome.errorInstance} ${JSON.stringify(outcome.counterexample)}` : '',
      '',
    )
    t.comment(JSON.stringify(tally))
    t.ok(tally.allow > runs / 20 && tally.deny > runs / 10 && tally.benign > runs / 10)
  },
)

t.test('no tool that takes a path is left out', async (t) => {
  const taking = registry.list().filter(({ input }) => 'path' in input.shape)
  const others = registry
    .list()
    .filter(({ input }) => 'dest' in input.shape || 'edits' in input.shape)
  for (const { name } of [...taking, ...others])
    t.ok(name in READS || name in WRITES || name in JUDGED, name)
  t.ok(taking.length + others.length >= 11)
})
