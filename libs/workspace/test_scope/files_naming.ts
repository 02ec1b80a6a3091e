import { join } from 'node:path'
import { projectText } from '../files/project_text.js'
import { listTestFiles } from './test_files.js'
import { sourcesIn } from './test_inputs.js'

/** Sources below the root that use a name as a word: not the tests, and not a file that only defines it. */
export function filesNaming(root: string, name: string): string[] {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return []
  const tests = new Set(listTestFiles(root) ?? [])
  const plain = name.replaceAll('$', '\\$')
  const word = new RegExp(`(?<![\\w$])${plain}(?![\\w$])`, 'g')
  const defined = new RegExp(
    `(?:\\b(?:function\\*?|def|fn|func|class|const|let|var)\\s+(?:\\([^)]*\\)\\s*)?|\\bexports\\.)${plain}(?![\\w$])`,
    'g',
  )
  return sourcesIn(root)
    .filter((path) => !tests.has(path))
    .filter((path) => {
      const text = projectText(join(root, path))
      const uses = text.match(word)?.length ?? 0
      return uses > (text.match(defined)?.length ?? 0)
    })
    .sort()
}
