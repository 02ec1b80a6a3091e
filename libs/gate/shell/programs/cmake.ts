import { noteProjectFiles } from '../contents/project_files.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { fork } from '../state/state.js'
import { known } from '../state/types.js'

/** Tools of `cmake -E`, and the program that takes its words in the same way. */
const TOOLS: Record<string, readonly string[]> = {
  tar: ['tar'],
  cat: ['cat'],
  copy: ['cp'],
  copy_if_different: ['cp'],
  copy_directory: ['cp', '-r'],
  copy_directory_if_different: ['cp', '-r'],
  create_hardlink: ['ln'],
  create_symlink: ['ln', '-s'],
  rename: ['mv'],
  rm: ['rm'],
  env: ['env'],
  time: ['time'],
  chdir: ['env', '-C'],
}

/** cmake builds a project; `cmake -E` runs small tools of its own. */
export const cmake: ProgramReader = {
  name: 'cmake',
  programs: { cmake: UNKNOWN_PROGRAM },
  inspect(call) {
    noteProjectFiles(call, ['CMakeLists.txt'])
    const [option, tool, ...words] = call.args
    const program = option?.text === '-E' ? TOOLS[tool?.text ?? ''] : undefined
    if (program === undefined) return null
    const { state, walker } = call
    const inner = fork(state, { wrappers: [...state.wrappers, 'cmake'], depth: state.depth + 1 })
    return walker.inspect([...program.map(known), ...words], inner)
  },
}
