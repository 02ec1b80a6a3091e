import type { Field } from '../state/types.js'
import type { Spec } from './program.js'

type OptionKind = 'text' | 'path' | 'list' | 'write' | 'value' | 'at' | 'code' | 'flag'

export interface Option {
  name: string
  kind: OptionKind
  /** null: it has none, or none was given. */
  value: Field | null
}

export interface ReadArguments {
  options: Option[]
  operands: Field[]
}

/** Takes a program's words apart as most programs do: `-x v`, `-xv`, `-abc`, `--long v`, `--long=v`, `--`. */
export function readArguments(args: readonly Field[], spec: Partial<Spec>): ReadArguments {
  const kinds = kindsOf(spec)
  const read: ReadArguments = { options: [], operands: [] }
  for (let at = 0; at < args.length; at += 1) {
    const field = args[at] as Field
    const { text } = field
    if (text === '--') {
      read.operands.push(...args.slice(at + 1))
      break
    }
    if (text === null || !/^-./.test(text)) {
      read.operands.push(field)
      continue
    }
    const option = readOption(text, kinds)
    const next = option.kind !== 'flag' && option.glued === null
    if (next) at += 1
    const value = option.glued === null ? null : { ...field, text: option.glued }
    read.options.push({
      name: option.name,
      kind: option.kind,
      value: next ? (args[at] ?? null) : value,
    })
    for (const letter of option.cluster)
      read.options.push({ name: letter, kind: 'flag', value: null })
  }
  return read
}

function kindsOf(spec: Partial<Spec>): Map<string, OptionKind> {
  const kinds = new Map<string, OptionKind>()
  for (const kind of ['text', 'path', 'list', 'write', 'value', 'at', 'code'] as const)
    for (const name of (spec[kind] ?? '').split(' ').filter(Boolean)) kinds.set(name, kind)
  return kinds
}

/** Whether the word after an option belongs to it. */
export function takesNext(text: string, spec: Partial<Spec>): boolean {
  const option = readOption(text, kindsOf(spec))
  return option.kind !== 'flag' && option.glued === null
}

/**
 * `--compress-prog` is `--compress-program` to most programs. Only options whose value is checked are meant:
 * a word that is taken for a mere text would hide what it names.
 */
function cutShort(name: string, kinds: ReadonlyMap<string, OptionKind>): OptionKind {
  const checked: readonly OptionKind[] = ['code', 'write', 'list', 'path']
  const near = [...kinds].filter(([known]) => name.length > 4 && known.startsWith(name))
  return checked.find((kind) => near.some(([, one]) => one === kind)) ?? 'flag'
}

interface SplitOption {
  name: string
  kind: OptionKind
  glued: string | null
  cluster: string[]
}

function readOption(text: string, kinds: ReadonlyMap<string, OptionKind>): SplitOption {
  const exact = kinds.get(text)
  if (exact !== undefined) return { name: text, kind: exact, glued: null, cluster: [] }
  const [, long = '', value] = /^(--?[^=]+)=(.*)$/s.exec(text) ?? []
  if (long !== '')
    return {
      name: long,
      kind: kinds.get(long) ?? cutShort(long, kinds),
      glued: value ?? '',
      cluster: [],
    }
  if (text.startsWith('--'))
    return { name: text, kind: cutShort(text, kinds), glued: null, cluster: [] }
  // A cluster of letters, of which the last may take what follows.
  const letters = [...text.slice(1)]
  for (const [index, letter] of letters.entries()) {
    const kind = kinds.get(`-${letter}`)
    if (kind === undefined) continue
    const rest = letters.slice(index + 1).join('')
    const cluster = letters.slice(0, index).map((one) => `-${one}`)
    return { name: `-${letter}`, kind, glued: rest === '' ? null : rest, cluster }
  }
  const cluster = letters.map((letter) => `-${letter}`)
  return { name: text, kind: 'flag', glued: null, cluster: text.length === 2 ? [] : cluster }
}
