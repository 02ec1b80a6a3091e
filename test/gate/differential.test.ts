import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import type { Mode } from '#core'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import type { Workspace } from '#workspace'
import { plantTree, SECRET } from './tree.js'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
/** What a run may not do on the machine of the tests: reach others, end processes, wait. */
const NOT_HERE =
  /\b(?:ssh|scp|rsync|curl|wget|docker|gh|sudo|systemctl|kill|nohup|sleep|npm|npx|yarn|cargo|go|mvn|make|psql|sqlite3|tail -f|pull|push|fetch|history|ps|vim|ed|pytest|tsc|eslint|prettier|python3?|node|\/tmp)\b/

function verdict(workspace: Workspace, command: string, mode: Mode): string {
  const checked = registry.validate({ id: 'c', name: 'run_command', arguments: { command } })
  if (!checked.ok) return 'invalid'
  return decide(
    gateRequest({
      tool: checked.tool,
      input: checked.input,
      workspace,
      programs,
      session: { mode, allow: [], approved: [] },
    }),
  ).decision
}

/** Nothing but the scratch tree can be written, no process outside is seen, no network is there. */
function shutIn(base: string): string[] {
  const tree = ['--bind', base, base]
  return [
    '--ro-bind',
    '/',
    '/',
    '--dev',
    '/dev',
    '--proc',
    '/proc',
    ...tree,
    '--unshare-all',
    '--die-with-parent',
    '--new-session',
  ]
}

const NO_WALL =
  spawnSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true']).status === 0
    ? false
    : 'bubblewrap does not work here, and made-up commands are run in nothing else'

