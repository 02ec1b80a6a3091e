import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped, ownArguments, type Wrapper } from '../readers/wrapper.js'
import { fork } from '../state/state.js'

const WRAPPER: Wrapper = {
  own: 1,
  text: true,
  value: '-p -l -o -L -R -D -W -b -c -m -e -J -B -w -Q -O',
  path: '-i -F -S',
  write: '-E',
}

/** ssh runs a text on another machine; options such as ProxyCommand run programs here. */
export const ssh: ProgramReader = {
  name: 'ssh',
  programs: { ssh: UNKNOWN_PROGRAM },
  inspect(call) {
    const { args, state, walker } = call
    const inner = fork(state, { wrappers: [...state.wrappers, 'ssh'], depth: state.depth + 1 })
    for (const { value } of ownArguments(args, WRAPPER).options) {
      if (value === null || !/command|exec/i.test(value.text ?? 'command')) continue
      const [, text = ''] = /^\w*(?:command|exec)\s*[= ]\s*(.*)$/is.exec(value.text ?? '') ?? []
      if (text !== '') walker.inside(text, inner)
      walker.unsure('an option makes ssh run a program here')
    }
    return inspectWrapped(call, WRAPPER, args)
  },
}
