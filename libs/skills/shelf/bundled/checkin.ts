import type { BuiltIn } from '../../types/built_in.js'

export const checkin: BuiltIn = {
  name: 'checkin',
  description: 'Write a commit of the changes in this folder.',
  steps: [
    'Run git status and git diff HEAD. Read what changed.',
    'Leave out files that have nothing to do with the change, and files with secrets. Name them.',
    'Run git log -5 --format=%s. Use the form of these subjects.',
    'Write a subject of at most 72 characters that begins with a verb. Say below it why, where that is not plain.',
    'Run git add with the paths, then git commit. Do not push. Do not change earlier commits.',
    'Show the output of git show --stat HEAD.',
  ],
}