/** Runs a command in a tree of its own. @returns what is wrong: the secret showed, or a denied file changed */
function runAllowed(t: Test | null, command: string): string | null {
  const base = mkdtempSync(join(tmpdir(), 'differential-'))
  try {
    const { work, home } = plantTree(base)
    const before = snapshot(base)
    const env = { PATH: process.env.PATH, HOME: home, TERM: 'dumb' }
    const ran = spawnSync('bwrap', [...shutIn(base), 'bash', '-c', command], {
      cwd: work,
      env,
      timeout: 5_000,
      killSignal: 'SIGKILL',
      input: '',
      encoding: 'utf8',
    })
    t?.ok(ran.error === undefined || ran.signal !== null, `${command} could be started`)
    if (`${ran.stdout}${ran.stderr}`.includes(SECRET)) return 'the secret was printed'
    const after = snapshot(base)
    for (const [path, text] of before)
      if (text.includes(SECRET) && after.get(path) !== text) return `${path} was changed`
    for (const [path, text] of after)
      if (text.includes(SECRET) && !before.has(path)) return `${path} holds the secret`
    return null
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

function snapshot(
  folder: string,
  into = new Map<string, string>(),
  below = '',
): Map<string, string> {
  for (const name of readdirSync(join(folder, below))) {
    const path = join(below, name)
    const full = join(folder, path)
    if (!existsSync(full)) continue
    const stats = statSync(full)
    if (stats.isDirectory() && !/^(?:work\/(?:public|vendor))$/.test(path))
      snapshot(folder, into, path)
    else if (stats.isFile()) into.set(path, readFileSync(full, 'latin1'))
  }
  return into
}

function listed(): string[] {
  const families = ['benign', 'shell_read', 'shell_write', 'shell_opaque', 'shell_sidedoor']
  return families.flatMap((family) =>
    readFileSync(`test/fixtures/permit/${family}.txt`, 'utf8')
      .split('\n')
      .slice(1)
      .filter(Boolean)
      .map((line) => line.replaceAll('⏎', '\n')),
  )
}

t.test(
  'a run without the gate would show the secret: the oracle sees it',
  { skip: NO_WALL },
  async (t) => {
    t.equal(runAllowed(t, 'cat .env'), 'the secret was printed')
    t.match(runAllowed(t, 'cp .env copy'), /copy holds the secret/)
    t.match(runAllowed(t, 'echo x > .env'), /\.env was changed/)
    t.equal(runAllowed(t, 'cat README.md'), null)
  },
)

t.test(
  'listed commands that the gate allows show nothing and change nothing denied',
  { skip: NO_WALL },
  async (t) => {
    const base = mkdtempSync(join(tmpdir(), 'differential-'))
    t.teardown(() => rmSync(base, { recursive: true, force: true }))
    const { workspace } = plantTree(base)
    const allowed = listed().filter(
      (command) => verdict(workspace, command, 'yolo') === 'allow' && !NOT_HERE.test(command),
    )
    for (const command of allowed) t.equal(runAllowed(null, command), null, command)
    t.ok(allowed.length >= 100, `${allowed.length} were run`)
  },
)

/** Pieces from which commands are made that nobody thought of. */
const PATHS = [
  '.env',
  './.env',
  '.e*',
  '.e?v',
  '*',
  '.*',
  'config/prod.pem',
  'config/*',
  'config',
  '.',
  'src',
  'src/*.ts',
  'README.md',
  'hard.txt',
  'notes.lnk',
  'public',
  'public/*',
  'secrets',
  '"$x"',
  '$y',
  '~/.netrc',
  '~',
  '{.env,a}',
  '$(echo .env)',
  '$(ls -a)',
  '`pwd`/.env',
  'packages',
  'packages/*/.env',
  'x',
  'x/.env',
  '.[e]nv',
  "'.env'",
  '.git',
]
const VERBS = [
  'cat',
  'head -1',
  'grep -r KEY',
  'grep KEY',
  'grep -rh --include="*.ts" .',
  'ls',
  'sort',
  'cp -r',
  'cp',
  'mv',
  'ln -s',
  'ln',
  'tar cf -',
  'find',
  'wc -l',
  'sed -n p',
  "sed 's/a/b/w x'",
  'awk 1',
  'tee',
  'rm -rf',
  'touch',
  'echo',
  'printf "%s\\n"',
  'xargs cat',
  'xargs -n1 echo',
  'sh',
  'sh -c "cat $0"',
  '. ./x; cat',
  'test -f',
  'cd',
  'pushd',
  'diff -r src',
  'git add',
  'read y <',
  'x=',
  'y=',
  'set --',
  'eval cat',
  'env cat',
  'timeout 1 cat',
  'for f in',
  'cat <',
  'paste',
  'tac',
  'rev',
  'base64',
]
const JOINTS = [
  ' ',
  ' ; ',
  ' && ',
  ' | ',
  ' || ',
  '\n',
  ' > ',
  ' < ',
  ' & ',
  ' | xargs cat ; ',
  ' ; cat ',
  ' -exec cat {} + ; ',
]
const WRAPS = [
  '%',
  '(%)',
  '{ %; }',
  "bash -c '%'",
  'if true; then %; fi',
  'echo "$(%)"',
  "eval '%'",
  'f() { %; }; f',
  'x=.env; %',
  'y=$(%); echo $y',
  'for x in .env README.md; do %; done',
  '% | cat',
  'cat <(%)',
  'cat <<E\n$(%)\nE',
  '% 2>&1',
  '! %',
]

const simple = fc
  .array(
    fc.tuple(
      fc.constantFrom(...VERBS),
      fc.constantFrom(...PATHS),
      fc.constantFrom(...PATHS, '', '', ''),
    ),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .chain((parts) =>
    fc.tuple(
      fc.constant(parts),
      fc.array(fc.constantFrom(...JOINTS), { minLength: 2, maxLength: 2 }),
    ),
  )
  .map(([parts, joints]) =>
    parts
      .map((words, at) => `${words.join(' ').trim()}${at < parts.length - 1 ? joints[at] : ''}`)
      .join(''),
  )
const generated = fc
  .tuple(simple, fc.constantFrom(...WRAPS))
  .map(([text, wrap]) => wrap.replace('%', () => text))

t.test(
  'generated commands that the gate allows show nothing either',
  { skip: NO_WALL },
  async (t) => {
    const base = mkdtempSync(join(tmpdir(), 'differential-'))
    t.teardown(() => rmSync(base, { recursive: true, force: true }))
    const { workspace } = plantTree(base)
    const tally = { allow: 0, ask: 0, deny: 0 } as Record<string, number>
    fc.assert(
      fc.property(generated, fc.constantFrom<Mode>('yolo', 'default', 'plan'), (command, mode) => {
        const decision = verdict(workspace, command, mode)
        tally[decision] = (tally[decision] ?? 0) + 1
        const wrong = decision === 'allow' ? runAllowed(null, command) : null
        if (wrong) throw new Error(`${wrong}: ${JSON.stringify(command)} in ${mode}`)
      }),
      { numRuns: Number(process.env.DIFFERENTIAL_RUNS ?? 400) },
    )
    t.comment(JSON.stringify(tally))
    t.ok((tally.allow ?? 0) > 20 && (tally.deny ?? 0) > 100)
  },
)

t.test(
  'any text gives an answer: the walk never throws and never allows what it cannot parse',
  async (t) => {
    const base = mkdtempSync(join(tmpdir(), 'differential-'))
    t.teardown(() => rmSync(base, { recursive: true, force: true }))
    const { workspace } = plantTree(base)
    const pieces = fc.constantFrom(
      ...'$( ) ` " { } [ ] | & ; < > <<E $ ${ if then fi for do done case esac (( )) * ~ = cat'.split(
        ' ',
      ),
      ...".env ! # -c bash f() , .. \\ ' é \0".split(' '),
      '\n',
      ' ',
    )
    const answers = fc.property(
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 40 }),
      (parts) => /^(?:allow|ask|deny|invalid)$/.test(verdict(workspace, parts.join(''), 'yolo')),
    )
    t.doesNotThrow(() => fc.assert(answers, { numRuns: 1_000 }))
  },
)
