import type { ProgramReader } from '../readers/program.js'

/** Programs of a code host: issues, pull requests, releases. */
export const hosting: ProgramReader = {
  name: 'hosting',
  programs: {
    'gh glab': {
      operands: 'try',
      text: '-t -b --title --body -R --repo --search -q --jq -H -B --label',
      at: '--field',
      path: '-F --body-file',
    },
  },
}
