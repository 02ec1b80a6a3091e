import { fork } from '../state/state.js'
import { type Field, known, type Output, UNKNOWN } from '../state/types.js'
import { readArguments, takesNext } from './options.js'
import { wordsOf } from './plain.js'
import type { Call } from './program.js'
import { obeyCommand } from './program_options.js'
import { tryWord } from './try_word.js'
import { setVariable } from './variables.js'

/** How a program that runs the command after it takes its own words. */
export interface Wrapper {
  /** Options followed by a value. */
  value?: string
  path?: string
  write?: string
  /** Operands of its own before the command. */
  own?: number
  /** Its own operands are files that it creates. */
  ownWrites?: true
  /** Words `A=b` before the command set variables. */
  sets?: true
  /** The words after it are one shell text. */
  text?: true
  /** Options whose value is a shell text. */
  code?: string
  /** What the command sets, it sets for the shell itself. */
  shares?: true
  /** The command is no function of the text. */
  skipsFunctions?: true
  /** A safe command stays safe: it gets no other rights and no other program. */
  safe?: true
  /** Safe without a command. */
  safeAlone?: true
  /** Without a command it starts a shell, which reads its standard input. */
  shellAlone?: true
  /** Why even a command that can be read is asked. */
  asks?: string
}

/** Reads a program that runs the command after it: its own words, then that command. */
export function inspectWrapped(call: Call, wrapper: Wrapper, args: readonly Field[]): Output {
  const { name, state, walker } = call
  const inner = fork(state, { wrappers: [...state.wrappers, name], depth: state.depth + 1 })
  const start = commandStart(args, wrapper)
  const own = ownArguments(args, wrapper)
  for (const option of own.options) {
    if (option.value === null) continue
    if (option.kind === 'path') walker.usePath(option.value, 'read', state)
    if (option.kind === 'write') {
      walker.usePath(option.value, 'write', state)
      const [, command] = /^\s*[|!](.+)$/s.exec(option.value.text ?? '') ?? []
      if (command !== undefined) obeyCommand(known(command), option.name, call)
    }
    if (/^(?:-C|--chdir|-D)$/.test(option.name) && option.kind === 'path')
      inner.cwds = moved(option.value, call)
    if (option.kind === 'text') inspectText([option.value], inner, call)
    if (option.kind === 'flag') tryWord(option.value, call)
  }
  if (wrapper.ownWrites && own.operands[0]) walker.usePath(own.operands[0], 'write', state)
  if (wrapper.asks) walker.unsure(wrapper.asks)
  const rest = [...args.slice(start)]
  while (wrapper.sets && rest[0]) {
    const [, variable = '', value = ''] =
      /^([^\s=/]+)=(.*)$/s.exec(rest[0].text ?? rest[0].raw) ?? []
    if (variable === '') break
    setVariable(variable, rest[0].text === null ? null : [value], inner, walker)
    inner.wrappers = [...inner.wrappers, `${variable}=`]
    rest.shift()
  }
  if (rest.length === 0 && wrapper.shellAlone && state.stdin.kind !== 'none') rest.push(known('sh'))
  if (rest.length === 0) {
    walker.part(wordsOf(call), state, wrapper.safeAlone ? null : `${name} has no command`)
    return UNKNOWN
  }
  if (wrapper.text) return inspectText(rest, inner, call)
  if (wrapper.skipsFunctions) inner.functions.clear()
  const before = walker.seen.parts.length
  const output = walker.inspect(rest, inner)
  if (wrapper.shares) {
    const { wrappers, depth, stdin, functions } = state
    Object.assign(state, inner, { wrappers, depth, stdin, functions })
  }
  if (!wrapper.safe)
    for (const part of walker.seen.parts.slice(before)) part.unsafe ??= `it runs through ${name}`
  return output
}

/** The words before the command, read by the wrapper's own options. */
export function ownArguments(args: readonly Field[], wrapper: Wrapper) {
  return readArguments(args.slice(0, commandStart(args, wrapper)), optionsOf(wrapper))
}

function moved(folder: Field, { state }: Call): readonly string[] | null {
  if (folder.text === null) return null
  if (folder.text.startsWith('/')) return [folder.text]
  return state.cwds?.map((cwd) => `${cwd}/${folder.text}`) ?? null
}

export function optionsOf({ value = '', path = '', write = '', code = '' }: Wrapper) {
  return { value, path, write, text: code }
}

/** Where the command begins: after options, their values, and operands of the wrapper's own. */
function commandStart(args: readonly Field[], wrapper: Wrapper): number {
  let own = wrapper.own ?? 0
  for (let at = 0; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === '--') return at + 1 + own
    if (text?.startsWith('-') && text !== '-') {
      if (takesNext(text, optionsOf(wrapper))) at += 1
    } else if (own > 0) own -= 1
    else return at
  }
  return args.length
}

function inspectText(
  fields: readonly Field[],
  state: Call['state'],
  { name, walker }: Call,
): Output {
  const texts = fields.map(({ text, several }) => (several ? null : text))
  if (texts.every((text) => text !== null)) {
    const before = walker.seen.parts.length
    const output = walker.inside(texts.join(' '), state)
    for (const part of walker.seen.parts.slice(before)) part.unsafe ??= `it runs through ${name}`
    return output
  }
  walker.unsure(`${name} runs a computed text`)
  return UNKNOWN
}
