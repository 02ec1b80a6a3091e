import { MODES, type Mode } from '#core'
import { type SessionEvent, SLASH_COMMANDS, showControls } from '#terminal'
import type { Wired } from '../run/wire.js'

/** What a slash command that only tells or sets something answers, line by line. */
export function replyTo(command: SessionEvent, { ledger, deps, setMode }: Wired): string[] {
  switch (command.type) {
    case 'help':
      return [
        ...SLASH_COMMANDS.map(({ name, help }) => `  ${name.padEnd(12)} ${help}`),
        '  Enter sends; while it works, a line is delivered after the current step.',
        '  Ctrl+C interrupts what runs; at the prompt, twice leaves.',
      ]
    case 'mode': {
      const mode: Mode | undefined = MODES.find((known) => known === command.value)
      if (mode === undefined && command.value !== '') return [`Modes are ${MODES.join(', ')}.`]
      if (mode !== undefined) setMode(mode)
      return [`mode ${deps.gate.mode()}`]
    }
    case 'plan': {
      const task = ledger.tasks()[0]
      if (task === undefined) return ['No task yet.']
      const nodes = ledger.view(task.id).plan
      return nodes.map(
        (node) => `  ${node.status === 'resolved' ? '[x]' : '[ ]'} ${oneLine(node.text)}`,
      )
    }
    case 'sessions':
      return ledger
        .sessions()
        .slice(0, 10)
        .map((row) => `  ${row.id}  ${oneLine(row.title)}`)
    default:
      return []
  }
}

/** A text as one line of at most 100 characters. */
export function oneLine(text: string): string {
  return showControls(text.replace(/\s+/g, ' ').slice(0, 100))
}
