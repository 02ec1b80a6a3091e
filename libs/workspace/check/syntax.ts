import { spawn } from 'node:child_process'
import { extname } from 'node:path'
import { LIMITS } from '#core'
import { decodeText } from '../files/text.js'
import type { Environment } from '../programs/environment.js'

/** A parser that reads a text from standard input, does not run it, and prints syntax errors. */
interface Parser {
  endings: readonly string[]
  program: string
  args(path: string): string[]
  /** Errors that are ignored, because the file uses a syntax that the parser does not know. */
  ignored?: RegExp
}

/** Tries both kinds of module, because the ending does not decide it; nothing is linked or run. */
const NODE = `const vm = require('node:vm')
let text = ''
process.stdin.setEncoding('utf8').on('data', (more) => { text += more }).on('end', () => {
  const filename = process.argv[1]
  const names = ['exports', 'require', 'module', '__filename', '__dirname']
  let failure
  try { return void vm.compileFunction(text.replace(/^#!.*/, ''), names, { filename }) } catch (error) { failure = error }
  try { return void new vm.SourceTextModule(text, { identifier: filename }) } catch (error) {
    if (/^\\s*(import|export)\\b/m.test(text)) failure = error
  }
  process.stderr.write(String(failure.stack).split('\\n    at ')[0])
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
    // JSX, which node does not parse.
    ignored: /Unexpected token '<'/,
  },
  { endings: ['.py', '.pyi'], program: 'python3', args: (path) => python(PYTHON, path) },
  { endings: ['.toml'], program: 'python3', args: (path) => python(TOML, path) },
  { endings: ['.sh', '.bash'], program: 'bash', args: () => ['--norc', '-n'] },
  { endings: ['.go'], program: 'gofmt', args: () => ['-e'] },
]

interface SyntaxCheck {
  path: string
  bytes: Buffer
  signal: AbortSignal
}

/**
 * Parses a file in the language of its ending, without running it or reading other files of the project.
 * @returns the parser's message, at most 300 characters; null when it parses, or no parser is available
 */
export async function checkSyntax(
  { path, bytes, signal }: SyntaxCheck,
  env: Environment,
): Promise<string | null> {
  const ending = extname(path).toLowerCase()
  if (ending === '.json') return checkJson(bytes)
  const parser = PARSERS.find(({ endings }) => endings.includes(ending))
  if (parser === undefined || signal.aborted) return null
  const message = await run(parser, { path, bytes, signal }, env.PATH ?? '')
  return message === null || parser.ignored?.test(message) ? null : shorten(message)
}

function checkJson(bytes: Buffer): string | null {
  const { text } = decodeText(bytes)
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
    return null
  } catch (error) {
    // Files such as tsconfig.json may contain comments.
    return /(?:^|[\s{[,])\/[/*]/m.test(text) ? null : shorten((error as Error).message)
  }
}

/** The parser's standard error when it fails; null in every other case. */
function run(
  { program, args }: Parser,
  { path, bytes, signal }: SyntaxCheck,
  PATH: string,
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
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      stderr = (stderr + more).slice(0, 4_000)
    })
    // It may exit before it has read its whole input.
    child.stdin.on('error', () => undefined)
    child.stdin.end(bytes)
    // Not installed, or killed by us: there is no result.
    child.once('error', () => resolve(null))
    child.once('close', (code) =>
      resolve(code === 0 || code === null ? null : stderr.trim() || null),
    )
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
