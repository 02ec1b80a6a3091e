import { allowingFlag, decide, gateRequest } from '#gate'
import type { Standing } from '#planner'
import type { Deps } from '../deps/deps.js'
import { gateSession } from '../gate/session.js'

export type BarredDeps = Partial<Pick<Deps, 'gate' | 'parts' | 'person'>> &
  Pick<Deps, 'ledger' | 'workspace' | 'registry'>

/** The test command, where no rule allows it now and nobody can be asked; null: it may run, or may be asked about. */
export function barredTests(
  command: string | null,
  sessionId: string,
  { gate, parts, person, ...deps }: BarredDeps,
): NonNullable<Standing['barredTests']> | null {
  const tool = deps.registry.list().find(({ shell }) => shell === true)
  if (command === null || tool === undefined || gate === undefined || parts === undefined)
    return null
  if (person?.ask !== undefined) return null
  const session = gateSession(sessionId, { ledger: deps.ledger, gate })
  const { workspace } = deps
  const request = gateRequest({
    ...{ tool, workspace, session },
    input: { command },
    programs: parts.programs,
  })
  if (decide(request).decision === 'allow') return null
  return { command, flag: allowingFlag(request) }
}
