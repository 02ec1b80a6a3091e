import { useUnpacked } from '../contents/unpacked.js'
import { readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE, useTree } from '../readers/tree.js'
import { tryWord } from '../readers/try_word.js'
import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN } from '../state/types.js'
import { compilePattern } from '../words/pattern.js'

const SPEC = {
  code: '-I -F --use-compress-program --to-command --checkpoint-action --info-script --new-volume-script --rsh-command --rmt-command',
  text: '--exclude --transform --xform -H --format --owner --group --mode',
  value: '-b -C --directory -f --file',
  path: '-T -X --files-from --exclude-from --add-file',
}

/** Options with which the names in an archive are shown, and nothing else. */
const LISTING = /^(?:-[tfzjJv]|--list|--file|--verbose|--gzip|--bzip2|--xz)$/

/** tar reads or writes whole trees and runs programs that its options name. */
export const tar: ProgramReader = {
  name: 'tar',
  programs: { 'tar gtar bsdtar': UNKNOWN_PROGRAM },
  inspect: inspectTar,
}

function inspectTar(call: Call): Output {
  const { state, walker } = call
  const inner = fork(state)
  const read = readArguments(dashed(call.args), SPEC)
  const letters = read.options.map(({ name }) => name)
  const creates = letters.some((name) =>
    /^-[cruA]$|^--(?:create|append|update|catenate)$/.test(name),
  )
  for (const { name, kind, value } of read.options) {
    if (value === null) continue
    if (kind === 'path' && value.text === '-') useList(call)
    else if (kind === 'path') walker.usePath(value, 'read', state)
    if (/^(?:-T|--files-from)$/.test(name) && creates && value.text !== '-')
      walker.unsure(`tar takes files that only ${value.raw} names`)
    if (name === '--add-file') walker.usePath(value, 'read', inner)
    if (name === '-f' || name === '--file') useArchive(value, creates, call)
    if (name === '-C' || name === '--directory') {
      walker.tryPath(value, 'read', inner)
      inner.cwds =
        value.text === null
          ? null
          : value.text.startsWith('/')
            ? [value.text]
            : (inner.cwds?.map((cwd) => `${cwd}/${value.text}`) ?? null)
    }
    if (kind === 'code') {
      walker.inside((value.text ?? '').replace(/^exec=/, ''), state)
      walker.unsure(`tar ${name} runs a program`)
    }
  }
  const left = read.options
    .filter(({ name }) => name === '--exclude')
    .map(({ value }) => value?.text ?? '')
  const keep = (path: string) =>
    !left.some((glob) => glob !== '' && compilePattern(glob)(path.split('/').at(-1) ?? ''))
  for (const file of read.operands) {
    if (!creates) tryWord(file, { walker, state: inner })
    else {
      walker.usePath(file, 'read', inner)
      useTree(file, { ...call, state: inner }, keep)
    }
  }
  if (letters.some((name) => /^-x$|^--(?:extract|get)$/.test(name))) {
    const archive = read.options.find(({ name }) => name === '-f' || name === '--file')?.value
    const shows = letters.some((name) => /^-O$|^--to-stdout$/.test(name))
    if (archive || !shows) useUnpacked(archive ?? known('-'), inner, call, read.operands)
    if (letters.some((name) => /^(?:--transform|--xform)$/.test(name)))
      walker.unsure('tar renames what it unpacks')
    // What comes out of an archive is nobody's program yet.
    walker.noteCreated(HERE, inner, 'text')
  }
  const lists = letters.some((name) => /^-t$|^--list$/.test(name))
  const isSafe =
    lists &&
    letters.every((name) => LISTING.test(name)) &&
    call.args.every(({ text }) => text !== null && !text.includes(':'))
  walker.part(wordsOf(call), state, isSafe ? null : 'tar is not on the list of safe commands')
  const toOutput = read.options.every(
    ({ name, value }) => !/^(?:-f|--file)$/.test(name) || value?.text === '-',
  )
  return creates && toOutput ? { kind: 'packed' } : UNKNOWN
}

function useArchive(file: Field, creates: boolean, { walker, state }: Call): void {
  if (file.text === '-') return
  walker.usePath(file, creates ? 'write' : 'read', state)
  if (creates) walker.noteCreated(file, state, 'text')
}

/** `-T -`: the names come from standard input. */
function useList({ state, walker }: Call): void {
  const { stdin } = state
  if (stdin.kind === 'text')
    for (const line of stdin.text.split(/[\n\0]+/).filter(Boolean))
      walker.usePath(known(line), 'read', state)
  else if (stdin.kind !== 'names' || stdin.hits.length > 0)
    walker.unsure('tar takes files that only its input names')
}

/** `tar czf x y` is `tar -czf x y`. */
function dashed(args: readonly Field[]): Field[] {
  const [first, ...rest] = args
  if (first === undefined) return []
  const old = first.text !== null && /^[A-Za-z]+$/.test(first.text)
  return [old ? { ...first, text: `-${first.text}` } : first, ...rest]
}
