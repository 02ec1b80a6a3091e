import { discover } from '#core'
import { indexPrograms, type ProgramReader, type Programs } from './readers/program.js'

/** Loads the readers of all known programs: one file a program or family in `programs/`. */
export async function loadPrograms(): Promise<Programs> {
  return indexPrograms(await discover<ProgramReader>(new URL('./programs/', import.meta.url)))
}
