import { askAboutSource } from '../contents/source_files.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

const SOURCES = /^(?:gcc|g\+\+|clang|clang\+\+|cc|c\+\+|cpp|as|nasm|rustc)$/
/** Options with which a compiler loads code or runs programs that are not its own. */
const LOADS =
  /^(?:-wrapper$|-B(?=.*[./])|-fplugin=|-specs=|--specs=|-fpass-plugin=|-load(?:=|$))(.*)$/s
const INCLUDES = /^(?:gcc|g\+\+|clang|cc|cpp|as|nasm)$/

/** Compilers and linters; a text on standard input may include other files. */
export const compilers: ProgramReader = {
  name: 'compilers',
  programs: {
    'gcc g++ clang cc cpp as nasm': UNKNOWN_PROGRAM,
    'tsc eslint prettier biome ruff mypy black flake8 clippy rustc': UNKNOWN_PROGRAM,
    ninja: { operands: 'try', path: '-f', value: '-j -l' },
  },
  inspect(call) {
    const { name, state, walker } = call
    if (SOURCES.test(name)) inspectSources(call)
    if (INCLUDES.test(name) && /^(?:text|unknown|names)$/.test(state.stdin.kind))
      walker.unsure(`${name} includes files that its input names`)
    return null
  },
}

function inspectSources(call: Call): void {
  for (const word of call.args) {
    const { text } = word
    const loaded = LOADS.exec(text ?? '')?.[1]
    // `-specs=nano.specs` is a file of the compiler's own.
    const isOwn =
      /^(?:-|--)specs=/.test(text ?? '') && !loaded?.includes('/') && !isHere(loaded, call)
    if (loaded !== undefined && !isOwn) call.walker.unsure(`${call.name} ${text} loads other code`)
    if (text !== null && !text.startsWith('-')) askAboutSource(word, call)
  }
}

function isHere(name: string | undefined, { state, walker }: Call): boolean {
  return (state.cwds ?? []).some(
    (cwd) =>
      walker.disk.kind(`${cwd}/${name}`) !== null || walker.isCreated(`${cwd}/${name}`, 'text'),
  )
}
