import { AircoderError, describeSystemError } from '#core'
import { type Say, showControls } from '#terminal'
import { openPlaces } from '../memory/open_memory.js'
import { saveText } from '../memory/save_text.js'
import type { SlashContext } from './slash_command.js'

const SCOPES = {
  p: { words: ['project', 'p', 'this project'] },
  u: { words: ['user', 'u', 'all projects'] },
  n: { words: ['no', 'n'] },
} as const

/** Asks where a rule holds, and saves it. No model is asked. */
export async function askAndSave(rule: string, context: SlashContext): Promise<void> {
  const prompt = 'save it? p = for this project · u = for all projects · n = no: '
  context.print(`Rule: ${showControls(rule)}\n`)
  const scope = await context.ask({ prompt, choices: SCOPES })
  if (scope === 'p' || scope === 'u')
    context.print(`${showControls(saved(rule, scope, context))}\n`)
  else context.print('Not saved. A line without # at its start is a task.\n')
}

/** While a turn runs there is no question: the rule is for the project, and the line says how to change that. */
export function saveDuringTurn(rule: string, context: SlashContext): void {
  context.print(`${showControls(saved(rule, 'p', context))} It holds from the next task on.\n`)
}

function saved(rule: string, scope: 'p' | 'u', { wired }: SlashContext): string {
  const places = openPlaces(wired.cwd, wired.settings)
  return saving(() => saveText(rule, places, scope === 'u' ? { user: true } : {}), wired.say)
}

/** What was saved, or why not: an error of the disk ends no session. */
export function saving(work: () => string, say: Say): string {
  try {
    return work()
  } catch (error) {
    if (error instanceof AircoderError) return say.error(error).message
    const { code } = error as NodeJS.ErrnoException
    if (typeof code !== 'string') throw error
    return `Nothing was saved: ${describeSystemError(error)}`
  }
}
