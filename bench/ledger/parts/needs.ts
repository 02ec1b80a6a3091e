import type { Run } from './runs.js'

/** A piece of text that the next command needs, and how many steps ago an observation last had it. */
export interface Need {
  text: string
  kind: 'anchor' | 'line'
  far: boolean
}

/** A path, or an identifier; of at least six characters. */
const ANCHOR = /(?:[\w.-]*\/)+[\w.-]*\w|[A-Za-z_]\w+/g
const ANCHOR_CHARS = 6
const LINE_CHARS = 20
/** Steps after which a piece counts as far. */
const FAR_ANCHOR = 20
const FAR_LINE = 5

/**
 * What each command of a run needs from earlier observations: anchors that the task does not have, and lines that
 * occur verbatim in an observation. An earlier command may have had them too.
 * @returns one list for each step
 */
export function needsOf({ task, steps }: Run): Need[][] {
  const anchors = new Map<string, number>()
  const lines = new Map<string, number>()
  const own = new Set(anchorsIn(task))
  return steps.map(({ command, output }, at) => {
    const needs: Need[] = []
    for (const text of anchorsIn(command)) {
      const seen = anchors.get(text)
      if (seen !== undefined && !own.has(text))
        needs.push({ text, kind: 'anchor', far: at - seen > FAR_ANCHOR })
    }
    for (const text of linesIn(command)) {
      const seen = lines.get(text)
      if (seen !== undefined) needs.push({ text, kind: 'line', far: at - seen > FAR_LINE })
    }
    for (const text of anchorsIn(output)) anchors.set(text, at)
    for (const text of linesIn(output)) lines.set(text, at)
    return needs
  })
}

function anchorsIn(text: string): Set<string> {
  const found = (text.match(ANCHOR) ?? []).map((word) => word.replace(/^\.\//, ''))
  return new Set(found.filter((word) => word.length >= ANCHOR_CHARS))
}

function linesIn(text: string): Set<string> {
  const lines = text.split('\n').map((line) => line.trim())
  return new Set(lines.filter((line) => line.length >= LINE_CHARS))
}
