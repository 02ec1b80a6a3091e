import { release } from 'node:os'
import { dirname, join } from 'node:path'
import { AircoderError, figure, redact, redactTyped, VERSION, withoutSecrets } from '#core'
import { showControls } from '#terminal'
import { exportSession } from '../../export/export_session.js'
import { writePieces } from '../../export/write_pieces.js'
import { eventLines } from '../../output/event_lines.js'
import { lastTask } from '../changes/restore_files.js'
import type { SlashCommand, SlashContext } from '../slash_command.js'

const EVENTS = 60

export const bug: SlashCommand = {
  name: 'bug',
  hint: '[WORDS]',
  help: 'write a report without secrets to a file; nothing is sent',
  group: 'program',
  isAllowedDuringTurn: true,
  run(rest, context) {
    const at = new Date().toISOString().slice(0, 19).replace(/[:T]/g, '-')
    const path = join(dirname(context.wired.ledger.path), `bug-${at}.md`)
    try {
      const bytes = writePieces(path, report(rest, context))
      context.print(
        `${showControls(`The report is ${path} (${bytes} bytes). Nothing was sent. It has your messages, files that were read and command output, with secrets replaced: read it before you pass it on.`)}\n`,
      )
    } catch (error) {
      if (!(error instanceof AircoderError)) throw error
      context.print(`${showControls(context.wired.say.error(error).message)}\n`)
    }
  },
}

function* report(words: string, context: SlashContext): Generator<string> {
  const { wired, sessionId } = context
  const { endpoint, deps, ledger } = wired
  const facts = [
    `aircoder ${VERSION}, Node ${process.version}, ${process.platform} ${release()} ${process.arch}`,
    `model ${endpoint.name}, window ${figure(endpoint.windowTokens)}, profile ${endpoint.profile.values.toolForm}`,
    `endpoint ${hostOf(endpoint.place?.baseUrl)}, mode ${deps.gate.mode()}`,
  ]
  yield `# Report\n\n${withoutSecrets(redactTyped(words))}\n\n${facts.map((fact) => `- ${redact(fact)}`).join('\n')}\n\n`
  const task = lastTask(context)
  if (task === undefined) return
  const events = eventLines(ledger, task.id, { limit: EVENTS }).map(
    (line) => `    ${withoutSecrets(line)}`,
  )
  yield `## Newest events\n\n${events.join('\n')}\n\n`
  try {
    yield* exportSession(ledger, sessionId ?? task.sessionId, 'md')
  } catch (error) {
    if (error instanceof AircoderError) throw error
    // The report may be about this very error.
    yield `\n## The session could not be written\n\n${redact((error as Error).stack ?? String(error))}\n`
  }
}

/** The address of an endpoint can hold a password. */
function hostOf(url: string | undefined): string {
  if (url === undefined) return 'a recording'
  return URL.canParse(url) ? new URL(url).host : 'unknown'
}
