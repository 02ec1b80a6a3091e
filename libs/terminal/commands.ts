/** What a slash command asks of the session; the app carries it out. */
export type SessionEvent =
  | { type: 'help' }
  | { type: 'clear' }
  | { type: 'exit' }
  | { type: 'mode'; value: string }
  | { type: 'plan' }
  | { type: 'sessions' }
  | { type: 'undo'; value: string }
  | { type: 'redo' }
  | { type: 'rewind'; value: string }
  | { type: 'diff' }
  | { type: 'permissions'; value: string }

interface SlashCommand {
  name: string
  help: string
  event(rest: string): SessionEvent
}

/** One row a command. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  { name: '/help', help: 'what can be typed here', event: () => ({ type: 'help' }) },
  {
    name: '/mode',
    help: 'show or set the permission mode: default, acceptEdits, plan, yolo',
    event: (value) => ({ type: 'mode', value }),
  },
  { name: '/plan', help: 'the plan of the last task', event: () => ({ type: 'plan' }) },
  {
    name: '/permissions',
    help: 'what you were asked and said; revoke N takes an answer back',
    event: (value) => ({ type: 'permissions', value }),
  },
  { name: '/sessions', help: 'stored sessions, newest first', event: () => ({ type: 'sessions' }) },
  {
    name: '/undo',
    help: 'put back the last edit, so many edits, or the last turn: /undo [n|turn]',
    event: (value) => ({ type: 'undo', value }),
  },
  { name: '/redo', help: 'make what was undone again', event: () => ({ type: 'redo' }) },
  {
    name: '/rewind',
    help: 'put the files back to a step of the last task: /rewind [step]',
    event: (value) => ({ type: 'rewind', value }),
  },
  { name: '/diff', help: 'what the last task changed', event: () => ({ type: 'diff' }) },
  {
    name: '/clear',
    help: 'begin a new session; the old one stays in the ledger',
    event: () => ({ type: 'clear' }),
  },
  { name: '/exit', help: 'leave; so does Ctrl+D', event: () => ({ type: 'exit' }) },
]

/** Reads a line as a slash command. @returns null when it is none, a message when it is unknown */
export function readSlash(line: string): SessionEvent | string | null {
  if (!line.startsWith('/')) return null
  const [name = '', ...rest] = line.trim().split(/\s+/)
  const command = SLASH_COMMANDS.find((row) => row.name === name)
  if (command !== undefined) return command.event(rest.join(' '))
  return `There is no ${name}. Known are ${SLASH_COMMANDS.map((row) => row.name).join(' ')}.`
}
