import { filesBelow } from '../contents/found_files.js'
import { inspectScriptFile } from '../contents/script_files.js'
import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { known } from '../state/types.js'

/** run-parts runs every program in a folder. */
export const run_parts: ProgramReader = {
  name: 'run_parts',
  programs: { 'run-parts': UNKNOWN_PROGRAM },
  inspect({ name, args, state, walker }) {
    for (const { text } of args.filter((word) => !word.text?.startsWith('-'))) {
      const folders = text === null ? [] : placesOf(text, state).paths
      const files = filesBelow(folders, walker.disk, () => true)
      if (files === null) walker.unsure(`${name} runs more programs than the gate reads`)
      for (const file of files ?? []) inspectScriptFile(known(file), [], state, walker)
    }
    return null
  },
}
