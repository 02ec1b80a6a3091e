import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { SlashCommand } from '../slash_command.js'

const FILE = 'AGENTS.md'

export const init: SlashCommand = {
  name: 'init',
  help: `let the model look at the project and write ${FILE}, or improve it`,
  group: 'session',
  isAllowedDuringTurn: false,
  run(rest, { wired: { cwd }, start }) {
    const work = existsSync(join(cwd, FILE))
      ? `Read ${FILE} and improve it. Keep what is true.`
      : `Write the file ${FILE}.`
    const words = rest === '' ? [] : [`Also: ${rest}`]
    start(
      [
        `${work} It is for agents and people who change this project.`,
        'Look at the folders, the build files and the tests first.',
        'Say in at most 60 lines: what the project does, where what is, the commands that build and test it, and the rules of style that its code follows.',
        'State only what you read in a file.',
        ...words,
      ].join(' '),
    )
  },
}
