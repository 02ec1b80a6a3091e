import type { EvidenceDraft } from '#core'

/** Longer outputs are cut in the prompt, so their middle was not shown. */
const SHOWN_CHARS = 65_536
/** A shorter text is in almost every line. */
const LEAST_CHARS = 3

/**
 * Whether a stored result showed every line of a text as lines of a file: matches of a search with their context, or
 * the output of a command that names the file.
 * @param path    relative to the root, as rows have it
 * @param output  the payload of the row
 */
export function showsLines(
  path: string,
  wanted: string,
  { kind, facts, output }: Pick<EvidenceDraft, 'kind' | 'facts'> & { output: string },
): boolean {
  const lines = wanted
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (!lines.some((line) => line.length >= LEAST_CHARS)) return false
  const shown = kind === 'symbol_lookup' ? below(path, output) : printed(path, facts, output)
  return lines.every((line) => shown.some((text) => text.includes(line)))
}

/** The lines of `grep`: the path, then `12: text` for a match and `13- text` for context. */
function below(path: string, output: string): string[] {
  const lines = output.split('\n')
  const found: string[] = []
  for (let at = lines.indexOf(path) + 1; at > 0 && at < lines.length; at += 1) {
    const text = /^\d+[:-] (.*)$/.exec(lines[at] ?? '')?.[1]
    if (text === undefined) break
    found.push(text)
  }
  return found
}

/** Lines that begin with the path, as `grep -rn` prints them; all lines where the command names the file. */
function printed(path: string, facts: EvidenceDraft['facts'], output: string): string[] {
  if (output.length > SHOWN_CHARS) return []
  const lines = output.split('\n')
  const command = typeof facts.command === 'string' ? facts.command : ''
  if (command.split(/[\s'"=]+/).some((word) => word.replace(/^\.\//, '') === path)) return lines
  return lines.flatMap((line) => {
    const rest = line.startsWith('./') ? line.slice(2) : line
    return rest.startsWith(`${path}:`) || rest.startsWith(`${path}-`)
      ? [rest.slice(path.length + 1)]
      : []
  })
}
