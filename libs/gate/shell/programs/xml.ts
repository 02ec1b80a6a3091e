import { posix } from 'node:path'
import type { Call, ProgramReader } from '../readers/program.js'
import { placesOf } from '../state/places.js'

/** Options with which xmllint takes in the files that a document names. */
const TAKES_IN =
  /^--?(?:xinclude|noent|loaddtd|dtdattr|valid|postvalid|insert|shell|dtdvalid|schema|relaxng|schematron|load-trace)$/

/** XML tools: a document may name files that are put in its place, as entities or by XInclude. */
export const xml: ProgramReader = {
  name: 'xml',
  programs: {
    xmllint: {
      operands: 'read',
      value: '--encode --xpath --pattern --maxmem --pretty --path --dtdvalidfpi',
      path: '--dtdvalid --schema --relaxng --schematron',
      write: '-o --output',
    },
    xsltproc: {
      operands: 'read',
      value: '--param --stringparam --maxdepth --maxvars --encoding --path',
      write: '-o --output --writesubtree',
    },
    'xmlstarlet xml': { operands: 'try' },
    'saxon saxonb-xslt saxon-xslt Xalan xalan': { operands: 'try' },
  },
  inspect(call) {
    const takesIn =
      call.name !== 'xmllint' || call.args.some(({ text }) => TAKES_IN.test(text ?? ''))
    if (takesIn) askAboutDocuments(call)
    return null
  },
}

function askAboutDocuments(call: Call): void {
  const { args, name, state, walker } = call
  for (const { text } of args)
    for (const path of text === null || text.startsWith('-') ? [] : placesOf(text, state).paths) {
      if (walker.isCreated(path, 'text'))
        walker.unsure(`${name} takes in files that ${text} names, which the same command creates`)
      askAboutDocument(walker.disk.text(path) ?? '', call, posix.dirname(path))
    }
  if (state.stdin.kind === 'text') askAboutDocument(state.stdin.text, call)
  if (state.stdin.kind === 'unknown')
    walker.unsure(`${name} takes in files that only its input names`)
}

const MAX_NAMES = 2_000

/** Every text in quotes may be a name: `SYSTEM "x"`, `href="x"`, `document('x')`. */
function askAboutDocument(document: string, call: Call, folder = ''): void {
  const { name, state, walker } = call
  const quoted = [...document.matchAll(/"([^"<]*)"/g), ...document.matchAll(/'([^'<]*)'/g)]
  for (const [, text = ''] of quoted.slice(0, MAX_NAMES)) {
    const places = [text, ...(folder === '' || text.startsWith('/') ? [] : [`${folder}/${text}`])]
    const paths = text === '' ? [] : places.flatMap((one) => placesOf(one, state).paths)
    if (paths.some((path) => walker.disk.denied(path) !== null))
      walker.unsure(`${name} takes in ${text}, which is protected`)
  }
}
