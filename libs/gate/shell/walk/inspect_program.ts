import { inspectInner, inspectUnknown } from '../contents/inner_programs.js'
import { askAboutProgram, isProgramText } from '../contents/program_files.js'
import { inspectScriptFile } from '../contents/script_files.js'
import { inspectPlain } from '../readers/plain.js'
import { type Call, type Programs, UNKNOWN_PROGRAM } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import { placesOf } from '../state/places.js'
import { fork, type State } from '../state/state.js'
import { type Field, type Output, UNKNOWN } from '../state/types.js'
import type { Walker } from '../state/walker.js'

/** Reads one simple command: a function of the text, a known program, or any other. */
export function inspectProgram(
  fields: readonly Field[],
  { state, walker }: Pick<Call, 'state' | 'walker'>,
  programs: Programs,
): Output {
  const [head, ...args] = fields
  if (head === undefined || head.text === '') return { kind: 'none' }
  if (head.text === null || head.several) {
    walker.unsure(`the program is computed when it runs (${head.raw})`)
    for (const word of args) tryWord(word, { walker, state })
    walker.part([null, ...args.map(({ text }) => text)], state, 'its program is computed')
    return UNKNOWN
  }
  const body = state.functions.get(head.text)
  if (body !== undefined) return inspectFunction(body, args, state, walker)
  if (state.ownPath && !head.text.includes('/') && walker.isCreated(`/${head.text}`, 'name'))
    walker.unsure(`${head.text} is created by the same command that runs it`)
  const call = { name: head.text.replace(/^.*\//s, ''), args, state, walker }
  const isOwn = head.text.includes('/')
  if (isOwn) {
    walker.usePath(head, 'mention', state)
    inspectScriptFile(head, args, state, walker)
    askAboutOwn(head, call)
  }
  const before = walker.seen.parts.length
  const found = programs.find(call.name)
  const spec = found?.spec ?? UNKNOWN_PROGRAM
  const read = found?.reader.inspect?.(call) ?? null
  const output = read ?? inspectPlain(call, spec)
  if (read === null && spec.operands === 'try') inspectInner(call, spec)
  if (found === null) inspectUnknown(call)
  // A program named by its path may be any program of that name.
  const system = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/.test(head.text)
  if (isOwn && !system)
    for (const part of walker.seen.parts.slice(before)) {
      part.unsafe ??= `${head.text} is a program of its own`
      part.wrappers.push(head.text)
    }
  return output
}

/** `./x.py`: a program of the project whose first line names its language. */
function askAboutOwn(file: Field, call: Call): void {
  const paths = placesOf(file.text ?? '', call.state).paths
  if (paths.some((path) => isProgramText(call.walker.disk.text(path) ?? '')))
    askAboutProgram(file, call)
}

function inspectFunction(
  body: NonNullable<ReturnType<State['functions']['get']>>,
  args: readonly Field[],
  state: State,
  walker: Walker,
): Output {
  const texts = args.map(({ text, several }) => (several ? null : text))
  const known = texts.every((text) => text !== null)
  const inner = fork(state, { positional: known ? texts : null, depth: state.depth + 1 })
  const output = walker.node(body.body, inner)
  // A function shares everything but its arguments with its caller.
  Object.assign(state, inner, {
    positional: state.positional,
    depth: state.depth,
    stdin: state.stdin,
  })
  return output
}
