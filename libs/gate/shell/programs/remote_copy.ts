import { readArguments } from '../readers/options.js'
import type { ProgramReader, Spec } from '../readers/program.js'
import { useTree } from '../readers/tree.js'
import { known } from '../state/types.js'

const RSYNC: Spec = {
  operands: 'copy',
  code: '-e --rsh --rsync-path',
  value: '--exclude --include -f --filter --bwlimit',
  path: '--files-from --exclude-from --include-from --password-file --log-file',
  tree: 'always',
}
/** Rules of rsync that read more rules from a file: `merge FILE`, `. FILE`, `dir-merge,e FILE`, `:C FILE`. */
const MERGES = /^\s*(?:merge|dir-merge|[.:])[,\w!/+-]*[\s_]+(.+)$/s

/** Programs that copy files and folders to other machines and stores. */
export const remote_copy: ProgramReader = {
  name: 'remote_copy',
  programs: {
    rsync: RSYNC,
    'aws gsutil az rclone restic borg duplicity kopia unison croc wormhole magic-wormhole surge gh-pages':
      { operands: 'try', tree: 'always', verb: true },
  },
  inspect({ name, args, state, walker }) {
    if (name !== 'rsync') return null
    const read = readArguments(args, RSYNC)
    const into = read.operands.at(-1)
    // It removes what the source has not.
    if (into && read.options.some(({ name }) => /^--del/.test(name)))
      useTree(into, { name, args, state, walker })
    for (const { name: option, value } of read.options) {
      const [, file] = /^(?:-f|--filter)$/.test(option)
        ? (MERGES.exec(value?.text ?? '') ?? [])
        : []
      if (file !== undefined) walker.usePath(known(file), 'read', state)
    }
    return null
  },
}
