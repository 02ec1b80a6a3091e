import { printFolder, printPathPart } from '../readers/prints.js'
import type { ProgramReader } from '../readers/program.js'

/** Programs that print names, kinds and sizes of files, and no content. */
export const file_names: ProgramReader = {
  name: 'file_names',
  programs: {
    'ls dir vdir stat file du df realpath readlink pathchk': {
      operands: 'names',
      value: '-I --ignore -w -T -c --format --printf --block-size -d --max-depth --exclude',
      path: '-f --files-from -m',
      list: '--files0-from',
      safe: '-f --files-from -m -C --compile --files0-from',
    },
    tree: { operands: 'names', value: '-L -I -P --charset', write: '-o', safe: '-o -R' },
    'basename dirname': { operands: 'text', safe: '', prints: printPathPart },
    pwd: { operands: 'text', safe: '', prints: printFolder },
  },
}
