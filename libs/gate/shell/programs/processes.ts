import type { ProgramReader } from '../readers/program.js'

/** Words of `ps` in the style of BSD, after which the environment of each process is shown. */
const SHOWS_ENVIRONMENT = /^(?:[a-zA-Z]*e[a-zA-Z]*|-[a-zA-Z]*E[a-zA-Z]*)$/
/** Options of `ps` whose value is the next word. */
const VALUED = /^-(?:[a-zA-Z]*[ouUpgGtCs]|-[a-z]+)$|^[a-zA-Z]*[oOUkt]$/

/** Programs that show other processes: what the environment of one holds is asked, as `/proc/1/environ` is. */
export const processes: ProgramReader = {
  name: 'processes',
  programs: {
    ps: { operands: 'text' },
    'systemctl launchctl': { operands: 'try' },
  },
  inspect({ name, args, walker }) {
    const words = args.map(({ text }) => text ?? '')
    const shows =
      name === 'ps'
        ? words.some(
            (word, at) => SHOWS_ENVIRONMENT.test(word) && !VALUED.test(words[at - 1] ?? ''),
          )
        : words.some((word) => /^(?:show-environment|getenv|print)$/.test(word))
    if (shows) walker.unsure(`${name} shows the environment of another process`)
    return null
  },
}
