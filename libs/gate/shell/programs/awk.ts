import { askAboutFile } from '../contents/source_files.js'
import { type Option, readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN } from '../state/types.js'

const AWK = {
  text: '-v --assign -F --field-separator -e --source',
  path: '-f --file -i --include -l --load',
}

/** awk: its program opens files and may run programs. */
export const awk: ProgramReader = {
  name: 'awk',
  programs: { 'awk gawk mawk nawk': UNKNOWN_PROGRAM },
  inspect: inspectAwk,
}

function inspectAwk(call: Call): Output {
  const { walker, state } = call
  const read = readArguments(call.args, AWK)
  const files = [...read.operands]
  const fromFile = read.options.some(({ name }) => name === '-f' || name === '--file')
  const programs = read.options
    .filter(({ name }) => name === '-e' || name === '--source')
    .map(({ value }) => value)
  if (!fromFile && programs.length === 0) programs.push(files.shift() ?? null)
  for (const { name, kind, value } of read.options) {
    if (kind === 'path' && value) walker.usePath(value, 'read', state)
    if (/^(?:-f|--file)$/.test(name) && value) askAboutFile(value, call)
  }
  if (read.options.some(({ name }) => /^(?:-l|--load|-i|--include)$/.test(name)))
    walker.unsure('the awk program loads other code')
  if (programs.some((program) => program?.text === null || opensFiles(program?.text ?? '')))
    inspectLiterals(programs, read.options, call)
  for (const file of files) tryWord(file, call)
  walker.part(wordsOf(call), state, 'awk is an interpreter')
  return UNKNOWN
}

/** What an awk program opens or runs is often spelled out in it. */
function inspectLiterals(
  programs: readonly (Field | null)[],
  options: readonly Option[],
  call: Call,
): void {
  const { walker, state } = call
  walker.unsure('the awk program opens files or runs programs')
  for (const { name, value } of options)
    if (/^(?:-v|--assign)$/.test(name) && value)
      walker.tryPath({ ...value, text: value.text?.replace(/^[^=]*=/, '') ?? null }, 'read', state)
  for (const program of programs)
    for (const [, literal = '', end] of (program?.text ?? '').matchAll(LITERAL)) {
      if (end === '') continue
      tryWord(known(literal), call)
      if (/\s/.test(literal))
        walker.inspectQuietly(literal, fork(state, { depth: state.depth + 1 }))
    }
}

/** A literal, or what an open one has of its line: nothing in it begins another, so it is read once. */
const LITERAL = /"((?:[^"\\\n]|\\.)*)("?)/g

/** Whether an awk program reads, writes or runs anything but its input. */
function opensFiles(program: string): boolean {
  if (/\b(?:system|getline|ARGV|ENVIRON)\b|@|>>/.test(program)) return true
  const bare = program
    .replace(LITERAL, (all, _, end) => (end === '' ? all : '""'))
    .replace(/(?:(^|\n)[^\S\n]*|([({;,!~&|])\s*)\/(?:[^/\\\n]|\\.)+\//g, '$1$2 0')
  return /(?<!\|)\|(?!\|)/.test(bare) || /\bprintf?\b[^;}\n]*>/.test(bare)
}
