import { endOf, RUN_ENDS, type TaskResult } from '#core'
import { showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { resumeHint } from './output.js'

/** What to do now. The last line of a run that can go on is the command that resumes it. */
export function printAdvice(result: TaskResult, flags: Flags): void {
  const { advice, code } = endOf(result)
  const isText = (flags.outputFormat ?? 'text') === 'text'
  // A JSON result has its hint.
  const hint = advice !== '' && isText ? `hint: ${showControls(advice)}\n` : ''
  if (code === 'NOT_PROVEN' && isText) {
    const why = result.reason === '' ? '' : ` Reason: ${showControls(result.reason)}.`
    process.stderr.write(`error: ${RUN_ENDS.NOT_PROVEN.message}${why}\n`)
  }
  const command = `To resume:\n${resumeHint(flags, result.taskId)}\n`
  if (result.subtype !== 'interrupted') {
    const isOpen = RUN_ENDS[code].resumes && isText
    return void process.stderr.write(`${hint}${isOpen ? command : ''}`)
  }
  const why = showControls(result.text.replace(/[.\s]+$/, ''))
  const middle = hint === '' ? ' ' : `\n${hint}`
  process.stderr.write(`${why}; every committed step is kept.${middle}${command}`)
}
