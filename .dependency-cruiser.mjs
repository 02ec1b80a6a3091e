/**
 * The import law. Two tables say who may enter which room and who owns which dependency;
 * everything below them turns each line into a rule. ARCHITECTURE.md tells the picture,
 * test/house/import_law.test.ts proves that each rule catches its breach.
 */

/** Room -> [rooms of ours that it may enter, why not more]. */
export const LAW = {
  'libs/core': [[], 'core holds what all share; if it knew one of them, all would depend on it'],
  'libs/ledger': [['core'], 'the ledger stores rows; it knows no tool, no model and no screen'],
  'libs/model': [['core'], 'text in, one reply out; the model room knows no files'],
  'libs/workspace': [['core'], 'the tree and its processes; who asks is not its task'],
  'libs/terminal': [['core'], 'it is handed events and answers questions; it starts nothing'],
  'libs/planner': [['core'], 'pure judgement over values that it is given'],
  'libs/pages': [['core'], 'pages are handed their data'],
  'libs/command_line': [['core'], 'words become a command; what it does is not its task'],
  'libs/relay': [['core'], 'the proxy runs on another machine, without any of the agent'],
  'libs/memory': [
    ['core', 'ledger', 'map', 'workspace'],
    'what is known works alone: it reads ledger rows, definitions and notes, and asks no model',
  ],
  'libs/skills': [
    ['core'],
    'texts of the person for the model; which of them a prompt has is not its task',
  ],
  'libs/web': [
    ['core', 'workspace'],
    'pages, archives and pictures; the tree itself is the workspace',
  ],
  'libs/map': [['core', 'workspace'], 'it reads the tree; what a model sees of it is not its task'],
  'libs/gate': [
    ['core', 'workspace', 'web'],
    'it judges which paths, commands and addresses a call would touch; it runs nothing',
  ],
  'libs/tools': [
    ['core', 'workspace', 'gate', 'web', 'map'],
    'a tool returns values; only the supervisor commits',
  ],
  'libs/context': [
    ['core', 'memory', 'planner', 'workspace'],
    'a prompt is made from what is remembered, planned and seen; asking is not its job',
  ],
  'libs/supervisor': [
    [
      'core',
      'ledger',
      'model',
      'workspace',
      'web',
      'gate',
      'tools',
      'memory',
      'planner',
      'context',
      'map',
      'skills',
    ],
    'the one loop; it yields events and knows no screen',
  ],
  'apps/cli': [
    [
      'core',
      'command_line',
      'ledger',
      'model',
      'workspace',
      'web',
      'gate',
      'tools',
      'memory',
      'terminal',
      'pages',
      'supervisor',
      'map',
      'skills',
    ],
    'the laptop has no proxy in it, and the loop alone calls context and planner',
  ],
  'libs/box': [['core', 'relay'], 'what the owner of a GPU box runs; the server starts no process'],
  'apps/proxy': [
    ['core', 'command_line', 'relay', 'box', 'pages', 'terminal'],
    'the GPU box has no agent on it; rows of a terminal break its errors',
  ],
}

