/**
 * Commands that other coding agents have (their `--help`, 2026) and this program has not, with what does it here.
 * One such word alone, or with an action of it, is more likely a command than a task.
 */
const INSTEAD: Record<string, string> = {
  acp: 'This version speaks no protocol of editors.',
  auth: '`aircoder login` stores a token.',
  diff: '`/diff` in a session shows the last change.',
  history: '`aircoder sessions` lists what was run.',
  logout: '`aircoder config unset token` removes the stored token.',
  mcp: 'This version connects to no MCP servers.',
  models: '`aircoder doctor` shows the model; `-m` chooses another one.',
  permissions: '`/permissions` in a session lists the answers.',
  revert: '`aircoder undo` takes edits back.',
  rewind: '`aircoder undo --to` takes edits back to a step.',
  setup: '`aircoder init` finds an endpoint and stores it; `aircoder doctor` checks the setup.',
  status: '`aircoder sessions` lists what was run.',
  update: 'Install a newer version with npm.',
  upgrade: 'Install a newer version with npm.',
  version: '`aircoder --version` prints it.',
}

/** The same of the commands of `aircoder sessions`. */
const INSTEAD_OF_SESSIONS: Record<string, string> = {
  continue: '`aircoder -r ID` continues a session.',
  delete: '`aircoder sessions rm ID` removes one.',
  fork: '`aircoder -r ID --fork-session` continues a copy.',
  open: '`aircoder -r ID` continues a session.',
  remove: '`aircoder sessions rm ID` removes one.',
  resume: '`aircoder -r ID` continues a session.',
}

/** Words that make a sentence a command: `auth login`, `mcp add x`. */
const ACTIONS: Record<string, RegExp> = {
  auth: /^(?:login|logout|list|status)$/,
  mcp: /^(?:add|add-json|get|list|ls|remove|rm|serve)$/,
}

/**
 * What does here what a command of another program does.
 * @param next  the word behind it; undefined or an option where it is alone
 * @returns null for any other word
 */
export function insteadOf(program: string, word: string, next?: string): string | null {
  if (program === 'aircoder sessions') return own(INSTEAD_OF_SESSIONS, word)
  const isAlone = next === undefined || next.startsWith('-')
  if (!isAlone && !ACTIONS[word]?.test(next)) return null
  return program === 'aircoder' ? own(INSTEAD, word) : null
}

function own(table: Record<string, string>, word: string): string | null {
  return Object.hasOwn(table, word) ? (table[word] ?? null) : null
}
