import { usePatch } from '../contents/patch_files.js'
import { readArguments } from '../readers/options.js'
import { wordsOf } from '../readers/plain.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { type Output, UNKNOWN } from '../state/types.js'

/** patch changes the files that a patch names. */
export const patch: ProgramReader = {
  name: 'patch',
  programs: { patch: UNKNOWN_PROGRAM },
  inspect: inspectPatch,
}

function inspectPatch(call: Call): Output {
  const { walker, state } = call
  const read = readArguments(call.args, {
    path: '-i --input',
    write: '-o --output -r',
    value: '-p -d -B -z',
  })
  for (const { kind, value } of read.options)
    if (value && kind !== 'value') walker.usePath(value, kind === 'path' ? 'read' : 'write', state)
  for (const file of read.operands) walker.usePath(file, 'write', state)
  const given = read.options.find(({ kind }) => kind === 'path')?.value ?? read.operands[1]
  // A dry run changes nothing and shows no content.
  const isDry = read.options.some(({ name }) => name === '--dry-run')
  if (!isDry || read.options.some(({ kind }) => kind === 'write'))
    usePatch(given ? [given] : [], call)
  walker.part(wordsOf(call), state, 'patch changes files')
  return UNKNOWN
}
