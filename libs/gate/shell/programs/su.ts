import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { inspectWrapped, type Wrapper } from '../readers/wrapper.js'

const WRAPPER: Wrapper = { own: 1, value: '-s -g -u -w', code: '-c --command', shellAlone: true }

/** su and runuser run a command as another user. */
export const su: ProgramReader = {
  name: 'su',
  programs: { 'su runuser': UNKNOWN_PROGRAM },
  inspect(call) {
    const { name, args } = call
    // `su - name -c text`: in any order, only -c says what runs.
    if (args.some(({ text }) => /^-c|^--(?:session-)?command/.test(text ?? '')))
      return inspectWrapped(
        call,
        { ...WRAPPER, own: args.length },
        args.filter(({ text }) => text !== '-'),
      )
    if (name === 'runuser' && args.some(({ text }) => /^(?:-u|--user)/.test(text ?? '')))
      return inspectWrapped(call, { ...WRAPPER, own: 0 }, args)
    return inspectWrapped(call, WRAPPER, args)
  },
}
