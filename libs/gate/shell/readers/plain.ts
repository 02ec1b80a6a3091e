import { type Field, known, type Output, UNKNOWN } from '../state/types.js'
import { askAboutText } from './inner_text.js'
import { useNames } from './listed_names.js'
import { type Option, type ReadArguments, readArguments } from './options.js'
import type { Call, Spec } from './program.js'
import { askAboutPrograms, obeyCommand } from './program_options.js'
import { HERE, useTree } from './tree.js'
import { tryWord } from './try_word.js'

/** Reads a command line by the program's row: which words are paths, which are text, and whether it is safe. */
export function inspectPlain(call: Call, spec: Spec): Output {
  const args = spec.through ? call.args.filter(({ text }) => text !== '--') : call.args
  const read = readArguments(args, spec)
  for (const option of read.options) useOption(option, call)
  const files = useOperands(read, call, spec)
  if (spec.operands === 'try') {
    askAboutText(call, spec)
    askAboutPrograms(read, call)
  }
  if (spec.operands !== 'text')
    for (const { text } of args) if (text?.startsWith('@')) useNames(known(text.slice(1)), call)
  // Verbs and archives lie in no folder, so they change nothing here.
  const own = spec.verb && read.operands.length <= 2
  const folders = treeOf(read, spec) ? (files.length > 0 && !own ? files : [HERE]) : []
  obeyWords(read, call, spec)
  for (const folder of folders) useTree(folder, call)
  noteCreated(read, call, spec)
  call.walker.part(wordsOf(call), call.state, unsafeBy(read, call, spec))
  return spec.prints?.(call) ?? UNKNOWN
}

