import type { Source } from '../../text/source.js'
import { readPythonCalls } from '../syntax/read_python_calls.js'
import { readYamlCalls } from '../syntax/read_yaml_calls.js'
import { closeFence, type Fence, isCued, isExplained, mayCall, openFence } from './quoting.js'
import { readBareObject } from './read_bare_json.js'
import { noSuchTool, STOP, type Walk } from './walk.js'

const LIST_PART = /[\s,;\]]*/y
const PYTHON_FENCE = 'tool_code'
/** Programs, unless every line calls a tool. */
const CODE_FENCES = new Set(['python', 'py', 'js', 'javascript', 'ts', 'typescript', PYTHON_FENCE])
/** A fence that ends the reply with the other mark. */
const OTHER_END = /[ \t]*(?:`{3,}|~{3,})\s*$/y
const YAML_FENCES = new Set([
  'yaml',
  'yml',
  'tool',
  'tool_call',
  'tool_use',
  'function',
  'action',
  'call',
])
const RESULT_FENCES = new Set(['tool_output', 'tool_response', 'tool_result', 'tool_results'])

/** Index of a closing fence that is not indented, as lines of a YAML text are; -1 without one. */
function closeOf({ source }: Walk, fence: Fence): number {
  const close = `\n${fence.mark}`
  for (let at = source.find(close, fence.body); at !== -1; at = source.find(close, at + 1))
    if (source.match(/[ \t\r]*(?:\n|$)/y, at + close.length) !== null) return at + 1
  return -1
}

const COMMENTS = /(?:\s+|\/\/[^\n]{0,300}\n|#[^\n]{0,300}\n)*/y

function skipComments(source: Source, at: number): number {
  return at + (source.match(COMMENTS, at)?.[0].length ?? 0)
}

/** Skips a span or a fence, unless the fence contains only calls that are meant to run. */
export function atBackticks(walk: Walk, run: string, at: number): number {
  const { source } = walk
  const fence = run.length >= 3 ? openTwice(source, openFence(source, at)) : null
  if (fence !== null) return atFence(walk, fence, at)
  const close = source.find(run, at + run.length)
  const line = source.find('\n', at)
  return close !== -1 && (line === -1 || close < line) ? close + run.length : at + run.length
}

/** Some models open a fence twice. */
function openTwice(source: Source, fence: Fence | null): Fence | null {
  // Two fences without a language are an empty one.
  if (fence === null || fence.language === '') return fence
  const again = openFence(source, source.space(fence.body))
  return again?.mark === fence.mark && again.language === fence.language ? again : fence
}

function atFence(walk: Walk, fence: Fence, at: number): number {
  const { source, done } = walk
  if (RESULT_FENCES.has(fence.language)) return walk.over(at)
  const before = done.places.length
  if (mayCall(source, fence) && !isCued(source, at, true)) {
    const end = insideFence(walk, fence)
    if (end === STOP) return end
    if (end !== -1 && !isExplained(source, end)) {
      const first = done.places[before]
      const last = done.places.at(-1)
      if (first !== undefined) first.start = at
      if (last !== undefined) last.end = end
      return end
    }
    const name = end === -1 && fence.language === PYTHON_FENCE ? calledIn(walk, fence) : undefined
    const isMeant =
      name !== undefined && !isExplained(source, closeFence(source, fence, fence.body))
    if (isMeant) return atUnreadCode(walk, name, at)
  }
  done.places.length = before
  return closeFence(source, fence, fence.body)
}

/** The first function that a program calls. */
const CALLED = /^\s*(?:(?:print|await|\w+\s*=)[\s(]*)*([A-Za-z_][\w.]{0,60})\s*\(/

/** A block of calls that cannot be read is no final answer; a program without a call of a tool is a text. */
function calledIn({ source, text, offer }: Walk, fence: Fence): string | undefined {
  const { body } = fence
  const first = CALLED.exec(text.slice(body, body + CODE_REACH))?.[1]
  if (first !== undefined) return first
  // Behind other code, only the name of a tool says that a call was meant.
  const code = text.slice(body, Math.min(closeFence(source, fence, body), body + PROGRAM_REACH))
  return [...code.matchAll(/([A-Za-z_]\w{0,60})\s*\(/g)]
    .map((match) => match[1] ?? '')
    .find((name) => offer.knows(name))
}

function atUnreadCode({ offer, fail }: Walk, name: string, at: number): number {
  const why = offer.knows(name)
    ? 'a block tool_code must hold calls of tools and nothing else'
    : noSuchTool(name)
  return fail({ why, name, at, bare: false })
}

const CODE_REACH = 400
const PROGRAM_REACH = 4_000

/** Reads a fence that contains only calls; -1 when it contains anything else. */
function insideFence(walk: Walk, fence: Fence): number {
  const { source, text, done } = walk
  const before = done.places.length
  let at = fence.body
  for (;;) {
    at += source.match(LIST_PART, at)?.[0].length ?? 0
    const isOver =
      at >= text.length || text.startsWith(fence.mark, at) || source.match(OTHER_END, at) !== null
    if (isOver) {
      if (done.places.length === before) return -1
      return text.startsWith(fence.mark, at) ? at + fence.mark.length : text.length
    }
    const end = insideCall(walk, fence, at)
    if (end === -1) return -1
    if (end === STOP) return STOP
    at = end
  }
}

function insideCall(walk: Walk, fence: Fence, list: number): number {
  const { source, text, done } = walk
  const place = skipComments(source, list + (text[list] === '[' ? 1 : 0))
  const count = done.places.length
  const taken = takeInside(walk, fence, { at: place, list })
  return taken === STOP || done.places.length > count ? taken : -1
}

function takeInside(walk: Walk, fence: Fence, { at, list }: { at: number; list: number }): number {
  const { source, text, marks, offer } = walk
  if (text[at] === '{') {
    const found = readBareObject(source, at, {
      offer,
      isStart: at === skipComments(source, fence.body),
    })
    return found.kind === 'prose' ? -1 : walk.take(found, at, 'bare')
  }
  const word = marks.at(text, at)
  const mark = marks.find(word)
  if (mark?.kind === 'call') return walk.take(walk.readMark(mark, word, at), at, 'fenced')
  if (YAML_FENCES.has(fence.language)) {
    const close = closeOf(walk, fence)
    const read = readYamlCalls(source, at, { offer, end: close })
    const taken = walk.take(read, at, 'fenced')
    if (read.kind !== 'none' || taken !== -1) return taken
  }
  if (!CODE_FENCES.has(fence.language) && text[list] !== '[') return -1
  return walk.take(readPythonCalls(source, list, offer), list, 'fenced')
}
