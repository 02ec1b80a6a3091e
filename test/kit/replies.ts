import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, RecordedReply, Reply } from '#core'
import { type Dialect, parseReply } from '#model'

/** What a reply is expected to come to. */
export type Expected =
  | { kind: 'calls'; calls: WrittenCall[] }
  /** No call and no problem: words. */
  | { kind: 'prose' }
  | { kind: 'problem' }

export interface WrittenCall {
  name: string
  arguments: Record<string, unknown>
}

export interface ReplyCase {
  name: string
  content: string
  expected: Expected
  /** The answer's text, where the case says it. */
  text?: string
}

type Schemas = Record<string, { [key: string]: Json }>

const text = { type: 'string' }
const whole = { type: 'integer' }
const flag = { type: 'boolean' }

function tool(name: string, properties: Schemas, required: string[]) {
  return { name, parameters: { type: 'object', properties, required } }
}

/** The tools that the fixtures use. */
export const TOOLS = [
  tool('read_file', { path: text, start_line: whole, end_line: whole }, ['path']),
  tool('write_file', { path: text, content: text }, ['path', 'content']),
  tool('run_command', { command: text, timeout_ms: whole }, ['command']),
  tool('grep', { pattern: text, path: text, ignore_case: flag }, ['pattern']),
  tool('list_dir', { path: text }, ['path']),
  tool('git_status', {}, []),
  tool('multi_edit', { edits: { type: 'array', items: { type: 'object' } } }, ['edits']),
]

/** A fixture: `=== name`, the reply as it came, then `--- calls as JSON | prose | problem` and the text. */
function readCases(file: string): ReplyCase[] {
  return file
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const headEnd = part.indexOf('\n')
      const tail = part.lastIndexOf('\n--- ')
      const said = part.slice(tail + 5).trimEnd()
      const content = tail < headEnd ? '' : part.slice(headEnd + 1, tail)
      return { name: part.slice(0, headEnd), content, ...readExpected(said) }
    })
}

function readExpected(said: string): { expected: Expected; text?: string } {
  const word = /^(prose|problem)\b ?/.exec(said)
  if (word === null) {
    const end = said.lastIndexOf(']') + 1
    const calls: WrittenCall[] = JSON.parse(said.slice(0, end))
    const rest = said.slice(end).trim()
    return { expected: { kind: 'calls', calls }, ...(rest === '' ? {} : { text: rest }) }
  }
  const kind = word[1] === 'prose' ? 'prose' : 'problem'
  const rest = said.slice(word[0].length)
  return { expected: { kind }, ...(rest === '' ? {} : { text: rest }) }
}

/** All fixtures of a folder by their file's name. */
export function loadCases(folder: string): Map<string, ReplyCase[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.txt'))
  return new Map(
    files
      .sort()
      .map((name) => [
        name.replace('.txt', ''),
        readCases(readFileSync(join(folder, name), 'utf8')),
      ]),
  )
}

export function parseText(
  content: string,
  dialects: readonly Dialect[],
  more: Partial<RecordedReply> = {},
): Reply {
  const empty = { reasoning: '', tool_calls: [], finish_reason: 'stop' }
  return parseReply({ ...empty, content, ...more }, { step: 1, tools: TOOLS, dialects })
}

/** A reply in the words of the cases, to be compared. */
export function outcomeOf({ calls, problem }: Reply): Expected {
  if (problem !== null) return { kind: 'problem' }
  if (calls.length === 0) return { kind: 'prose' }
  return {
    kind: 'calls',
    calls: calls.map(({ name, arguments: given }) => ({ name, arguments: given })),
  }
}
