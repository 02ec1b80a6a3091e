/** The reason that the runner prints below `Skipped:`, without the folders of this machine: the result is committed. */
export function whySkipped(text) {
  const reason = /\nSkipped:\n {2}.*? > [^:\n]*: ([^\n]+)/.exec(text)?.[1]
  return reason?.replace(/\/\S*\//g, '') ?? 'the test says why'
}
