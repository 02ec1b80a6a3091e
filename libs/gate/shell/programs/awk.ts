import { type Option, readArguments } from '../readers/options.js'
import { tryWord, unsafeBy, wordsOf } from '../readers/plain.js'
import type { Call } from '../readers/program.js'
import { readSed } from '../readers/sed_script.js'
import { placesOf } from '../state/places.js'
import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN } from '../state/types.js'

const SED = {
  text: '-e --expression',
  path: '-f --file',
  value: '-l',
  safe: '-i --in-place -f --file',
}
const AWK = {
  text: '-v --assign -F --field-separator -e --source',
  path: '-f --file -i --include -l --load',
}

/** sed, awk and patch: small languages that name files and run programs. */
export function runCode(call: Call): Output | null {
  if (/^g?sed$/.test(call.name)) return runSed(call)
  if (/^[gmn]?awk$/.test(call.name)) return runAwk(call)
  return call.name === 'patch' ? runPatch(call) : null
}

function runSed(call: Call): Output {
  const { walker, state } = call
  const read = readArguments(call.args, SED)
  const scripts = read.options.filter(({ kind }) => kind === 'text').map(({ value }) => value)
  const files = [...read.operands]
  const fromFile = read.options.some(({ kind }) => kind === 'path')
  if (scripts.length === 0 && !fromFile) scripts.push(files.shift() ?? null)
  for (const { kind, value } of read.options)
    if (kind === 'path' && value) walker.usePath(value, 'read', state)
  if (fromFile) walker.unsure('sed runs a script that was not read')
  const inPlace = read.options.some(({ name }) => /^-[a-zA-Z]*i|^--in-place/.test(name))
  for (const file of files) walker.usePath(file, inPlace ? 'write' : 'read', state)
  if (inPlace) for (const file of files) walker.made(file, state, 'text')
  let acts = inPlace
  for (const script of scripts) {
    if (script === null) continue
    const found = script.text === null ? null : readSed(script.text)
    // What is put into a script could be a command of it.
    if (found === null) walker.unsure('sed runs a script that cannot be read')
    for (const file of found?.files ?? []) walker.usePath(known(file), 'write', state)
    if (found === null || found.files.length > 0) acts = true
  }
  const unsafe =
    unsafeBy(read, call, { operands: 'read', ...SED }) ?? (acts ? 'sed does more than look' : null)
  walker.part(wordsOf(call), state, unsafe)
  return UNKNOWN
}

function runAwk(call: Call): Output {
  const { walker, state } = call
  const read = readArguments(call.args, AWK)
  const files = [...read.operands]
  const fromFile = read.options.some(({ name }) => name === '-f' || name === '--file')
  const programs = read.options
    .filter(({ name }) => name === '-e' || name === '--source')
    .map(({ value }) => value)
  if (!fromFile && programs.length === 0) programs.push(files.shift() ?? null)
  for (const { kind, value } of read.options)
    if (kind === 'path' && value) walker.usePath(value, 'read', state)
  if (programs.some((program) => program?.text === null || opensFiles(program?.text ?? '')))
    lookAtLiterals(programs, read.options, call)
  for (const file of files) tryWord(file, call)
  walker.part(wordsOf(call), state, 'awk is an interpreter')
  return UNKNOWN
}

/** What an awk program opens or runs is often spelled out in it. */
function lookAtLiterals(
  programs: readonly (Field | null)[],
  options: readonly Option[],
  call: Call,
): void {
  const { walker, state } = call
  walker.unsure('awk opens files or runs programs that only its program tells')
  for (const { name, value } of options)
    if (/^(?:-v|--assign)$/.test(name) && value)
      walker.tryPath({ ...value, text: value.text?.replace(/^[^=]*=/, '') ?? null }, 'read', state)
  for (const program of programs)
    for (const [, literal = ''] of (program?.text ?? '').matchAll(/"((?:[^"\\\n]|\\.)*)"/g)) {
      tryWord(known(literal), call)
      if (/\s/.test(literal)) walker.lookOnly(literal, fork(state, { depth: state.depth + 1 }))
    }
}

/** Whether an awk program reads, writes or runs anything but its input. */
function opensFiles(program: string): boolean {
  if (/\b(?:system|getline|ARGV|ENVIRON)\b|@|>>/.test(program)) return true
  const bare = program
    .replace(/"(?:[^"\\\n]|\\.)*"/g, '""')
    .replace(/(^|[({;,!~&|\n])\s*\/(?:[^/\\\n]|\\.)+\//g, '$1 0')
  return /(?<!\|)\|(?!\|)/.test(bare) || /\bprintf?\b[^;}\n]*>/.test(bare)
}

function runPatch(call: Call): Output {
  const { walker, state } = call
  const read = readArguments(call.args, {
    path: '-i --input',
    write: '-o --output -r',
    value: '-p -d -B -z',
  })
  for (const { kind, value } of read.options)
    if (value && kind !== 'value') walker.usePath(value, kind === 'path' ? 'read' : 'write', state)
  for (const file of read.operands) walker.usePath(file, 'write', state)
  const given = read.options.find(({ kind }) => kind === 'path')?.value ?? read.operands[1]
  usePatch(given ? [given] : [], call)
  walker.part(wordsOf(call), state, 'patch changes files')
  return UNKNOWN
}

/** What a patch changes, from a file or from the input; what cannot be read cannot be told. */
export function usePatch(given: readonly Field[], call: Call): void {
  const { walker, state } = call
  const { stdin } = state
  const files = [...given]
  if (files.length === 0 && stdin.kind === 'file' && stdin.path !== null)
    files.push(known(stdin.path))
  if (files.length === 0 && stdin.kind === 'text') namedInPatch(stdin.text, call)
  else if (files.length === 0 && stdin.kind !== 'none')
    walker.unsure(`${call.name} changes files that only its input names`)
  for (const file of files) {
    const paths = file.text === null ? [] : placesOf(file.text, state).paths
    const texts = paths.map((path) => {
      if (walker.isMade(path, 'text')) return null
      // Nothing is done with a file that is not there.
      return walker.disk.kind(path) === null ? '' : walker.disk.text(path)
    })
    if (texts.length === 0 || texts.some((text) => text === null))
      walker.unsure(`${call.name} changes files that only ${file.raw} names`)
    for (const text of texts) namedInPatch(text ?? '', call)
  }
  walker.made(known('.'), state, 'text')
}

/** The files that a patch in the text itself would change. */
function namedInPatch(text: string, call: Call): void {
  const heads =
    /^(?:\+\+\+|---|\*\*\*|rename (?:to|from)|copy (?:to|from)|diff --git|Index:) ([^\t\n]+)/gm
  for (const [, named = ''] of text.matchAll(heads)) {
    const parts = named.replace(/^"|"$/g, '').split('/')
    // -p says how many folders are left out.
    for (const at of parts.keys()) tryWord(known(parts.slice(at).join('/')), call)
  }
}
