import { printBytes } from '../readers/prints.js'
import type { ProgramReader } from '../readers/program.js'

/** Programs that show files page by page; `+text` is a command to them. */
export const pagers: ProgramReader = {
  name: 'pagers',
  programs: {
    'less more most pg bat batcat zless zcat bzcat xzcat gzcat': {
      operands: 'read',
      plus: true,
      value: '-n -p -P -h -j -x',
      write: '-o -O --log-file',
      path: '-k -T --config-file',
      code: '--pager',
      prints: printBytes,
    },
    man: { operands: 'try', code: '-P --pager -H --html', path: '-l -C', value: '-L -m -M -s -e' },
  },
}
