import { useUnpacked } from '../contents/unpacked.js'
import { useNames } from '../readers/listed_names.js'
import type { ProgramReader, Spec } from '../readers/program.js'
import { known } from '../state/types.js'

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
    unrar: { operands: 'try', unpacks: true },
    unzip: { operands: 'read', write: '-d', value: '-x', unpacks: true },
    'gzip gunzip bzip2 bunzip2 xz unxz zstd lz4 compress uncompress': {
      operands: 'write',
      value: '-S --suffix',
      list: '--files --files0 --filelist',
      tree: '-r',
    },
  },
  inspect(call) {
    const { name, args, state, walker } = call
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
    const named = args.filter(({ text }) => text !== null && !text.startsWith('-'))
    const unpacks = name === 'unzip' || (SEVEN.test(name) && /^[xe]$/.test(words[0] ?? ''))
    const archive = name === 'unzip' ? named[0] : named[1]
    if (unpacks && archive !== undefined) useUnpacked(archive, state, call)
    return null
  },
}

const SEVEN = /^7z[ar]?$/

const LISTS: Record<string, RegExp> = {
  zip: /^-@$|^-[a-zA-Z]*@/,
  cpio: /^-[a-zA-Z]*[op]|^--(?:create|pass-through)/,
  pax: /^-[a-zA-Z]*w/,
  xz: /^--files0?$/,
  unxz: /^--files0?$/,
}
