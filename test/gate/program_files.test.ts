import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { decide, gateRequest, loadPrograms } from '#gate'
import { createRegistry, loadBuiltinTools } from '#tools'
import { openWorkspace } from '#workspace'
import { firstSlow } from '../kit/long_texts.js'
import { plainFolder } from './tree.js'

const programs = await loadPrograms()
const registry = createRegistry(await loadBuiltinTools())
const root = plainFolder('program_files')
t.teardown(() => rmSync(root, { recursive: true, force: true }))
mkdirSync(join(root, 'secrets'))
writeFileSync(join(root, '.env'), 'KEY=1\n')
writeFileSync(join(root, 'lib.js'), '')
const env = { PATH: process.env.PATH, HOME: join(root, 'home') }
const deny = ['.env', 'secrets/', 'private/', 'conf/local.key']
const workspace = openWorkspace({ root, deny, env })
const session = { mode: 'yolo' as const, allow: [], approved: [] }

/** The decision and the rule in yolo, as `allow mode`. */
function judge(name: string, args: Record<string, unknown>): string {
  const checked = registry.validate({ id: 'c', name, arguments: args })
  if (!checked.ok) throw new Error(checked.message)
  const { tool, input } = checked
  const verdict = decide(gateRequest({ tool, input, workspace, programs, session }))
  return `${verdict.decision} ${verdict.rule}`
}

/** A file, its content, and the command that runs it. */
type Run = [path: string, content: string, command: string]

