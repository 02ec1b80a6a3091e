import type { Sheet } from '../../types/sheet.js'

export const pathsAndFiles: Sheet = {
  name: 'paths_and_files',
  words: ['path', 'filename', 'symlink', 'windows', 'separator'],
  pairs: ['file path', 'path traversal', 'relative path'],
  rules: [
    'Join paths with the path module, not with a slash.',
    'Resolve a path from a user, then check that it is below the folder.',
    'Write to a temporary file in the same folder, then rename it.',
    'Names can contain spaces: quote them in a shell.',
  ],
}
