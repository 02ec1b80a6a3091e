/**
 * Commands that other coding agents have (their `--help`, 2026) and this program has not, with what does it here.
 * One such word alone is more likely a command than a task.
 */
const INSTEAD: Record<string, string> = {
  auth: '`aircoder login` stores a token.',
  diff: '`/diff` in a session shows the last change.',
  history: '`aircoder sessions` lists what was run.',
  logout: 'The token is in ~/.config/aircoder/config.json: remove it there.',
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

/** What does here what a command of another program does; null for any other word. */
export function insteadOf(program: string, word: string): string | null {
  return program === 'aircoder' && Object.hasOwn(INSTEAD, word) ? (INSTEAD[word] ?? null) : null
}
