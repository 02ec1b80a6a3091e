import { AircoderError, shellWord } from '#core'
import { showControls } from '#terminal'
import { type ListedSession, listSessions } from '../pick/list_sessions.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

export const resume: SlashCommand = {
  name: 'resume',
  aliases: ['continue'],
  hint: '[ID]',
  help: 'choose a stored session and go on with it',
  group: 'session',
  isAllowedDuringTurn: false,
  async run(rest, context) {
    const { wired, print } = context
    try {
      const id = rest === '' ? await chosenId(context) : wired.ledger.session(rest).id
      if (id !== null) goOn(id, context)
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      const { message, hint } = wired.say.error(error)
      print(`${showControls(message)}\n`)
      // Of a wrong id the message says all.
      if (error.code === 'SESSION_IN_USE')
        print(`${showControls(wired.say('error.hint', { hint }))}\n`)
    }
  },
}

async function chosenId(context: SlashContext): Promise<string | null> {
  const { wired, sessionId, print } = context
  const listed = listSessions(wired, wired.ledger).filter(({ id }) => id !== sessionId)
  if (listed.length === 0) {
    print('There is no other session to continue.\n')
    return null
  }
  const chosen = await choose(listed, context)
  if (chosen === undefined || chosen.isHere) return chosen?.id ?? null
  // Its settings, its trust and its files are those of another folder.
  print(`That session belongs to another folder. It continues there:\n`)
  print(`  ${showControls(`cd ${shellWord(chosen.cwd)} && aircoder -r ${chosen.id}`)}\n`)
  return null
}

async function choose(
  listed: readonly ListedSession[],
  { choose }: SlashContext,
): Promise<ListedSession | undefined> {
  const items = listed.map(({ item }) => item)
  return listed[(await choose({ title: 'Continue which session?', items })) ?? -1]
}

/** @throws AircoderError SESSION_IN_USE: this session stays open then */
function goOn(id: string, { wired: { ledger }, sessionId, print, reopen }: SlashContext): void {
  const owner = ledger.usedBy(id)
  if (owner !== null) throw new AircoderError('SESSION_IN_USE', { id, owner })
  if (id === sessionId) print('This is that session.\n')
  else reopen(id)
}
