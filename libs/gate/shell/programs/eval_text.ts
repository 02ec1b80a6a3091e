import { inspectScripts } from '../contents/script_files.js'
import { endChanged, expandSubscripts } from '../readers/builtin.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { assign } from '../state/state.js'
import { type Field, NOTHING, type Output, UNKNOWN } from '../state/types.js'

/** eval, source and trap: texts and files that run in the shell itself. */
export const eval_text: ProgramReader = {
  name: 'eval_text',
  programs: { 'eval source . trap': UNKNOWN_PROGRAM },
  inspect(call) {
    expandSubscripts(call)
    return BUILTINS[call.name]?.(call) ?? null
  },
}

const BUILTINS: Record<string, (call: Call) => Output> = {
  eval(call) {
    const text = joined(call.args)
    if (text === null) call.walker.unsure('eval runs a computed text')
    else call.walker.shared(text, call.state)
    return UNKNOWN
  },
  source: (call) => inspectSourced(call),
  '.': (call) => inspectSourced(call),
  trap(call) {
    const args = call.args.filter(({ text }) => text !== '--')
    const [text] = args
    if (text?.text === null) call.walker.unsure('trap runs a computed text')
    else if (text && args.length > 1 && text.text !== '-') {
      call.walker.inside(text.text ?? '', call.state)
      call.walker.runAtEnd(text.text ?? '', call.state)
    }
    return endChanged(call)
  },
}

function joined(args: readonly Field[]): string | null {
  const texts = args.map(({ text, several }) => (several ? null : text))
  return texts.every((text) => text !== null) ? texts.join(' ') : null
}

function inspectSourced(call: Call): Output {
  const [file] = call.args
  if (file === undefined) return NOTHING
  call.walker.usePath(file, 'read', call.state)
  inspectScripts(call.args, call.state, call.walker, call.name)
  // What it sets is unknown.
  for (const name of call.state.vars.keys())
    if (name !== 'HOME' && name !== 'PWD') assign(call.state, name, null)
  return endChanged(call)
}
