import { useUnpacked } from '../contents/unpacked.js'
import { useNames } from '../readers/listed_names.js'
import { inspectPlain } from '../readers/plain.js'
import { printBytes } from '../readers/prints.js'
import type { ProgramReader, Spec } from '../readers/program.js'
import { type Field, known } from '../state/types.js'

const PACKERS = 'gzip gunzip bzip2 bunzip2 xz unxz zstd lz4 compress uncompress'
const IS_PACKER = new RegExp(`^(?:${PACKERS.replaceAll(' ', '|')})$`)
const ARCHIVE: Spec = { operands: 'write', value: '-x -i', tree: 'always' }

/** Programs that pack, unpack and compress files, tar apart. */
export const archives: ProgramReader = {
  name: 'archives',
  programs: {
    zip: { ...ARCHIVE, code: '-TT --unzip-command' },
    pax: ARCHIVE,
    cpio: { ...ARCHIVE, unpacks: true },
    '7z 7za 7zr ar': { ...ARCHIVE, verb: true, unpacks: true },
    rar: { ...ARCHIVE, verb: true },
    'unrar unar aunpack dtrx bsdunzip': { operands: 'try', unpacks: true },
    'dpkg dpkg-deb': { operands: 'try', unpacks: true },
    jar: { operands: 'try', unpacks: true },
    unzip: { operands: 'read', write: '-d', value: '-x', unpacks: true },
    [PACKERS]: {
      operands: 'write',
      value: '-S --suffix',
      list: '--files --files0 --filelist',
      tree: '-r',
      prints: printBytes,
    },
  },
  inspect(call) {
    const { name, args, state, walker } = call
    const row = archives.programs[PACKERS] as Spec
    // With -c the file stays as it is.
    if (
      IS_PACKER.test(name) &&
      args.some(({ text }) => /^(?:-[a-z\d]*c[a-z\d]*|--stdout)$/.test(text ?? ''))
    )
      return inspectPlain(call, { ...row, operands: 'read' })
    const words = args.map(({ text }) => text ?? '')
    // `zip -i@list`
    for (const word of name === 'zip' ? words : []) {
      const [, list] = /^-[ix]@(.+)$/s.exec(word) ?? []
      if (list !== undefined) useNames(known(list), call)
    }
    // `zip -@`, `7z @list`, `cpio -o`: the files are lines of another text.
    const isList = LISTS[name]
    if (isList && words.some((word) => isList.test(word)) && state.stdin.kind !== 'none')
      walker.unsure(`${name} takes files that only its input names`)
    if (/^(?:7z|7za|7zr|rar)$/.test(name) && words.some((word) => /^-?i?@/.test(word)))
      walker.unsure(`${name} takes files that only a list names`)
    // What is named beside the archive was checked as a path.
    const archive = archiveOf(name, args)
    if (archive !== undefined && isUnpacked(name, words)) useUnpacked(archive, state, call)
    if (isCopiedIn(name, words)) useUnpacked(known('-'), state, call)
    return null
  },
}

/** cpio and pax unpack their standard input. */
function isCopiedIn(name: string, words: readonly string[]): boolean {
  const has = (shape: RegExp) => words.some((word) => shape.test(word))
  if (name === 'cpio') return has(/^-[a-zA-Z]*i|^--extract$/) && !has(/^-[a-zA-Z]*t|^--list$/)
  return name === 'pax' && has(/^-[a-zA-Z]*r/) && !has(/^-[a-zA-Z]*[wf]/)
}

/** Programs that take the archive first and unpack it. */
const FIRST = /^(?:unzip|bsdunzip|unar|aunpack|dtrx)$/

/** `unzip X`, `7z x X`, `jar xf X`, `jar --extract --file X`. */
function archiveOf(name: string, args: readonly Field[]): Field | undefined {
  const named = args.filter(({ text }) => text !== null && !text.startsWith('-'))
  if (FIRST.test(name) || args[0]?.text?.startsWith('-')) return named[0]
  return named[1]
}

function isUnpacked(name: string, [verb = '']: readonly string[]): boolean {
  if (FIRST.test(name)) return true
  if (name.startsWith('dpkg')) return /^-[xXi]$|^--(?:extract|vextract|install)$/.test(verb)
  if (name === 'jar') return /^-?[a-z]*x|^--extract$/.test(verb)
  return /^(?:7z[ar]?|rar|unrar|ar)$/.test(name) && /^-?[xe]/.test(verb)
}

const LISTS: Record<string, RegExp> = {
  zip: /^-@$|^-[a-zA-Z]*@/,
  cpio: /^-[a-zA-Z]*[op]|^--(?:create|pass-through)/,
  pax: /^-[a-zA-Z]*w/,
  xz: /^--files0?$/,
  unxz: /^--files0?$/,
}
