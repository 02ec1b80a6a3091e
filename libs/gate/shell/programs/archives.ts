import type { ProgramReader, Spec } from '../readers/program.js'

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
      tree: '-r',
    },
  },
  inspect({ name, args, state, walker }) {
    const words = args.map(({ text }) => text ?? '')
    // `zip -@`, `7z @list`, `cpio -o`: the files are lines of another text.
    const isList = LISTS[name]
    if (isList && words.some((word) => isList.test(word)) && state.stdin.kind !== 'none')
      walker.unsure(`${name} takes files that only its input names`)
    if (/^(?:7z|7za|7zr|rar)$/.test(name) && words.some((word) => /^-?i?@/.test(word)))
      walker.unsure(`${name} takes files that only a list names`)
    return null
  },
}

const LISTS: Record<string, RegExp> = {
  zip: /^-@$|^-[a-zA-Z]*@/,
  cpio: /^-[a-zA-Z]*[op]|^--(?:create|pass-through)/,
  pax: /^-[a-zA-Z]*w/,
}
