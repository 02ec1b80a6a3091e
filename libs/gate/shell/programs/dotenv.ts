import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped } from '../readers/wrapper.js'

const FILES = {
  path: '-e -f --env-file --file',
  value: '-p -c -v --convention',
  sets: true,
} as const

/** Programs that load `.env` without its name on the command line, for a command or to print it. */
export const dotenv: ProgramReader = {
  name: 'dotenv',
  programs: { 'dotenv dotenvx dotenv-cli dotenvy env-cmd foreman honcho': UNKNOWN_PROGRAM },
  inspect(call) {
    const { name, args, walker } = call
    walker.unsure(`${name} loads .env, which is protected`)
    const verb = /^(?:run|start)$/.test(args[0]?.text ?? '') ? 1 : 0
    return inspectWrapped(call, FILES, args.slice(verb))
  },
}
