import type { ProgramReader } from '../readers/program.js'

/** Programs that copy files and folders to other machines and stores. */
export const remote_copy: ProgramReader = {
  name: 'remote_copy',
  programs: {
    rsync: {
      operands: 'copy',
      code: '-e --rsh --rsync-path',
      value: '--exclude --include -f --filter --bwlimit',
      path: '--files-from --exclude-from --include-from --password-file --log-file',
      tree: 'always',
    },
    'aws gsutil az rclone restic borg duplicity kopia unison croc wormhole magic-wormhole surge gh-pages':
      { operands: 'try', tree: 'always', verb: true },
  },
}