/** `+cmd` of a pager, `SHELL=x` of make. */
function obeyWords(read: ReadArguments, call: Call, spec: Spec): void {
  const { walker, state } = call
  for (const { text } of read.operands) {
    if (spec.plus && text?.startsWith('+') && !/^\+(?:\d+|[FGg]|\/.*)?$/.test(text)) {
      walker.inside(text.replace(/^\++[!|]?/, ''), state)
      walker.unsure(`${call.name} ${text} is a command`)
    }
    const [, name = '', value = ''] =
      (spec.sets && /^([A-Z_]+)[:?+]?=(.*)$/s.exec(text ?? '')) || []
    if (value !== '' && RUNS_IN_MAKE.test(name)) walker.inside(value, state)
    // `X=$(shell …)`: make expands the values that it is given.
    if (/\$[({]\w/.test(value)) walker.unsure(`${call.name} expands ${name} when it runs`)
  }
}

/** Variables of make whose value it starts as a program. */
const RUNS_IN_MAKE =
  /^(?:SHELL|CC|CXX|CPP|LD|AR|AS|RM|INSTALL|LEX|YACC|PYTHON|NODE|NPM|GO|CARGO|DOCKER)$/

export function wordsOf({ name, args }: Call): (string | null)[] {
  return [name, ...args.map(({ text, several }) => (several ? null : text))]
}

/** Names of options that write a file, in whatever program. */
const WRITES = /^--out(?:put|-?file|-?dir)?$/

/** Why a program is not on the safe list with these words; null when it is. */
export function unsafeBy(read: ReadArguments, { name, args }: Call, spec: Spec): string | null {
  if (spec.safe === undefined) return `${name} is not on the list of safe commands`
  // One of several known words is as good as known, unless it could be an option.
  const vague = args.find(({ text, several }) =>
    text === null ? !spec.safeComputed : several === true && text.startsWith('-'),
  )
  if (vague) return `${vague.raw} is computed when it runs`
  if (spec.operands === 'copy' && read.operands.length > 1) return `${name} writes its last file`
  const never = spec.safe.split(' ')
  const option = read.options.find((one) => never.includes(one.name) || isShortOf(one.name, never))
  const writes = option ?? read.options.find((one) => one.kind === 'flag' && WRITES.test(one.name))
  return writes ? `${name} ${writes.name} is not read-only` : null
}

/** `--out` is `--output` to a program that takes the beginning of a name. */
function isShortOf(name: string, never: readonly string[]): boolean {
  return /^--\w/.test(name) && never.some((one) => one.startsWith(name))
}

export function useOption({ name, kind, value }: Option, { walker, state }: Call): void {
  if (value === null) {
    // `-Ifolder`, glued to a letter that is not known.
    const glued = kind === 'flag' && /^-[^-]./.test(name) ? name.slice(2) : ''
    if (glued !== '') tryWord(known(glued), { walker, state })
    // `-include.env`, glued to a word.
    const [, tail = ''] = /^-[a-z]+([./~].*)$/is.exec(name) ?? []
    if (kind === 'flag' && tail !== '') tryWord(known(tail), { walker, state })
    return
  }
  if (kind === 'path') {
    walker.usePath(withoutAt(value), 'read', state)
    // `-F name=@file`
    if (/=[@<]/.test(value.text ?? '')) tryWord(value, { walker, state })
    // curl takes lists in braces.
    for (const one of /[{}]/.test(value.text ?? '') ? (value.text ?? '').split(/[{},]/) : [])
      tryWord(known(one), { walker, state })
    if (value.text === '-' && state.stdin.kind !== 'none')
      walker.unsure(`${name} takes a path from its standard input`)
  }
  if (kind === 'list') {
    walker.usePath(value, 'read', state)
    walker.unsure(`${name} takes files that only ${value.raw} names`)
  }
  if (kind === 'write') {
    walker.usePath(value, 'write', state)
    // `-o '|command'`
    const [, command] = /^\s*[|!](.+)$/s.exec(value.text ?? '') ?? []
    if (command !== undefined) obeyCommand(known(command), name, { walker, state })
  }
  if (kind === 'flag') tryWord(value, { walker, state })
  // Mere values are tried as well, in case the option takes none here.
  else if (kind === 'value' && !/^-?\d*$/.test(value.text ?? '?'))
    (value.text === null ? walker.usePath : walker.tryPath)(value, 'read', state)
  else if (kind === 'code') obeyCommand(value, name, { walker, state })
  else if (kind === 'at') useAt(name, value, { walker, state })
}

/** Options that take a file only where the value begins with its mark. */
const LEADING_AT =
  /^(?:-H|--header|--proxy-header|-w|--write-out|-d|--data|--data-(?:ascii|binary|raw)|--json)$/

function useAt(
  name: string,
  value: Field,
  { walker, state }: Pick<Call, 'walker' | 'state'>,
): void {
  // `-w '%output{file}'` of curl writes.
  const [, output] = /%output\{>*([^}]+)\}/.exec(value.text ?? '') ?? []
  if (output !== undefined) walker.usePath(known(output), 'write', state)
  const [, named = ''] = /[@<](.+)$/s.exec(value.text ?? '') ?? []
  const isText = LEADING_AT.test(name) && /^(?:-\w|--[\w-]+=)?["']?[^"'@$`<-]/.test(value.raw)
  if (value.text === null && !isText) walker.usePath(value, 'read', state)
  for (const path of named.split(/[;,]/))
    walker.tryPath({ ...value, text: path.replace(/^["\\]+|["\\]+$/g, '') }, 'read', state)
}

function withoutAt(field: Field): Field {
  return field.text?.startsWith('@') ? { ...field, text: field.text.slice(1) } : field
}

/** @returns the operands that are files */
function useOperands(read: ReadArguments, call: Call, spec: Spec): Field[] {
  const { walker, state } = call
  const { operands } = read
  const given = read.options.some((one) => (spec.gives ?? '').split(' ').includes(one.name))
  switch (spec.operands) {
    case 'text':
      return []
    case 'pattern': {
      const files = given ? operands : operands.slice(1)
      for (const file of files) walker.usePath(file, 'read', state)
      return files
    }
    case 'names':
      // A pattern that matches a denied name asks for what is there, not for that file.
      for (const file of operands) walker.tryPath(file, file.globbed ? 'list' : 'read', state)
      return operands
    case 'copy': {
      const last = operands.length > 1 ? operands.at(-1) : undefined
      for (const file of operands) useColon(file, file === last ? 'write' : 'read', call)
      return operands.filter((file) => file !== last)
    }
    case 'try':
      for (const word of operands) tryWord(word, call)
      return operands
    default:
      for (const file of operands) if (file.text !== '-') walker.usePath(file, spec.operands, state)
      return operands
  }
}

/** `host:path` as scp and rsync have it, else a path. */
function useColon(file: Field, access: 'read' | 'write', { walker, state }: Call): void {
  const [, path] = /^[\w.@-]+:(.*)$/s.exec(file.text ?? '') ?? []
  walker.usePath(file, access, state)
  if (path) walker.tryPath({ ...file, text: path }, 'mention', state)
}

function treeOf(read: ReadArguments, spec: Spec): boolean {
  if (spec.tree === undefined) return false
  const options = spec.tree.split(' ')
  return spec.tree === 'always' || read.options.some((one) => options.includes(one.name))
}

/** Notes what the command creates: files with a text of its own, and names that lead elsewhere. */
function noteCreated(read: ReadArguments, call: Call, spec: Spec): void {
  const { state, walker } = call
  for (const { kind, value } of read.options)
    if (kind === 'write' && value) walker.noteCreated(value, state, 'text')
  if (spec.unpacks) walker.noteCreated(HERE, state, 'text')
  if ((spec.operands !== 'copy' && spec.operands !== 'write') || spec.creates === 'nothing') return
  const sources = spec.operands === 'copy' ? read.operands.slice(0, -1) : []
  const leads = createsLinks(read, sources, call, spec)
  for (const field of read.operands.slice(sources.length)) {
    walker.noteCreated(field, state, 'text')
    if (leads) walker.noteCreated(field, state, 'place')
    // Into a folder: the names that it gets.
    for (const source of sources) {
      const base = source.text?.replace(/\/+$/, '').split('/').at(-1)
      if (!base || field.text === null) continue
      const inner = known(`${field.text}/${base}`)
      walker.noteCreated(inner, state, 'text')
      if (leads) walker.noteCreated(inner, state, 'place')
    }
  }
}

/** Whether a name that the command creates may lead elsewhere than the tree says now. */
function createsLinks(
  read: ReadArguments,
  sources: readonly Field[],
  call: Call,
  { creates }: Spec,
): boolean {
  if (creates === 'links') return true
  if (creates === 'files') return false
  if (creates === 'moved' && sources.some((one) => !isFile(one, call))) return true
  return read.options.some((one) =>
    /^-[asldRr]$|^--(?:symbolic|link|archive|recursive)/.test(one.name),
  )
}

function isFile({ text }: Field, { state, walker }: Call): boolean {
  const cwds = text?.startsWith('/') ? [''] : (state.cwds ?? [])
  return (
    text !== null &&
    cwds.every((cwd) => {
      const path = `${cwd}/${text}`
      return walker.disk.kind(path) === 'file' || walker.isCreated(path, 'plain')
    })
  )
}
