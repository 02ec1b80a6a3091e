import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { LIMITS } from '#core'
import { decodeText } from '../files/text.js'

/** A parser that reads a text from its standard input, runs nothing of it and says what is wrong. */
interface Parser {
  endings: readonly string[]
  program: string
  args(path: string): string[]
  /** What it says that is no fault of the text, as in a dialect that it does not know. */
  excused?: RegExp
}

/** Both kinds of module are tried, as the ending alone does not tell; nothing is linked or run. */
const NODE = `const vm = require('node:vm')
let text = ''
process.stdin.setEncoding('utf8').on('data', (more) => { text += more }).on('end', () => {
  const filename = process.argv[1]
  const names = ['exports', 'require', 'module', '__filename', '__dirname']
  let fault
  try { return void vm.compileFunction(text.replace(/^#!.*/, ''), names, { filename }) } catch (error) { fault = error }
  try { return void new vm.SourceTextModule(text, { identifier: filename }) } catch (error) {
    if (/^\\s*(import|export)\\b/m.test(text)) fault = error
  }
  process.stderr.write(String(fault.stack).split('\\n    at ')[0])
  process.exitCode = 1
})`
const PYTHON = `import ast, sys
try: ast.parse(sys.stdin.buffer.read(), sys.argv[1])
except (SyntaxError, ValueError) as e:
    print("%s:%s: %s: %s" % (sys.argv[1], getattr(e, "lineno", None) or "?", type(e).__name__, e.args[0]), file=sys.stderr)
    sys.exit(1)`
const TOML = `import sys
try: import tomllib
except ImportError: sys.exit(0)
try: tomllib.loads(sys.stdin.buffer.read().decode())
except ValueError as e:
    print("%s: %s" % (sys.argv[1], e), file=sys.stderr)
    sys.exit(1)`
const python = (code: string, path: string) => ['-I', '-S', '-c', code, path]

const PARSERS: readonly Parser[] = [
  {
    endings: ['.js', '.mjs', '.cjs'],
    program: process.execPath,
    args: (path) => ['--no-warnings', '--experimental-vm-modules', '-e', NODE, path],
    // JSX, which node does not read.
    excused: /Unexpected token '<'/,
  },
  { endings: ['.py', '.pyi'], program: 'python3', args: (path) => python(PYTHON, path) },
  { endings: ['.toml'], program: 'python3', args: (path) => python(TOML, path) },
  { endings: ['.sh', '.bash'], program: 'bash', args: () => ['--norc', '-n'] },
  { endings: ['.go'], program: 'gofmt', args: () => ['-e'] },
]

/**
 * Parses a text as the language of its file's ending, without running or reading anything of the project.
 * @returns what the parser says, at most 300 characters; null: it parses, or nothing here can tell
 */
export async function checkSyntax(
  path: string,
  bytes: Buffer,
  env: { PATH?: string | undefined },
  signal: AbortSignal,
): Promise<string | null> {
  const ending = extname(path).toLowerCase()
  if (ending === '.json') return checkJson(bytes)
  const parser = PARSERS.find(({ endings }) => endings.includes(ending))
  if (parser === undefined || signal.aborted) return null
  const said = await run(parser, path, bytes, env.PATH ?? '', signal)
  return said === null || parser.excused?.test(said) ? null : shorten(said)
}

function checkJson(bytes: Buffer): string | null {
  const { text } = decodeText(bytes)
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return null
  } catch (error) {
    // tsconfig.json and its like have comments.
    return /(?:^|[\s{[,])\/[/*]/m.test(text) ? null : shorten((error as Error).message)
  }
}

/** What it wrote to standard error when it ended with a fault; null in every other case. */
function run(
  { program, args }: Parser,
  path: string,
  bytes: Buffer,
  PATH: string,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args(path), {
      cwd: '/',
      env: { PATH, LC_ALL: 'C.UTF-8' },
      stdio: ['pipe', 'ignore', 'pipe'],
      timeout: LIMITS.syntaxMs,
      killSignal: 'SIGKILL',
      signal,
    })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      said = (said + more).slice(0, 4_000)
    })
    // It may end before it has read all.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
    // Not there, or ended by us: nothing is known then.
    child.once('error', () => resolve(null))
    child.once('close', (code) => resolve(code === 0 || code === null ? null : said.trim() || null))
  })
}

function shorten(text: string): string {
  const lines = text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
  const joined = lines.slice(0, 5).join('\n')
  return joined.length <= 300 ? joined : `${joined.slice(0, 299)}…`
}
