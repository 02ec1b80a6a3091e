import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

const INCLUDES = /^(?:gcc|g\+\+|clang|cc|cpp|as|nasm)$/

/** Compilers and linters; a text on standard input may include other files. */
export const compilers: ProgramReader = {
  name: 'compilers',
  programs: {
    'gcc g++ clang cc cpp as nasm': UNKNOWN_PROGRAM,
    'tsc eslint prettier biome ruff mypy black flake8 clippy rustc': UNKNOWN_PROGRAM,
    ninja: { operands: 'try', path: '-f', value: '-j -l' },
  },
  inspect({ name, state, walker }) {
    if (INCLUDES.test(name) && /^(?:text|unknown|names)$/.test(state.stdin.kind))
      walker.unsure(`${name} includes files that its input names`)
    return null
  },
}
