import { chmodSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { RecordedReply } from '#core'
import { act, say } from './loop.js'

/** A tree as text: path, mode and bytes of every file. */
export type Tree = Record<string, string>

export function readTree(root: string, below = ''): Tree {
  const tree: Tree = {}
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`
    const stats = lstatSync(join(root, path))
    if (name === '.git') continue
    if (stats.isSymbolicLink()) tree[path] = `link ${readlinkSync(join(root, path))}`
    else if (stats.isDirectory()) Object.assign(tree, readTree(root, path))
    else
      tree[path] =
        `${(stats.mode & 0o7777).toString(8)} ${readFileSync(join(root, path)).toString('hex')}`
  }
  return tree
}

const CRLF = 'a\r\nb\r\nc\r\n'
const LATIN = Buffer.from([0x63, 0x61, 0x66, 0xe9, 10]).toString('latin1')

/** What the run starts with; `prepare` gives some of it other modes and bytes. */
export const FILES: Record<string, string> = {
  'src/a.txt': 'mark 0\nsame\n',
  'src/b.txt': 'mark 0\nsame\nno newline at the end',
  'crlf.txt': CRLF.replace('a', 'mark 0'),
  'run.sh': 'mark 0\n',
  'bom.txt': '\uFEFFmark 0\n',
}

export function prepare(root: string): void {
  chmodSync(join(root, 'run.sh'), 0o755)
  chmodSync(join(root, 'src/b.txt'), 0o600)
}

/** So many edits, one a step: patches, writes of old and new files, several files at once. */
export function editRun(count: number): RecordedReply[] {
  const marks = new Map(Object.keys(FILES).map((path) => [path, 0]))
  const patch = (path: string) => {
    const mark = marks.get(path) ?? 0
    marks.set(path, mark + 1)
    return { path, old_str: `mark ${mark}`, new_str: `mark ${mark + 1}` }
  }
  const paths = Object.keys(FILES)
  const replies = Array.from({ length: count }, (_, at) => {
    const path = paths[at % paths.length] ?? ''
    const other = paths[(at * 7 + 3) % paths.length] ?? ''
    if (at % 5 === 4) {
      const made = `new/deep${at % 3}/file${at}.txt`
      marks.set(made, 0)
      paths.push(made)
      return act(['write_file', { path: made, content: `mark 0\n${LATIN}${at}\n` }])
    }
    if (at % 5 === 3 && other !== path)
      return act(['multi_edit', { edits: [patch(path), patch(other), patch(path)] }])
    if (at % 11 === 7) {
      marks.set('whole.txt', 0)
      return act(['write_file', { path: 'whole.txt', content: `mark 0\nversion ${at}\n` }])
    }
    return act(['patch_file', patch(path)])
  })
  return [...replies, ...Array.from({ length: 4 }, () => say('That is all.'))]
}
