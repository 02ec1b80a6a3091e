import type { Sheet } from '../../types/sheet.js'

export const gitConflicts: Sheet = {
  name: 'git_conflicts',
  words: ['merge', 'rebase', 'conflict', 'cherry'],
  pairs: ['merge conflict', 'git rebase', 'conflict markers'],
  requiresTools: ['run_command'],
  rules: [
    'Find the marks with: git diff --name-only --diff-filter=U.',
    'Keep what both sides wanted. Remove all three marks.',
    'Run the tests, then git add the files.',
    'git merge --abort goes back.',
  ],
}
