import { namesIn, pathsIn } from './names.js'

/** A part that the task names. */
export interface Part {
  /** Its line or path, as the user wrote it. */
  text: string
  paths: readonly string[]
  names: readonly string[]
}

const LISTED = /^\s*(?:\d{1,2}[.)]|[-*•])\s+(.+)$/
/** Words after which a path or a name is a source, an example or a limit, and not what has to change. */
const SOURCE =
  "from|like|see|read|reads|using|uses|use|via|per|than|matches|matching|follow|follows|following|consult|according|described|documented|defined|declared|listed|given|stated|found|similar|same|not|don't|never|without|except|besides|leave|keep|keeps|run|runs|running|look|example|only|passes|pass|against|import|imports|copy|unchanged|about|zu|über|sur|sobre"
const WORK =
  'fix|add|implement|change|create|write|make|refactor|remove|delete|rename|update|replace|move|correct|convert|migrate|extend|improve|set|apply|append|insert|edit|modify|patch|in|to|into'
const LEAD = new RegExp(`(?<![\\w.-])(?:(${SOURCE})|(${WORK}))(?![\\w.-])`, 'gi')
const MOST_PARTS = 40

/** The entries of a list in the task, where it has at least two. */
export function listedIn(asked: string): Part[] {
  const entries = linesOf(asked).flatMap(({ text, isListed, isSource }) => {
    if (!isListed || isSource || sourceBefore(text, text.length, true)) return []
    return [partOf(text)]
  })
  return entries.length < 2 ? [] : entries.slice(0, MOST_PARTS)
}

export function partOf(text: string): Part {
  return { text, paths: pathsIn(text), names: namesIn(text) }
}

/** The paths that the task wants to be changed: not those that it only refers to. */
export function targetsIn(asked: string): string[] {
  const found = linesOf(asked).flatMap(({ text, isSource }) => {
    if (isSource) return []
    return text
      .split(/(?<=[.;!?])\s+/)
      .flatMap((sentence) =>
        pathsIn(sentence).filter((path) => !sourceBefore(sentence, sentence.indexOf(path), false)),
      )
  })
  return [...new Set(found)].slice(0, MOST_PARTS)
}

/** Lines without their marks; a list below "Do not change:" is no list of work. */
function linesOf(text: string): { text: string; isListed: boolean; isSource: boolean }[] {
  let heading = ''
  return text.split('\n').map((line) => {
    const entry = LISTED.exec(line)?.[1]
    if (entry === undefined && line.trim() !== '') heading = /:\s*$/.test(line) ? line : ''
    const isListed = entry !== undefined
    const isSource = isListed && sourceBefore(heading, heading.length, false)
    return { text: (entry ?? line).trim(), isListed, isSource }
  })
}

/** Whether the last word before a place says that what follows is a source; `first`: whether the first one does. */
function sourceBefore(text: string, end: number, first: boolean): boolean {
  const words = [...text.slice(0, end).matchAll(LEAD)]
  const word = first ? words[0] : words.at(-1)
  return word?.[1] !== undefined
}
