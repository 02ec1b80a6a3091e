import type { ProgramReader } from '../readers/program.js'

/** Programs that open connections and can run a command for each. */
export const network: ProgramReader = {
  name: 'network',
  programs: {
    'nc ncat netcat': {
      operands: 'try',
      code: '-e -c --exec --sh-exec --lua-exec',
      value: '-p -s -w',
    },
    'ansible ansible-console': {
      operands: 'try',
      code: '-a --args',
      path: '-i -e',
      value: '-m -u',
    },
  },
}
