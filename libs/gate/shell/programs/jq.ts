import type { ProgramReader } from '../readers/program.js'

/** jq reads files by a program text, which may load further files. */
export const jq: ProgramReader = {
  name: 'jq',
  programs: {
    jq: {
      operands: 'pattern',
      gives: '-f --from-file',
      text: '--arg --argjson',
      value: '--indent',
      path: '-f --from-file -L',
      safe: '-f --from-file --slurpfile --rawfile -L',
    },
  },
  inspect({ args, walker }) {
    if (args.some(({ text }) => /\b(?:import|include)\s*"/.test(text ?? '')))
      walker.unsure('jq loads other files')
    return null
  },
}
