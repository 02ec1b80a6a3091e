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
    'tcpdump dumpcap tshark': {
      operands: 'try',
      code: '-z',
      path: '-r -F -V',
      write: '-w',
      value: '-i -c -s -C -G -W -B',
    },
    'ansible ansible-console': {
      operands: 'try',
      code: '-a --args',
      path: '-i -e',
      value: '-m -u',
    },
  },
  inspect({ name, args, walker }) {
    const runs = args.find(({ text }) => /^-[a-z]*[ec]$|^--(?:sh-|lua-)?exec\b/.test(text ?? ''))
    if (/^(?:nc|ncat|netcat)$/.test(name) && runs)
      walker.unsure(`${name} ${runs.text} gives a program to each connection`)
    return null
  },
}
