import type { Flags } from '../flags/flags.js'
import { type JsonForm, jsonForm, readSchemaText } from './answer_form.js'

/**
 * The flags with the text of the schema in the place of its file: a resume needs no file.
 * @throws AircoderError OPTION_INVALID
 */
export function withSchema(flags: Flags): Flags {
  const { jsonSchema } = flags
  if (jsonSchema === undefined) return flags
  return { ...flags, jsonSchema: readSchemaText(jsonSchema, process.cwd()) }
}

/** The form that the answers of a run must have; undefined where it is free. @throws AircoderError OPTION_INVALID */
export function formOf({ jsonSchema }: Flags): JsonForm | undefined {
  return jsonSchema === undefined ? undefined : jsonForm(jsonSchema)
}
