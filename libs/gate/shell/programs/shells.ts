import { inspectScriptFile, inspectScripts } from '../contents/script_files.js'
import type { Call, ProgramReader } from '../readers/program.js'
import { fork } from '../state/state.js'
import { type Field, type Output, UNKNOWN } from '../state/types.js'

const VALUE_OPTIONS = new Set(['-o', '+o', '-O', '+O', '--rcfile', '--init-file'])

/** Shells: a text after `-c`, a file, or standard input is walked; what of it is computed is asked. */
export const shells: ProgramReader = {
  name: 'shells',
  programs: {},
  pattern: /^r?(?:ba|da|z|k|mk|a|ya|tc|c|fi)?sh(?:-?\d[\d.]*)?$/,
  inspect: inspectShellProgram,
}

function inspectShellProgram(call: Call): Output {
  const { name, state, walker } = call
  const { code, rest, fromInput } = readShellWords(call)
  // Files that find or xargs picked are handed to the text as `$1`.
  for (const word of rest) if (word.hits?.length) walker.tryPath(word, 'read', state)
  const positional = rest.map(({ text }) => text)
  const known = positional.every((text) => text !== null)
  const inner = fork(state, {
    wrappers: [...state.wrappers, name],
    positional: known ? positional : null,
    functions: new Map(),
    depth: state.depth + 1,
  })
  if (code !== null) {
    const before = walker.seen.parts.length
    // The word after the text is $0.
    inner.positional = known ? positional.slice(1) : null
    inner.vars.set('0', rest.length === 0 ? ['bash'] : known ? positional.slice(0, 1) : null)
    const output = inspectText(code, inner, call)
    for (const part of walker.seen.parts.slice(before)) part.unsafe ??= `it runs in ${name}`
    return output
  }
  const [file] = rest
  if (file !== undefined && !fromInput) {
    walker.usePath(file, 'read', state)
    // With -n a shell reads a script and runs nothing of it.
    if (!call.args.some(({ text }) => /^-[a-z]*n[a-z]*$/.test(text ?? '')))
      inspectScripts(rest, inner, walker, name)
    walker.part([name, ...rest.map(({ text }) => text)], state, `${name} runs a script`)
    return UNKNOWN
  }
  return inspectInput(inner, call)
}

function inspectText(code: Field, inner: Call['state'], { name, walker }: Call): Output {
  if (code.text !== null && !code.several) return walker.inside(code.text, inner)
  walker.unsure(`${name} runs a computed text`)
  walker.part([name, null], inner, 'it is computed')
  return UNKNOWN
}

function inspectInput(inner: Call['state'], { name, state, walker }: Call): Output {
  const { stdin } = state
  if (stdin.kind === 'text') return walker.inside(stdin.text.replaceAll('\0', ''), inner)
  walker.part([name], state, `${name} runs its standard input`)
  if (stdin.kind === 'file' && stdin.path !== null) {
    inspectScriptFile(
      { text: stdin.path, raw: stdin.path, globbed: false, harmless: false },
      [],
      inner,
      walker,
      true,
    )
    return UNKNOWN
  }
  if (stdin.kind === 'file' && stdin.path === null)
    walker.unsure(`${name} runs scripts that only the run knows`)
  else if (stdin.kind !== 'none') walker.unsure(`${name} runs the output of another command`)
  return UNKNOWN
}

function readShellWords({ args, walker, state }: Call): {
  code: Field | null
  rest: Field[]
  fromInput: boolean
} {
  let hasCode = false
  let fromInput = false
  let at = 0
  for (; at < args.length; at += 1) {
    const text = args[at]?.text
    if (text === null || text === undefined || text === '-' || !/^[-+]/.test(text)) break
    if (text === '--') {
      at += 1
      break
    }
    if (/^-[a-zA-Z]*c/.test(text)) hasCode = true
    if (/^-[a-zA-Z]*s/.test(text)) fromInput = true
    if (VALUE_OPTIONS.has(text)) {
      at += 1
      if (/file$/.test(text) && args[at]) {
        walker.usePath(args[at] as Field, 'read', state)
        inspectScriptFile(args[at] as Field, [], state, walker, true)
      }
    } else if (/^-[a-zA-Z]*[oO]$/.test(text) && text.length > 2 && !text.startsWith('--')) at += 1
  }
  const rest = args.slice(at)
  const [code, ...more] = rest
  if (hasCode && code !== undefined) return { code, rest: more, fromInput }
  return { code: null, rest: [...rest], fromInput: fromInput || rest[0]?.text === '-' }
}
