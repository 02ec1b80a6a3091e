import { printNothing, printNumber } from '../readers/prints.js'
import type { ProgramReader } from '../readers/program.js'

/** Programs whose words are text: they open no file that a word names. */
export const words_only: ProgramReader = {
  name: 'words_only',
  programs: {
    date: {
      operands: 'text',
      value: '-d --date',
      path: '-r -f --file --reference',
      safe: '-s --set -f --file -r --reference',
    },
    'true false :': { operands: 'text', safe: '', prints: printNothing },
    'whoami id uname uptime seq sleep expr cal logname tty groups printenv': {
      operands: 'text',
      safe: '',
    },
    'which type help whatis apropos': { operands: 'text', safe: '-C -H -P --pager -d -r' },
    'free lscpu getconf locale ncal factor numfmt': { operands: 'text', safe: '' },
    nproc: { operands: 'text', safe: '', prints: printNumber },
    'kill pkill killall pgrep top ulimit umask': { operands: 'text' },
  },
}
