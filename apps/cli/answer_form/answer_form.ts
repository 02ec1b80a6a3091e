import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { AircoderError, describeSystemError, type Json } from '#core'
import type { AnswerForm } from '#supervisor'
import { refuseLoops } from './refuse_loops.js'
import { SchemaError } from './schema_error.js'
import { strictSchema } from './strict_schema.js'

/** The form of an answer that is JSON of a schema. */
export interface JsonForm extends AnswerForm {
  /** The value of an answer that fits; undefined for any other text. */
  read(text: string): Json | undefined
}

/** Larger schemas would fill the window of a small model. */
const MOST_BYTES = 65_536

/**
 * The schema of `--json-schema` as one line of JSON: the value itself, or that of a file.
 * @throws AircoderError OPTION_INVALID
 */
export function readSchemaText(given: string, cwd: string): string {
  const text = /^\s*[{[]|^\s*(?:true|false)\s*$/.test(given) ? given : fileText(given, cwd)
  if (Buffer.byteLength(text) > MOST_BYTES) throw refusal(`it is larger than ${MOST_BYTES} bytes`)
  try {
    return JSON.stringify(JSON.parse(text))
  } catch (cause) {
    throw refusal(`it is not valid JSON: ${(cause as Error).message}`)
  }
}

function fileText(path: string, cwd: string): string {
  const file = resolve(cwd, path)
  if (!existsSync(file)) throw refusal(`${path} is no file, and no JSON object`)
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw refusal(`${path} cannot be read: ${describeSystemError(error)}`)
  }
}

/**
 * The form of a schema, see strictSchema for what is checked.
 * @param schema  as readSchemaText returns it
 * @throws AircoderError OPTION_INVALID
 */
export function jsonForm(schema: string): JsonForm {
  const fits = checkOf(JSON.parse(schema))
  const read = (text: string): { value: Json } | { problem: string } => {
    let value: Json
    try {
      value = JSON.parse(bare(text))
    } catch (error) {
      return { problem: `it is not JSON (${(error as Error).message})` }
    }
    const problem = fits(value)
    return problem === null ? { value } : { problem }
  }
  return {
    ask: `When the work is done, the final answer must be JSON that fits this JSON schema, with no other text and no fence: ${schema}`,
    bare,
    problem(text) {
      const found = read(text)
      return 'problem' in found ? found.problem : null
    },
    read(text) {
      const found = read(text)
      return 'value' in found ? found.value : undefined
    },
  }
}

/** The first thing that is wrong with a value, with its place; null: it fits. */
function checkOf(schema: unknown): (value: Json) => string | null {
  let type: z.ZodType
  try {
    const strict = strictSchema(schema)
    refuseLoops(strict)
    type = z.fromJSONSchema(strict as Parameters<typeof z.fromJSONSchema>[0])
  } catch (error) {
    if (error instanceof SchemaError) throw refusal(error.message)
    throw refusal((error as Error).message)
  }
  return (value) => {
    const read = safeParse(type, value)
    if (read === null) return 'it is nested too deeply'
    if (read.success) return null
    const [issue] = read.error.issues
    const place = (issue?.path ?? []).map(String).join('.')
    return place === '' ? `${issue?.message}` : `${place}: ${issue?.message}`
  }
}

/** null: a schema that refers to itself goes down with the value until the stack is full. */
function safeParse(type: z.ZodType, value: Json): ReturnType<z.ZodType['safeParse']> | null {
  try {
    return type.safeParse(value)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** Models put JSON into a fence, also after a request for none. */
function bare(text: string): string {
  const [, inside] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/i.exec(text) ?? []
  return (inside ?? text).trim()
}

function refusal(reason: string): AircoderError {
  return new AircoderError('OPTION_INVALID', {
    option: '--json-schema',
    reason,
    form: `The form is: --json-schema FILE, or --json-schema '{"type":"object"}'`,
  })
}
