import { endOf, RUN_ENDS, type TaskResult } from '#core'
import { type Say, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { resumeHint } from './output.js'

/** What to do now. The last line of a run that can go on is the command that resumes it. */
export function printAdvice(result: TaskResult, flags: Flags, say: Say): void {
  const { advice, code } = endOf(result)
  const isText = (flags.outputFormat ?? 'text') === 'text'
  // A JSON result has its hint.
  const hint =
    advice !== '' && isText
      ? `${say('error.hint', { hint: showControls(say.part(advice)) })}\n`
      : ''
  if (code === 'NOT_PROVEN' && isText) {
    const reason = showControls(say.part(result.reason))
    const why = reason === '' ? '' : say('end.reason', { reason })
    const message = say.part(RUN_ENDS.NOT_PROVEN.message) + why
    process.stderr.write(`${say('error.line', { message })}\n`)
  }
  const command = `${say('end.toResume')}\n${resumeHint(flags, result.taskId)}\n`
  if (result.subtype !== 'interrupted') {
    const isOpen = RUN_ENDS[code].resumes && isText
    return void process.stderr.write(`${hint}${isOpen ? command : ''}`)
  }
  const why = showControls(say.part(result.text.replace(/[.\s]+$/, '')))
  const middle = hint === '' ? ' ' : `\n${hint}`
  process.stderr.write(`${say('end.kept', { why })}${middle}${command}`)
}
