import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Expected, TOOLS, type WrittenCall } from '../../../test/kit/replies.js'

/** Reads a reply; returns its calls or a problem. */
export type Parser = (content: string) => Expected

const PROBLEM: Expected = { kind: 'problem' }

/** Removes fences and tags, then JSON.parse from the first brace to the last, as many agents do. */
export const naive: Parser = (content) => {
  const bare = withoutTags(content)
  const text = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1)
  return text === '' ? { kind: 'prose' } : callsIn(() => JSON.parse(text))
}

/**
 * The same with jsonrepair in place of JSON.parse: first from the first brace or bracket to the end, then
 * up to the last closing one.
 * @returns null without jsonrepair: run `npm install jsonrepair` in the folder AIRCODER_BENCH_DEPS
 */
export async function loadRepairing(): Promise<{ version: string; parser: Parser } | null> {
  const from = createRequire(resolve(process.env.AIRCODER_BENCH_DEPS ?? '.', 'package.json'))
  const manifest = resolve(
    process.env.AIRCODER_BENCH_DEPS ?? '.',
    'node_modules/jsonrepair/package.json',
  )
  if (!existsSync(manifest)) return null
  const { jsonrepair } = await import(pathToFileURL(from.resolve('jsonrepair')).href)
  const { version } = from(manifest)
  const parser: Parser = (content) => {
    const bare = withoutTags(content)
    const begin = bare.search(/[{[]/)
    if (begin === -1) return { kind: 'prose' }
    const rest = bare.slice(begin)
    const last = Math.max(rest.lastIndexOf('}'), rest.lastIndexOf(']')) + 1
    const whole = callsIn(() => JSON.parse(jsonrepair(rest)))
    return whole.kind === 'problem'
      ? callsIn(() => JSON.parse(jsonrepair(rest.slice(0, last))))
      : whole
  }
  return { version, parser }
}

function withoutTags(content: string): string {
  return content.replace(/```\w*|<\/?tool_call>/g, '')
}

/** The calls of known tools in a result; an exception is a problem. */
function callsIn(read: () => unknown): Expected {
  try {
    const calls = [read()].flat().flatMap((value) => asCall(value) ?? [])
    return calls.length === 0 ? { kind: 'prose' } : { kind: 'calls', calls }
  } catch {
    return PROBLEM
  }
}

function asCall(value: unknown): WrittenCall | undefined {
  const { name, arguments: given, parameters } = Object(value)
  if (!TOOLS.some((tool) => tool.name === name)) return undefined
  return { name, arguments: given ?? parameters ?? {} }
}
