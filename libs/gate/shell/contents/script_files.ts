import { placesOf } from '../state/places.js'
import { fork, type State } from '../state/state.js'
import { type Field, known, NOTHING } from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { askAboutInnerText } from './program_files.js'

/**
 * The words of which each may be the script that a shell runs: the first one, or each name that a search or a list
 * hands to the shell.
 */
export function inspectScripts(
  words: readonly Field[],
  state: State,
  walker: Walker,
  name: string,
): void {
  const [first, ...args] = words
  if (first === undefined) return
  const isFed = state.wrappers.some((wrapper) => /^(?:xargs|parallel|find|fd)$/.test(wrapper))
  for (const way of isFed ? words : [first]) {
    const found = way.files === undefined ? [] : way.files()
    if (found === null) walker.unsure(`${name} runs more scripts than the gate reads`)
    if (way.text === null && way.files === undefined)
      walker.unsure(`${name} runs scripts that only the run knows`)
    for (const one of [way, ...(found ?? []).map(known)])
      inspectScriptFile(one, args, state, walker, true)
  }
}

/**
 * A file that is run as a program: what the text itself wrote a moment ago is a command in disguise;
 * a shell script on disk is read for the denied files that it names. What such a script computes is
 * unknown, as with every program.
 */
export function inspectScriptFile(
  file: Field,
  args: readonly Field[],
  state: State,
  walker: Walker,
  isShell = false,
): void {
  if (file.text === null) return
  const isInput = /^\/dev\/(?:stdin|fd\/0)$/.test(file.text)
  if (isInput && isShell && state.stdin.kind === 'text') {
    walker.shared(state.stdin.text, state)
    return
  }
  if (/^\/dev\/(?:fd\/|stdin)|^\/proc\/self\/fd\//.test(file.text)) {
    if (state.stdin.kind !== 'none' || file.text.includes('/fd/'))
      walker.unsure('it runs the output of another command')
    return
  }
  for (const path of placesOf(file.text, state).paths) {
    if (walker.isCreated(path, 'text'))
      walker.unsure(`${file.text} is created by the same command that runs it`)
    const text = walker.disk.text(path)
    if (text === null || !(isShell || /^#!.*\b(?:ba|da|z|k|a)?sh\b/.test(text))) continue
    const positional = args.map((arg) => arg.text ?? '')
    const inner = fork(state, { positional, stdin: NOTHING, depth: state.depth + 1 })
    walker.inspectQuietly(text, inner)
    askAboutInnerText(text, { name: 'sh', args: [], state, walker })
  }
}
