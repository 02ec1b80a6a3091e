import type { BuiltIn } from '../../types/built_in.js'

export const review: BuiltIn = {
  name: 'review',
  description: 'Review the changes in this folder, without changing a file.',
  steps: [
    'Run git diff HEAD. Without changes run git show HEAD.',
    'Read the functions around each change, and who calls them.',
    'Look for wrong results, missing cases, errors that are not handled, and tests that are missing.',
    'Change no file.',
    'List each finding with its file, its line, what goes wrong, and how it can be fixed. The worst is first.',
    'Say so when there is no finding. Do not praise.',
  ],
}
