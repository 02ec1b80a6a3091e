import { endOf, RUN_ENDS, type TaskResult } from '#core'
import { type Say, showControls } from '#terminal'
import type { Flags } from '../flags/flags.js'
import { inRows, printLines } from './in_rows.js'
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
    printLines(say('error.line', { message }), process.stderr)
  }
  const { stderr } = process
  const write = (text: string) => void stderr.write(inRows(text, stderr))
  // Copied whole, so it is not broken into rows.
  const command = `${resumeHint(flags, result.taskId)}\n`
  if (result.subtype !== 'interrupted') {
    write(hint)
    if (!RUN_ENDS[code].resumes || !isText) return
    write(`${say('end.toResume')}\n`)
  } else {
    const why = showControls(say.part(result.text.replace(/[.\s]+$/, '')))
    const middle = hint === '' ? ' ' : `\n${hint}`
    write(`${say('end.kept', { why })}${middle}${say('end.toResume')}\n`)
  }
  stderr.write(command)
}
