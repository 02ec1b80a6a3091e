import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

/** Our own programs show what the ledgers and settings hold. */
export const aircoder: ProgramReader = {
  name: 'aircoder',
  programs: {
    'aircoder aircoder-proxy': UNKNOWN_PROGRAM,
  },
  inspect({ name, args, walker }) {
    if (!args.some(({ text }) => text === '--version'))
      walker.unsure(`${name} shows what its own ledgers and settings hold`)
    return null
  },
}
