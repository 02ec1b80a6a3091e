import { type Option, readArguments, takesNext } from '../readers/options.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN, unknown } from '../state/types.js'

const SPEC = {
  value:
    '-n -L -P -d -s -E --max-args --max-lines --max-procs --delimiter --max-chars -j --jobs -I',
  path: '-a --arg-file',
}

/** xargs and parallel: the command after them gets words of standard input as arguments. */
export const xargs: ProgramReader = {
  name: 'xargs',
  programs: { 'xargs parallel': UNKNOWN_PROGRAM },
  inspect: inspectXargs,
}

function inspectXargs(call: Call): Output {
  const { name, state, walker } = call
  const start = commandStart(call.args)
  const { options } = readArguments(call.args.slice(0, start), SPEC)
  const command = call.args.slice(start)
  const file = options.find((one) => one.kind === 'path')?.value
  if (file) walker.usePath(file, 'read', state)
  const inner = fork(state, { wrappers: [...state.wrappers, name], depth: state.depth + 1 })
  inner.stdin = { kind: 'none' }
  const separator = command.findIndex(({ text }) => /^:{3,4}\+?$/.test(text ?? ''))
  const fed =
    name === 'parallel' && separator >= 0
      ? parallelWords(command.slice(separator))
      : fedBy(
          file ? UNKNOWN : state.stdin,
          name === 'parallel' ? { at: /\n/, quotes: false } : splittingOf(options),
        )
  const given = separator >= 0 ? command.slice(0, separator) : command
  const program = given.length === 0 ? (name === 'xargs' ? [known('echo')] : fed.splice(0)) : given
  const mark = options.find((one) => /^-[iI]|^--replace$/.test(one.name))
  const own = mark?.value?.text ?? (/^-i(.+)$/.exec(mark?.name ?? '')?.[1] || '{}')
  const replaced = mark ? own : name === 'parallel' ? '{}' : null
  if (name === 'parallel') {
    // Its own marks: pieces of words, columns, places of the input.
    const marks = program.some(({ text }) => /\{[^{}]+\}/.test(text ?? ''))
    if (marks || options.some(({ name: one }) => /^(?:--colsep|-C|--plus|--rpl)$/.test(one)))
      walker.unsure('parallel builds words by its own rules')
    if (program.some(({ text }) => /\s/.test(text ?? '')))
      return inspectLine(program, fed, inner, call)
  }
  // parallel runs its command once for each word.
  if (name === 'parallel' && fed.length > 1) {
    for (const one of fed) walker.inspect(fill(program, [one], replaced), inner)
    return UNKNOWN
  }
  return walker.inspect(fill(program, fed, replaced), inner)
}

/** parallel hands its words to a shell: one text, in which the marks are replaced. */
function inspectLine(
  program: readonly Field[],
  fed: readonly Field[],
  inner: Call['state'],
  call: Call,
): Output {
  const text = program.map((field) => field.text ?? '').join(' ')
  if (program.some((field) => field.text === null) || fed.some((field) => field.text === null)) {
    call.walker.unsure('parallel runs a computed text')
    return UNKNOWN
  }
  const lines = text.includes('{}')
    ? fed.map((field) => text.replaceAll('{}', field.text ?? ''))
    : fed.map((field) => `${text} ${field.text}`)
  for (const line of lines) call.walker.inside(line, inner)
  return UNKNOWN
}

function commandStart(args: readonly Field[]): number {
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === '--') return at + 1
    if (!text?.startsWith('-')) return at
    if (takesNext(text, SPEC)) at += 1
  }
  return args.length
}

/** What the input would be as words. */
function fedBy(stdin: Output, splitting: Splitting): Field[] {
  switch (stdin.kind) {
    case 'none':
      return []
    case 'text':
      return wordsIn(stdin.text, splitting)
    case 'names':
      return [
        {
          ...unknown('what it is fed', stdin.hits.length === 0),
          hits: stdin.picked ? stdin.hits : [],
          ...(stdin.files === undefined ? {} : { files: stdin.files }),
        },
      ]
    default:
      return [unknown('what it is fed')]
  }
}

const MAX_FED = 1_000

interface Splitting {
  at: RegExp
  /** Quotes and backslashes are the shell's. */
  quotes: boolean
}

/** What xargs makes of a text: by its separator, or at blanks, with quotes and backslashes as in a shell. */
function wordsIn(text: string, { at, quotes }: Splitting): Field[] {
  const words = quotes && at === BLANKS ? (text.match(QUOTED_WORD) ?? []) : text.split(at)
  const plain = words.map((word) => (quotes ? unquoted(word.trimStart()) : word))
  return plain.filter(Boolean).slice(0, MAX_FED).map(known)
}

const BLANKS = /\s+/
const QUOTED_WORD = /(?:\\[\s\S]|"[^"\n]*"|'[^'\n]*'|[^\s\\"'])+/g

function unquoted(word: string): string {
  return word.replace(
    /\\([\s\S])|"([^"]*)"|'([^']*)'/g,
    (_, one?: string, two?: string, three?: string) => one ?? two ?? three ?? '',
  )
}

/** `-0`, `-d x`; with a mark whole lines are words. */
function splittingOf(options: readonly Option[]): Splitting {
  const has = (shape: RegExp) => options.find(({ name }) => shape.test(name))
  if (has(/^-0$|^--null$/)) return { at: /\0/, quotes: false }
  const delimiter = has(/^(?:-d|--delimiter)$/)?.value?.text
  if (delimiter !== undefined && delimiter !== null) {
    const named = { '\\n': '\n', '\\t': '\t', '\\0': '\0' }[delimiter]
    const one = (named ?? delimiter).slice(0, 1)
    return { at: new RegExp(one.replace(/[^\w\s]/g, '\\$&')), quotes: false }
  }
  return has(/^-[iI]|^--replace$/) ? { at: /\n/, quotes: true } : { at: BLANKS, quotes: true }
}

function fill(program: readonly Field[], fed: readonly Field[], mark: string | null): Field[] {
  if (mark === null || !program.some(({ text }) => text?.includes(mark)))
    return [...program, ...fed]
  return program.flatMap((field) => {
    if (field.text === null || !field.text.includes(mark)) return [field]
    if (field.text === mark) return fed.map((one) => one)
    return fed.map((one) =>
      one.text === null ? unknown(field.raw) : known((field.text ?? '').replaceAll(mark, one.text)),
    )
  })
}

/** `::: a b` are words, `:::: file` is a file of them. */
function parallelWords(words: readonly Field[]): Field[] {
  const fromFiles = words.some(({ text }) => text?.startsWith('::::'))
  return fromFiles
    ? [unknown('what it is fed')]
    : words.filter(({ text }) => !/^:::\+?$/.test(text ?? ''))
}
