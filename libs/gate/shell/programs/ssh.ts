import { askAboutFile } from '../contents/source_files.js'
import { readArguments } from '../readers/options.js'
import { type ProgramReader, type Spec, UNKNOWN_PROGRAM } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import { inspectWrapped, ownArguments, type Wrapper } from '../readers/wrapper.js'
import { fork } from '../state/state.js'

const SCP: Spec = {
  operands: 'copy',
  value: '-P -o -c -l',
  path: '-i -F',
  code: '-S',
  tree: '-r',
}
const WRAPPER: Wrapper = {
  own: 1,
  text: true,
  value: '-p -l -o -L -R -D -W -b -c -m -e -J -B -w -Q -O',
  path: '-i -F -S',
  write: '-E',
}

/** ssh runs a text on another machine, scp copies files; options such as ProxyCommand run programs here. */
export const ssh: ProgramReader = {
  name: 'ssh',
  programs: {
    'ssh autossh slogin': UNKNOWN_PROGRAM,
    scp: SCP,
  },
  inspect(call) {
    const { name, args, state, walker } = call
    const inner = fork(state, { wrappers: [...state.wrappers, 'ssh'], depth: state.depth + 1 })
    const own = name === 'scp' ? readArguments(args, SCP) : ownArguments(args, WRAPPER)
    for (const { name: option, value } of own.options) {
      if (value !== null) tryWord(value, call)
      if (value !== null && option === '-F') askAboutFile(value, call)
      // `-oProxyCommand=x` reads as an option with a value of its own.
      const given = option.length > 2 ? `${option.slice(2)}=${value?.text}` : value?.text
      if (value === null || !/command|exec/i.test(given ?? 'command')) continue
      const [, text = ''] = /^\w*(?:command|exec)\s*[= ]\s*(.*)$/is.exec(given ?? '') ?? []
      if (text !== '') walker.inside(text, inner)
      walker.unsure('an option makes ssh run a program here')
    }
    return name === 'scp' ? null : inspectWrapped(call, WRAPPER, args)
  },
}