/** [npm packages, rooms that may import them, why]. A package that is in no line may not be used. */
export const OWNERS = [
  [['zod'], ['libs', 'apps'], 'schemas are beside their values'],
  [
    ['@inquirer/prompts', '@bomb.sh/tab'],
    ['apps/cli'],
    'questions of init and completion of shells, each loaded by its command alone',
  ],
  [['tokenx'], ['libs/core'], 'one estimate of tokens for all'],
  [
    ['better-sqlite3'],
    // libs/relay: usage by person and day, and the lock of the token store, on a box that has no ledger.
    // libs/memory: a library of its own, which other programs open without a ledger.
    ['libs/ledger', 'libs/relay', 'libs/memory'],
    'the state of a run lives only in the ledger; the proxy and the memory keep files of their own',
  ],
  [
    ['sqlite-vec', 'graphology'],
    ['libs/memory'],
    'vectors and graph of the memory, loaded when used',
  ],
  [['openai'], ['libs/model'], 'one client for the one endpoint'],
  [
    ['fastify', 'pino', 'close-with-grace'],
    ['libs/relay'],
    'the server side, far too slow to load on the laptop',
  ],
  [['undici'], ['libs/relay', 'libs/box'], 'the proxy and its owner speak to the engine'],
  [['picomatch', '@vscode/ripgrep'], ['libs/workspace'], 'paths and changes have one meaning'],
  [
    ['diff'],
    // libs/terminal: marks the words in a difference that libs/workspace computed; it compares no files.
    ['libs/workspace', 'libs/terminal'],
    'changes are computed in one place, and shown in one place',
  ],
  [
    ['marked', 'highlight.js', 'get-east-asian-width'],
    ['libs/terminal'],
    'only what shows text on a screen reads its Markdown, colours its code and counts its columns',
  ],
  [
    ['unbash'],
    ['libs/workspace', 'libs/gate'],
    'one grammar of commands: for what a test run proved, and for the gate',
  ],
  [
    ['linkedom', '@mozilla/readability', 'turndown', '@joplin/turndown-plugin-gfm'],
    ['libs/web'],
    'pages become text in one worker, loaded with the first of them',
  ],
  [['tar', 'yauzl'], ['libs/web'], 'archives are read under caps, loaded with the first of them'],
  [
    ['playwright-core'],
    ['libs/web'],
    'types only: the package is optional and is located when the first picture is taken',
  ],
  [
    ['web-tree-sitter', '@vscode/tree-sitter-wasm', '@repomix/tree-sitter-wasms'],
    ['libs/map'],
    'one index of definitions, parsed in its own thread',
  ],
  [['sharp'], ['libs/relay'], 'pictures are decoded on the GPU box, loaded with the first of them'],
  [['prom-client'], ['libs/relay'], 'only the proxy is scraped, loaded with its server'],
  [
    ['commander'],
    ['apps/cli', 'apps/proxy', 'libs/command_line'],
    'the two programs declare their commands, one library reads the words',
  ],
  [['env-paths'], ['apps/cli'], 'where files live is read once, at the door'],
  [
    ['@mariozechner/pi-tui'],
    ['libs/terminal'],
    'the editor and the names of keys; its screen is not used, see docs/design/terminal.md',
  ],
  [['picocolors'], ['apps/cli', 'libs/terminal'], 'only what writes to a terminal has colours'],
]

/** [node modules, rooms that may import them, why]. Modules in no line are free to all. */
export const BUILTINS = [
  [
    ['child_process'],
    // apps/cli: `aircoder demo` starts the proxy as a second process of its own.
    // apps/proxy: setup, doctor and plan ask systemctl, useradd and nvidia-smi; the server never does.
    ['libs/workspace', 'apps/cli', 'apps/proxy'],
    'processes are started and ended in one place, which knows their groups and deadlines',
  ],
  // libs/command_line: asks at the exit whether a terminal is still there.
  [['readline', 'tty'], ['libs/terminal', 'libs/command_line'], 'one reader of keys'],
  [
    ['net', 'http', 'https', 'http2', 'tls', 'dgram', 'dns'],
    // libs/web: pages and downloads, after it has checked every address.
    ['libs/model', 'libs/relay', 'libs/web'],
    'bytes leave this machine in few, known places',
  ],
]

/** Modules that a room of pure functions has no use for. */
const OUTSIDE_WORLD = ['fs', 'os', 'worker_threads', 'process']
const PURE = ['libs/planner']

const anyOf = (names) =>
  `(?:${names.map((name) => name.replace(/[.*+?^$()[\]{}|\\]/g, '\\$&')).join('|')})`
const inRooms = (rooms) => `^${anyOf(rooms)}/`
const packages = (names) => `(?:^|/)node_modules/(?:@types/)?${anyOf(names)}/`
const builtins = (names) => `^(?:node:)?${anyOf(names)}(?:/|$)`

