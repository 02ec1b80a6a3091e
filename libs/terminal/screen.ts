import pc from 'picocolors'
import type { Event, EvidenceNote } from '#core'
import { showControls } from '#core'

export interface ScreenOptions {
  write(text: string): void
  color: boolean
  /** true: show the model's text as it streams, and the first lines of every result. */
  verbose: boolean
}

const RESULT_LINES = 6
/** The head of a row's summary; `aircoder ledger show` has all of it. */
const SUMMARY_CHARS = 80

/** Prints events as plain lines, each step when it is committed. Works on any terminal or pipe. */
export function createScreen(options: ScreenOptions): (event: Event) => void {
  const paint = pc.createColors(options.color)
  let inText = false
  /** The call whose denial was just printed: its result repeats the same text for the model. */
  let denied: string | null = null
  const line = (text: string) => {
    if (inText) options.write('\n')
    inText = false
    options.write(`${text}\n`)
  }
  const stream = (text: string) => {
    inText = true
    options.write(text)
  }

  return (raw) => {
    const event = cleaned(raw)
    switch (event.type) {
      case 'init': {
        const from = event.resumedAt > 0 ? `, resumed after step ${event.resumedAt}` : ''
        return line(paint.dim(`task ${event.taskId} · ${event.model} · mode ${event.mode}${from}`))
      }
      case 'delta':
        return options.verbose ? stream(event.text) : undefined
      case 'thinking':
        return options.verbose ? stream(paint.dim(event.text)) : undefined
      case 'waiting':
        return line(paint.dim(`… ${event.text}`))
      case 'note':
        return line(paint.yellow(`! ${event.text}`))
      case 'reply':
        if (event.problem !== null)
          return line(paint.yellow(`! ${event.problem.code}: ${event.problem.message}`))
        return event.text.trim() && !options.verbose ? line(event.text.trim()) : undefined
      case 'tool_call':
        return line(`${paint.cyan('›')} ${event.describe}`)
      case 'permission':
        denied = event.decision === 'deny' ? event.call.id : null
        return denied !== null
          ? line(paint.red(`  denied (${event.rule}): ${event.reason}`))
          : undefined
      case 'tool_result': {
        if ((event.ok && !options.verbose) || event.callId === denied) return
        const shown = event.text.split('\n').slice(0, RESULT_LINES).join('\n  ')
        return line(event.ok ? paint.dim(`  ${shown}`) : paint.red(`  ${shown}`))
      }
      case 'step':
        return line(
          paint.dim(
            stepLine(
              event.number,
              event.evidence,
              event.promptTokens,
              event.reusedPrefixTokens,
              event.rebuilt,
            ),
          ),
        )
      case 'result':
        return
    }
  }
}

/** The same event with every text made safe to print. */
function cleaned(event: Event): Event {
  return JSON.parse(JSON.stringify(event), (_, value: unknown) =>
    typeof value === 'string' ? showControls(value) : value,
  )
}

function stepLine(
  number: number,
  rows: EvidenceNote[],
  prompt: number,
  reused: number,
  rebuilt: boolean,
): string {
  const reported = rows.map((row) => `${row.id} ${row.kind}: ${headOf(row.summary)}`).join(' | ')
  const share =
    prompt > 0 && reused > 0 ? `, ${Math.round((100 * reused) / prompt)} % of it reused` : ''
  return `  step ${number} committed · ${prompt} prompt tokens${share}${rebuilt ? ', prompt rebuilt' : ''}${reported ? ` · ${reported}` : ''}`
}

function headOf(summary: string): string {
  const line = summary.split('\n')[0] ?? ''
  return line.length <= SUMMARY_CHARS ? line : `${line.slice(0, SUMMARY_CHARS - 1)}…`
}
