import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

/** Programs that pass a word of theirs to a shell. */
export const text_runners: ProgramReader = {
  name: 'text_runners',
  programs: {
    'tmux screen devbox zellij byobu hyperfine concurrently nodemon watchexec entr onchange chokidar vagrant pm2 forever supervisor dtach abduco logger systemd-inhibit cross-env-shell pee sbt':
      UNKNOWN_PROGRAM,
  },
  inspect({ name, args, state, walker }) {
    for (const { text, raw } of args) {
      if (text === null) walker.unsure(`${name} may run ${raw}, which is computed`)
      else if (/\s/.test(text)) walker.inside(text, state)
    }
    return null
  },
}
