const NAMES: readonly RegExp[] = [
  /^\s*not ok \d+ - (.+?)(?: # (?!SKIP|TODO).*)?$/,
  /^\s*✖ (.+?)(?: \([\d.]+m?s\))?$/,
  /^(?:FAILED|ERROR) ((?!\()\S+(?: - .+)?)$/,
  /^(?:FAIL|ERROR): (\w+ \(.+\))$/,
  /^test (\S+) \.\.\. FAILED$/,
  /^\s*--- FAIL: (\S+)/,
  /^\s*● (.+ › .+)$/,
  /^\s*(?:FAIL|×) {1,2}(\S.*)$/,
  /^\s+\d+\) (\S.*?):?$/,
  /^\[ERROR\] {2,}(\S+:\d+.*)$/,
  /^\s*\d+ - (\S+) \(Failed\)/,
  /^rspec (\S+:\d+.*)$/,
]

const MESSAGES: readonly RegExp[] = [
  /^E {2,}(\S.*)$/,
  /^\s*error: '?(?!test failed)(\S.*?)'?$/,
  /^\s*((?:\w+\.)*\w*(?:Error|Exception)\b(?: \[\w+\])?: .+)$/,
  /^(thread '.*' .*panicked at .*)$/,
  /^(error(?:\[E\d+\])?: .+)$/,
  /^\s+(\S+_test\.go:\d+: .+)$/,
  /^\s*(Expected.*|expected .*|assertion .* failed.*)$/,
]

/** As many as a row keeps, for a comparison with another run. */
const NAMES_KEPT = 100
const MESSAGES_SHOWN = 3
const CHARS = 200

/** The first failing tests and error messages in an output without colour codes. */
export function readFailures(output: string): { names: string[]; messages: string[] } {
  const lines = output.split('\n').map((line) => line.trimEnd())
  return {
    names: pick(lines, NAMES, NAMES_KEPT),
    messages: pick(lines, MESSAGES, MESSAGES_SHOWN),
  }
}

function pick(lines: string[], shapes: readonly RegExp[], most: number): string[] {
  const found = new Set<string>()
  for (const line of lines) {
    if (line.length > 1_000) continue
    const hit = shapes.map((shape) => shape.exec(line)?.[1]).find((text) => text !== undefined)
    if (hit !== undefined) found.add(hit.slice(0, CHARS))
    if (found.size === most) break
  }
  return [...found]
}
