import { lstatSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AircoderError } from '#core'
import { showControls } from '#terminal'
import { YES_NO } from '../../answers/ask_choice.js'
import { exportSession, formatOf } from '../../export/export_session.js'
import { isTaken, writePieces } from '../../export/write_pieces.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

const EXPORT: SlashCommand = {
  name: 'export',
  aliases: ['share'],
  hint: '[FILE.md|.json|.html]',
  help: 'write this session to a file for other people, without secrets',
  group: 'session',
  isAllowedDuringTurn: false,
  keepsSpace: true,
  async run(rest, context) {
    const { sessionId, print } = context
    if (sessionId === undefined) return print('There is nothing to export yet.\n')
    try {
      print(`${showControls(await write(rest.trim(), sessionId, context))}\n`)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      print(`${showControls(context.wired.say.error(error).message)}\n`)
    }
  },
}

async function write(
  name: string,
  sessionId: string,
  { wired, ask, print }: SlashContext,
): Promise<string> {
  // As other agents do it: into the folder of the person. A name that nobody typed replaces nothing.
  const path = name === '' ? freePath(wired.cwd, `aircoder-${sessionId}`) : resolve(wired.cwd, name)
  if (isTaken(path)) {
    print(`${showControls(path)} is there already.\n`)
    const answer = await ask({ prompt: 'replace it? y = yes · n = no: ', choices: YES_NO })
    if (answer !== 'y') return 'Nothing was written.'
  }
  const bytes = writePieces(path, exportSession(wired.ledger, sessionId, formatOf(path)))
  return `Exported to ${path} (${bytes} bytes). Read it before you pass it on.`
}

/** The first path of this name where nothing is: a number follows the name where it has to. */
function freePath(folder: string, name: string): string {
  for (let count = 1; ; count += 1) {
    const path = join(folder, `${name}${count === 1 ? '' : `-${count}`}.md`)
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return path
  }
}

export { EXPORT as export }
