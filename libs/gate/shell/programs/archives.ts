import type { ProgramReader, Spec } from '../readers/program.js'

const ARCHIVE: Spec = { operands: 'write', value: '-x -i', tree: 'always' }

/** Programs that pack, unpack and compress files, tar apart. */
export const archives: ProgramReader = {
  name: 'archives',
  programs: {
    'zip pax': ARCHIVE,
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
}
