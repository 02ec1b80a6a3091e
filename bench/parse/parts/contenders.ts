import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Expected, TOOLS, type WrittenCall } from '../../../test/kit/replies.js'

/** Reads a reply as a run would act on it. */
export type Parser = (content: string) => Expected

const PROBLEM: Expected = { kind: 'problem' }

/** Fences off, tags off, JSON.parse from the first brace to the last, as many agents do. */
export const naive: Parser = (content) => {
  const bare = withoutTags(content)
  const text = bare.slice(bare.indexOf('{'), bare.lastIndexOf('}') + 1)
  return text === '' ? { kind: 'prose' } : callsIn(() => JSON.parse(text))
}

/**
 * The same with jsonrepair in the place of JSON.parse: first everything from the first brace or
 * bracket on, then up to the last closer.
 * @returns null where AIRCODER_BENCH_DEPS names no folder that has it: `npm install jsonrepair` there
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

/** The calls of known tools among what was read; a throw is a problem. */
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
