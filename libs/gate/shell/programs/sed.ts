import { readSed } from '../contents/sed_script.js'
import { readArguments } from '../readers/options.js'
import { unsafeBy, wordsOf } from '../readers/plain.js'
import type { Call, ProgramReader, Spec } from '../readers/program.js'
import { known, type Output, UNKNOWN } from '../state/types.js'

const SED: Spec = {
  operands: 'read',
  text: '-e --expression',
  path: '-f --file',
  value: '-l',
  safe: '-i --in-place -f --file',
}

/** sed: its script names files and may run programs. */
export const sed: ProgramReader = {
  name: 'sed',
  programs: { 'sed gsed': SED },
  inspect: inspectSed,
}

function inspectSed(call: Call): Output {
  const { walker, state } = call
  const read = readArguments(call.args, SED)
  const scripts = read.options.filter(({ kind }) => kind === 'text').map(({ value }) => value)
  const files = [...read.operands]
  const fromFile = read.options.some(({ kind }) => kind === 'path')
  if (scripts.length === 0 && !fromFile) scripts.push(files.shift() ?? null)
  for (const { kind, value } of read.options)
    if (kind === 'path' && value) walker.usePath(value, 'read', state)
  if (fromFile) walker.unsure('sed runs a script file')
  const inPlace = read.options.some(({ name }) => /^-[a-zA-Z]*i|^--in-place/.test(name))
  for (const file of files) walker.usePath(file, inPlace ? 'write' : 'read', state)
  if (inPlace) for (const file of files) walker.noteCreated(file, state, 'text')
  let acts = inPlace
  for (const script of scripts) {
    if (script === null) continue
    const found = script.text === null ? null : readSed(script.text)
    // What is put into a script could be a command of it.
    if (found === null) walker.unsure('sed runs a script that the gate cannot read')
    for (const file of found?.files ?? []) walker.usePath(known(file), 'write', state)
    if (found === null || found.files.length > 0) acts = true
  }
  const unsafe = unsafeBy(read, call, SED) ?? (acts ? 'sed writes files' : null)
  walker.part(wordsOf(call), state, unsafe)
  return UNKNOWN
}
