import type { PromptInput } from '#context'
import type { View } from '#ledger'
import type { Deps } from '../deps/deps.js'
import { isExploring } from './explore.js'
import { mapFacts } from './map_facts.js'

const GUIDES = ['AGENTS.md', 'CLAUDE.md', '.aircoder/guide.md']
const MOST_ROWS = 400

/** Collects everything that a new prompt can be made of. */
export function gatherPromptInput(
  view: View,
  deps: Pick<Deps, 'ledger' | 'workspace' | 'checks' | 'registry' | 'endpoint' | 'map'>,
): PromptInput {
  const { ledger, workspace, checks } = deps
  const taskId = view.task.id
  const listing = workspace.list('.')
  const entries = listing.ok
    ? listing.entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name))
    : []
  // By the author, not only by the subject: a model can store a decision under any subject.
  const said = ledger
    .find({ taskId, kind: 'decision', subject: 'user', limit: 50 })
    .filter((row) => row.facts.author === 'user')
  return {
    task: view.task.text,
    additions: [
      ...said.reverse().map((row) => ledger.payload(row.payloadHash).toString('utf8')),
      ...restoredIn(view, ledger),
    ],
    earlier: view.earlier,
    plan: view.plan,
    project: {
      testCommand: workspace.discoverTests(checks.testCommand)?.command ?? null,
      entries,
      guides: GUIDES.filter((path) => workspace.readFile(path, { start: 1, end: 1 }).ok),
    },
    map: mapFacts(view, deps),
    exploring: isExploring(view, deps),
    evidence: ledger.find({ taskId, limit: MOST_ROWS }),
    payload: (row) => ledger.payload(row.payloadHash).toString('utf8'),
    current(path, lines) {
      const file = workspace.readFile(path, lines ?? {})
      return file.ok ? file.text : null
    },
  }
}

/** What a person reverted in this task, oldest first. A rebuilt prompt no longer has the message about it. */
function restoredIn({ session, task }: View, ledger: Deps['ledger']): string[] {
  const rows = ledger.restores(session.id).filter(({ taskId }) => taskId === task.id)
  return rows
    .map(({ notice }) => notice)
    .filter((notice) => notice !== '')
    .reverse()
}