/** Judged as one call that writes first, and as a command that finds the file on disk. */
function judgeBoth([path, content, command]: Run): string {
  const whole = judge('create_and_run', { path, content, command })
  const file = join(root, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  const later = judge('run_command', { command })
  rmSync(file)
  return whole === later ? whole : `${whole}, on disk ${later}`
}

const SCRIPTS: Run[] = [
  ['x.sh', 'cat .env', 'sh x.sh'],
  ['x.sh', '#!/bin/bash\nf=.env\ncat "$f"', './x.sh'],
  ['a/x.sh', 'cat ../.env', 'cd a && bash x.sh'],
]

t.test('what a shell script names is denied, also where the same call writes it', async (t) => {
  for (const run of SCRIPTS) t.equal(judgeBoth(run), 'deny deny', run.join(' | '))
  const chosen = { path: 'x.sh', content: 'cat .env', command: 'for s in *.sh; do sh "$s"; done' }
  t.equal(judge('create_and_run', chosen), 'deny deny', 'chosen by a pattern')
})

const READ = 'print(open(".env").read())'
const NAMES: Run[] = [
  ['x.py', READ, 'python3 x.py'],
  ['x.py', READ, 'python3 -u ./x.py'],
  ['x.py', READ, 'python3 < x.py'],
  ['x.py', READ, 'python3 -m x'],
  ['x.py', READ, 'uv run x.py'],
  ['x.py', READ, 'coverage run x.py'],
  ['x.py', READ, 'find . -name x.py -exec python3 {} +'],
  ['x.py', 'import os\nos.system("cat .env")', 'python3 x.py'],
  ['x.py', 'import os\nos.listdir("secrets")', 'python3 x.py'],
  ['x.py', 'open("../.env")', 'cd secrets/.. && python3 x.py'],
  ['x.js', "fs.readFileSync('.e' + 'nv')", 'node x'],
  ['x.mjs', "fs.readFileSync('\\x2eenv')", 'node --import ./x.mjs y.js'],
  ['x.mjs', "fs.readFileSync('.env')", 'node --import=./x.mjs y.js'],
  ['x.js', "fs.readFileSync('.env')", 'node --require ./lib.js x.js'],
  ['conf/x.js', "readFileSync(require.resolve('./local.key'))", 'node conf/x.js'],
  ['bin/x.js', "fs.readFileSync(__dirname + '/../.env')", 'node bin/x.js'],
  ['x.rb', 'puts `cat .env`', 'ruby -w x.rb'],
  ['x.pl', 'open(F, q(.env))', 'perl x.pl'],
  ['x.lua', 'io.lines([[.env]])', 'lua x.lua'],
  ['bin/x', `#!/usr/bin/env python3\n${READ}`, './bin/x'],
  ['main.go', 'os.ReadFile(".env")', 'go run main.go'],
  ['X.java', 'Path.of(".env")', 'java X.java'],
  ['x.mk', 'all:\n\tcat .env\n', 'make -f x.mk'],
  ['a/x.mk', 'all: b\nb:\n\tcat ../.env .env\n', 'make -C a --file=x.mk'],
  ['justfile', 'x:\n  cat .env\n', 'just x'],
  ['Taskfile.yml', 'tasks:\n  x:\n    cmds:\n      - cat .env\n', 'task x'],
  ['Rakefile', "task(:x) { sh 'cat .env' }", 'rake x'],
  ['x.sh', `python3 -c 'print(open(".env").read())'`, 'sh x.sh'],
  ['Makefile', 'all:\n\tpython3 -c "print(open(\'.env\').read())"\n', 'make'],
]

t.test('a program that names a protected file in a string is asked in every mode', async (t) => {
  for (const run of NAMES) t.equal(judgeBoth(run), 'ask unsure', run.join(' | '))
})

const DOTENV = `require('dotenv').config({ path: './.env' })\n`
const LOAD = `from dotenv import load_dotenv\nload_dotenv('.env', override=True)\n`
const FINE: Run[] = [
  ['x.py', '# reads ".env" later\nprint("no .env found")', 'python3 x.py'],
  ['x.py', 'import private\nprint("private")', 'python3 x.py'],
  ['x.js', '// see ".env"\nconsole.log(`set it in .env`, "environment.ts")', 'node x.js'],
  ['x.sh', 'echo "remember .env"', 'sh x.sh'],
  ['Makefile', 'test:\n\tgo test ./...\n', 'make test'],
  ['x.js', `go() // ".env"\n/* '.env'\n */\nconst re = /[/*"]/, n = (1 + 2) / 3`, 'node x.js'],
  ['x.ts', `const s = \`a \${"}"} b\` // '.env'`, 'npx tsx x.ts'],
  ['x.py', '"""Reads nothing.\n\nSee ".env".\n"""\nx = f"{1}" # ".env"', 'python3 x.py'],
  ['main.go', '/* ".env" */ var r = `/*` // ".env"', 'go run main.go'],
  ['x.js', 'console.error("copy .env and run it again")', 'node x.js'],
  ['x.py', 'raise SystemExit("run it with .env first")', 'python3 x.py'],
  ['x.js', 'new A(glob("src/**", { ignore: ["a/**", ".env"] }))', 'node x.js'],
  ['x.py', 'copytree(a, b, ignore=shutil.ignore_patterns(".env", "b"))', 'python3 x.py'],
  [
    'x.py',
    `SKIP = {'.env', "b"}\nfor f in all:\n  if f in SKIP or f:\n    continue`,
    'python3 x.py',
  ],
  ['x.js', `const SKIP = new Set(['.env'])\nall.filter((f) => !SKIP.has(f.name))`, 'node x.js'],
  ['x.js', `${DOTENV}require('./app').start(process.env.KEY, process.env.PORT)`, 'node x.js'],
  ['x.py', `${LOAD}app.key = os.environ['KEY']\nprint(os.getenv('PORT'))`, 'python3 x.py'],
  ['x.rb', `require 'dotenv'\nDotenv.load('.env')\nputs ENV.fetch('PORT')`, 'ruby x.rb'],
]

/** What only seems to be a comment, a sentence, a list of exclusions, or a statement that loads variables. */
const SEEMING: Run[] = [
  ['x.js', `const q = "/*"; read('.env') // */`, 'node x.js'],
  ['x.js', 're = /[/ /*]/; read(".env"); s = "*/"', 'node x.js'],
  ['x.js', 'let h = a++ / g; s = "/ /*"; read(".env"); t = "*/"', 'node x.js'],
  ['x.js', `if (a) /'/.test(x); y = "'/*"\nread(".env")\nz = '*/'`, 'node x.js'],
  ['x.js', `v = o.return / 2; s = '/*'; read('.env'); k = '*/' / 1`, 'node x.js'],
  ['x.js', '<!-- `\nx = `/*`; read(".env"); y = `*/`', 'node x.js'],
  ['x.js', '// \u2028read(".env")', 'node x.js'],
  ['x.py', 'class A {\n  #x = read(".env")\n}', 'node x.py'],
  ['x.py', `x = f'{d['#']}'; print(open(".env").read())`, 'python3 x.py'],
  ['x.py', 'class A:\n    ".env"\nopen(A.__doc__)', 'python3 x.py'],
  ['x.py', 'print(open(\n".env"\n).read())', 'python3 x.py'],
  ['x.py', 'f = \\\n".env"\nopen(f)', 'python3 x.py'],
  ['main.go', `var r = '"'; os.ReadFile(".env") // "`, 'go run main.go'],
  ['main.go', 'x := `\\`\ny := `/*`\nos.ReadFile(".env")\nz := `*/`', 'go run main.go'],
  ['x.js', 'console.log("a b", exec("cat .env"))', 'node x.js'],
  ['x.js', 'const console = { log: run }\nconsole.log("run: cat .env")', 'node x.js'],
  ['x.py', 'SKIP = {".env"}\nfor f in all:\n  if not f in SKIP:\n    continue', 'python3 x.py'],
  ['x.py', 'SKIP = {".env"}\nfor f in all:\n  if f not in SKIP:\n    continue', 'python3 x.py'],
  ['x.py', 'SKIP = [".env"]\nx = [open(f) for f in all if f in SKIP]', 'python3 x.py'],
  ['x.py', 'SKIP = [".env"]\nfor f in SKIP:\n  open(f)', 'python3 x.py'],
  ['x.js', `const SKIP = ['.env']\nall.filter((f) => SKIP.includes(f)).map(read)`, 'node x.js'],
  ['x.js', 'const o = { ignore: [".env"] }\nread(o.ignore[0])', 'node x.js'],
  ['x.js', 'const v = (o) => Object.values(o)[0]\nread(v({ ignore: [".env"] }))', 'node x.js'],
  ['x.js', `${DOTENV}console.log(process.env)`, 'node x.js'],
  ['x.js', `${DOTENV}const key = process.env.KEY\nconsole.log(key)`, 'node x.js'],
  ['x.js', `${DOTENV}const { KEY } = process.env\nfetch(url + KEY)`, 'node x.js'],
  ['x.js', `${DOTENV}require('child_process').exec('env')`, 'node x.js'],
  ['x.js', `const all = ${DOTENV}console.log(all)`, 'node x.js'],
  ['x.py', `${LOAD}print(dict(os.environ))`, 'python3 x.py'],
  ['x.py', 'from h import load_dotenv\nload_dotenv(".env")', 'python3 x.py'],
  ['x.py', `${LOAD}print(os.environ['KEY'])`, 'python3 x.py'],
  ['x.py', 'def load_dotenv(p):\n  print(open(p))\nload_dotenv(".env")', 'python3 x.py'],
  ['x.py', LOAD.replace('\n', '\nload_dotenv = show\n'), 'python3 x.py'],
]

t.test('code that seems to be a comment, a list or a load is asked', async (t) => {
  const silent = SEEMING.filter((run) => judgeBoth(run) !== 'ask unsure')
  t.same(silent, [])
})

t.test('comments, sentences, exclusions and loads of variables name nothing', async (t) => {
  for (const run of FINE) t.equal(judgeBoth(run), 'allow mode', run.join(' | '))
})

t.test('the environment of another process is asked, a list of processes is not', async (t) => {
  for (const command of ['ps auxe', 'ps eww 1', 'ps -ef e', 'systemctl show-environment'])
    t.equal(judge('run_command', { command }), 'ask unsure', command)
  for (const command of ['ps aux', 'ps -ef', 'ps -e -o pid,comm', 'ps -eo args'])
    t.equal(judge('run_command', { command }), 'allow mode', command)
})

t.test('a hostile program or script is read in linear time', (t) => {
  const read = (path: string, command: string) => (text: string) => () => {
    writeFileSync(join(root, path), text)
    return judge('run_command', { command })
  }
  const python = read('long.py', 'python long.py')
  const script = read('long.js', 'node long.js')
  for (const [place, parts] of [
    [python, ['[[', '"\\', '%(', 'q(', "'a'+", '[[a]', "'", 'python ']],
    [(text: string) => python(`'${text}x`), [' ', '+', '. ']],
    [script, ['/', '/*', '`${', "'a',", '}', '[', 'a = [\n', 'print(', "ignore:['a',", '\n \n']],
    [(text: string) => python(`SKIP = ['a']\n${text}`), ['if a in SKIP', '"', '""" \n', 'r"']],
    [(text: string) => script(`${DOTENV}${text}`), ['process.env.K', '} =', ' ', 'require(']],
    [(text: string) => python(`SKIP = ['a'${text}`), [' ', '\n']],
    [(text: string) => script(`${DOTENV}dotenv.config({ path: '.env'${text}`), ['\n']],
    [read('long.sh', 'sh long.sh'), ["'a'+", '"a"b', 'python ']],
    [(command: string) => () => judge('run_command', { command }), ['a ', '-a ', '-- ']],
    [(text: string) => () => judge('run_command', { command: `x ${text}` }), ['[', '[a', '?']],
    [(text: string) => () => judge('run_command', { command: `awk '${text}' f` }), ['\n', '\\"']],
    [(text: string) => () => judge('run_command', { command: `x -c '${text}'` }), ['a(', 'a (']],
    [(text: string) => () => judge('run_command', { command: `echo '${text}' | sh` }), ['a\n']],
    [
      (text: string) => () => judge('run_command', { command: `make -f - <<'E'\n${text}\nE` }),
      ['\n', 'a:\n'],
    ],
  ] as const)
    t.equal(firstSlow(place, parts, 6_000), null)
  t.end()
})
