import { figure, VERSION } from '#core'
import { lastRoute } from '#supervisor'
import { padColumns, showControls } from '#terminal'
import { describeSandbox } from '#workspace'
import { oneLine } from '../../output/one_line.js'
import type { SlashCommand } from '../slash_command.js'

export const status: SlashCommand = {
  name: 'status',
  help: 'version, model, mode, sandbox, session and where the ledger is',
  group: 'look',
  isAllowedDuringTurn: true,
  async run(_, { wired, sessionId, print }) {
    const { endpoint, deps, ledger, cwd, sandbox } = wired
    const session = sessionId === undefined ? null : ledger.session(sessionId)
    const rows: [string, string][] = [
      ['version', VERSION],
      ['folder', cwd],
      ['model', `${endpoint.name}, window ${figure(endpoint.windowTokens)} tokens`],
      ['endpoint', endpoint.place?.baseUrl ?? 'a recording'],
      ...routeRows(sessionId === undefined ? null : lastRoute(sessionId, ledger)),
      ['mode', deps.gate.mode()],
      ['sandbox', describeSandbox(await sandbox.found, sandbox.network).text],
      ['session', session === null ? 'none yet' : `${session.id}  ${oneLine(session.title)}`],
      ['ledger', ledger.path],
    ]
    const { part } = wired.say
    print(
      rows
        .map(([name, text]) => `  ${padColumns(part(name), 11)}${showControls(part(text))}\n`)
        .join(''),
    )
  },
}

/** Which model answered last, and which kind of task chose the tools of that turn. */
function routeRows(last: ReturnType<typeof lastRoute>): [string, string][] {
  if (last === null) return []
  const { step, tier, model, host, why, category, confidence } = last
  const role = `${tier} model`
  const place = host === null ? model : `${model} at ${host}`
  return [
    [
      'last step',
      `step ${step} was answered by ${place} (${why === null ? role : `${role}: ${why}`})`,
    ],
    ['tools', `those for a task of the kind "${category}"${sureness(confidence)}`],
  ]
}

/** A percentage of zero reads as if the kind were wrong: it is the usual one. */
function sureness(confidence: number): string {
  const percent = Math.round(confidence * 100)
  return percent === 0 ? ', assumed: the message does not show its kind' : ` (${percent} % sure)`
}
