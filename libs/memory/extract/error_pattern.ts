/** A line that says what went wrong. */
const ERROR_LINE =
  /^.*?\b((?:[A-Z]\w*)?(?:Error|Exception|Panic|FAIL(?:ED)?|fatal|panic|error)\b(?:\[\w+\])?:?\s*.*)$/m
const PATH =
  /(?:[\w.@~-]+\/)+[\w.@-]+\.\w{1,8}|\b[\w-]+\.(?:[cm]?[jt]sx?|py|go|rs|java|rb|php|c|h|cc|cpp|cs|swift|kt)\b/g
/** Where a path may be. A longer run is no path, and takes a time that grows with its square. */
const RUN = /[\w.@~/-]+/g
const MOST_RUN_CHARS = 400
const MOST_CHARS = 160
const MOST_PATHS = 10

/**
 * What stays the same when an error comes again: its first line without paths, numbers, addresses and quoted values.
 * @returns null where the text names no error
 */
export function errorPattern(text: string): string | null {
  const line = ERROR_LINE.exec(text)?.[1]
  if (line === undefined) return null
  const steady = line
    .replace(RUN, (run) => (run.length > MOST_RUN_CHARS ? run : run.replace(PATH, 'PATH')))
    .replace(/0x[0-9a-f]+/gi, 'ADDRESS')
    .replace(/(["'`])[^"'`]{1,200}\1/g, '$1…$1')
    .replace(/\d+/g, 'N')
    .replace(/\s+/g, ' ')
    .trim()
  return steady.slice(0, MOST_CHARS)
}

/** The files that a text names, each once. */
export function pathsIn(text: string): string[] {
  const runs = (text.match(RUN) ?? []).filter((run) => run.length <= MOST_RUN_CHARS)
  const found = runs
    .flatMap((run) => run.match(PATH) ?? [])
    .map((path) => path.replace(/^\.\//, ''))
  return [...new Set(found)].filter((path) => !path.includes('node_modules/')).slice(0, MOST_PATHS)
}