const rooms = Object.entries(LAW).map(([room, [may, why]]) => ({
  name: `law-${room.replace('/', '-')}`,
  comment: `${room} may enter ${may.join(', ') || 'no room of ours'}: ${why}.`,
  severity: 'error',
  from: { path: inRooms([room]) },
  to: {
    path: '^libs/',
    pathNot: inRooms([
      ...may.map((name) => `libs/${name}`),
      ...(room.startsWith('libs/') ? [room] : []),
    ]),
  },
}))

const owners = OWNERS.filter(([, mayUse]) => !mayUse.includes('libs')).map(
  ([names, mayUse, why]) => ({
    name: `owner-${names[0].replace(/^@.*\//, '')}`,
    comment: `${names.join(', ')} belong to ${mayUse.join(', ')}: ${why}.`,
    severity: 'error',
    from: { path: inRooms(['libs', 'apps']), pathNot: inRooms(mayUse) },
    to: { path: packages(names) },
  }),
)

const builtinOwners = BUILTINS.map(([names, mayUse, why]) => ({
  name: `owner-${names[0]}`,
  comment: `${names.join(', ')} belong to ${mayUse.join(', ')}: ${why}.`,
  severity: 'error',
  from: { path: inRooms(['libs', 'apps']), pathNot: inRooms(mayUse) },
  to: { path: builtins(names) },
}))

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...rooms,
    ...owners,
    ...builtinOwners,
    {
      name: 'room-unknown',
      comment: 'Every room has a row in the table LAW; a new one lists there what it may import.',
      severity: 'error',
      from: { path: '^(?:libs|apps)/', pathNot: inRooms(Object.keys(LAW)) },
      to: {},
    },
    {
      name: 'package-unowned',
      comment:
        'Every package has an owner in the table OWNERS, so that nobody adds one in passing.',
      severity: 'error',
      from: { path: inRooms(['libs', 'apps']) },
      to: {
        path: '(?:^|/)node_modules/',
        pathNot: packages([...OWNERS.flatMap(([names]) => names), 'node']),
      },
    },
    {
      name: 'pure',
      comment: `${PURE.join(', ')}: pure functions, so that a verdict can be replayed from the ledger.`,
      severity: 'error',
      from: { path: inRooms(PURE) },
      to: { path: builtins(OUTSIDE_WORLD) },
    },
    {
      name: 'index-only',
      comment: 'A room is entered by its index.ts alone, so that its inside can change freely.',
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: { path: '^libs/', pathNot: ['^libs/[^/]+/index\\.ts$', '^$1/$2/'] },
    },
    {
      name: 'hash-only',
      comment: 'Another room is named as #room: a relative path would hide which room is meant.',
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: {
        path: '^libs/',
        pathNot: '^$1/$2/',
        dependencyTypesNot: ['aliased-subpath-import'],
      },
    },
    {
      name: 'own-index',
      comment: 'Inside a room, files name each other; its index is for those outside.',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: { path: '^libs/$1/index\\.ts$' },
    },
    {
      name: 'apps-are-ends',
      comment: 'A program is where things are wired; nothing may depend on one.',
      severity: 'error',
      from: { path: '^(libs|apps)/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^$1/$2/' },
    },
    {
      name: 'product-only',
      comment: 'What is shipped needs no test, bench or script.',
      severity: 'error',
      from: { path: '^(?:libs|apps)/' },
      to: { path: '^(?:test|bench|scripts|dist)/' },
    },
    {
      name: 'no-circular',
      comment: 'In a circle no file can be understood, tested or moved alone.',
      severity: 'error',
      from: { path: '^(?:libs|apps)/' },
      to: { circular: true },
    },
    {
      name: 'resolvable',
      comment: 'An import that leads nowhere fails on somebody else’s machine.',
      severity: 'error',
      from: { path: '^(?:libs|apps)/' },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^apps/cli/demo/project/' },
    // Type imports count: who needs a type of a room knows that room.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      conditionNames: ['import', 'types', 'default'],
      exportsFields: ['exports'],
    },
  },
}
