import { inLanguage } from '#terminal'
import type { Flags } from '../../flags/flags.js'
import { sayFor } from '../../language/say_for.js'
import { loadSettings } from '../../settings/load_project.js'
import { workFolder } from '../../settings/work_folder.js'
import { openSessionInput } from '../conversation/open_session_input.js'
import { listSessions } from './list_sessions.js'

/**
 * `-r` without an id, in front of a person: shows the sessions and lets the person choose. One of another folder is
 * continued in that folder.
 * @returns the flags that name it; as they were where there is none; null: the person chose none
 */
export async function pickAtStart(flags: Flags): Promise<Flags | null> {
  if (flags.resume !== true) return flags
  const cwd = workFolder(flags)
  const settings = loadSettings(flags, cwd, process.env)
  const listed = listSessions({ cwd, settings })
  if (listed.length === 0) return flags
  const say = await sayFor(settings)
  const input = inLanguage(openSessionInput(flags, process.env, { say }), say)
  const closed = new AbortController()
  input.onInterrupt(() => closed.abort())
  try {
    const list = { title: 'Continue which session?', items: listed.map(({ item }) => item) }
    const chosen = listed[(await input.choose(list, closed.signal)) ?? -1]
    if (chosen === undefined) return null
    return { ...flags, resume: chosen.id, ...(chosen.isHere ? {} : { cwd: chosen.cwd }) }
  } finally {
    input.close()
  }
}
