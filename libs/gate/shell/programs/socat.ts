import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

/** socat connects two addresses, of which one may be a program. */
export const socat: ProgramReader = {
  name: 'socat',
  programs: {
    socat: UNKNOWN_PROGRAM,
  },
  inspect({ args, state, walker }) {
    for (const { text } of args) {
      const [, inner] = /^(?:exec|system|shell):([^,]*)/is.exec(text ?? '') ?? []
      if (inner) walker.inside(inner, state)
    }
    return null
  },
}
