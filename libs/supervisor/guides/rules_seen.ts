import { estimateTokens, LIMITS, type Outcome } from '#core'
import { onlyShows } from '#planner'
import type { Deps } from '../deps/deps.js'
import { roomInGap } from '../request/gap.js'
import { type Frame, ordered } from '../step/frame.js'
import { shownText } from './shown_text.js'

type RuleDeps = Pick<Deps, 'ledger' | 'memory' | 'endpoint' | 'ablate' | 'assembleMode'>
type Step = Pick<Frame, 'view' | 'number' | 'reply' | 'estimatedTokens' | 'outcomes' | 'guides'>

/** Files of one search that count: one that finds more is about no single file. */
const MOST_FILES = 5
/** A search names each file in a line of its own, above what it found there. */
const FILE_LINE = /^[^\s:]+\.[\p{L}\p{N}]+$/gmu
/** `cat src/a.ts`: the files that a command names which only shows them. */
const FILE_WORD = /(?<![^\s'"])[\p{L}\p{N}_./@-]+\.[\p{L}\p{N}]{1,8}(?![^\s'"])/gu
/** What the memory itself holds is no file of the project. */
const OWN = /^(?:\.\/)?\.aircoder(?:\/|$)/

/**
 * Rules of the user that the head left out and that the newest results concern, for the last of these results; '' where
 * there is none. A rule is not repeated while the prompt shows it. It comes from committed rows, the frame and the rules
 * alone, so a kill changes nothing (docs/design/prompt.md#rules-with-a-result).
 */
export function rulesSeen(step: Step, deps: RuleDeps): string {
  const { memory, ablate = [] } = deps
  if (memory === undefined || ablate.includes('rules')) return ''
  const results = ordered(step).flatMap((outcome) => resultOf(outcome, step.reply) ?? [])
  if (results.length === 0) return ''
  // Most folders have no rules: then the prompt is not read.
  let prompt: string | undefined
  const lines: string[] = []
  const paths: string[] = []
  for (const result of results) {
    const isShown = (rule: string) => {
      prompt ??= inLine([shownText(step), ...step.guides].join('\n'))
      return prompt.includes(inLine(rule)) || lines.includes(inLine(rule))
    }
    const about = { ...result, task: step.view.task.text }
    const rules = memory.rulesOf(about, { isShown, tokens: LIMITS.ruleTokens })
    if (rules.length === 0) continue
    lines.push(...rules.map(inLine))
    paths.push(...result.paths)
  }
  // Soon after a rebuild: what has no room comes with a later result.
  const room = roomInGap(step, deps)
  while (tokensOf(lines) > room) lines.pop()
  if (lines.length === 0) return ''
  return [titleOf([...new Set(paths)]), ...lines.map((line) => `- ${line}`)].join('\n')
}

function tokensOf(lines: readonly string[]): number {
  return estimateTokens(lines.join('\n'))
}

/** The files that a call showed or changed, with what it showed and wrote; null where it did neither. */
function resultOf({ callId, ok, text, evidence, changes }: Outcome, { calls }: Frame['reply']) {
  if (!ok) return null
  const call = calls.find(({ id }) => id === callId)
  // What the program checks by itself is no work on a file.
  if (call === undefined || call.origin === 'program') return null
  const read = evidence.flatMap(({ kind, facts: { path, hash } }) => {
    const isFile = kind === 'edit_applied' || hash !== undefined || kind === 'symbol_lookup'
    return isFile && typeof path === 'string' ? [path] : []
  })
  const printed = evidence.flatMap(({ kind, facts: { command } }) => {
    const isShown = kind === 'shell_output' && typeof command === 'string' && onlyShows(command)
    return isShown ? (command.match(FILE_WORD) ?? []) : []
  })
  const isSearch = evidence.some(({ kind }) => kind === 'symbol_lookup')
  const found = isSearch && read.length === 0 ? (text.match(FILE_LINE) ?? []) : []
  const all = [...read, ...changes.map(({ path }) => path), ...printed, ...found]
  const paths = [...new Set(all)].filter((path) => !OWN.test(path)).slice(0, MOST_FILES)
  if (paths.length === 0) return null
  const given = Object.values(call.arguments).map((value) =>
    typeof value === 'string' ? value : JSON.stringify(value),
  )
  return { paths, text: [...given, text].join('\n'), edits: changes.length > 0 }
}

/** A name with a space may be a sentence of anybody, and what the program says is believed. */
const PLAIN_PATH = /^\S{1,120}$/

function titleOf(paths: readonly string[]): string {
  const [first, second] = paths.filter((path) => PLAIN_PATH.test(path))
  const more = paths.length > 2 ? ` and ${paths.length - 2} more` : ''
  const named = [first, second].filter((path) => path !== undefined).join(', ')
  return `Rules of the user for this project that concern ${named === '' ? 'this result' : `${named}${more}`}. Follow them:`
}

function inLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
