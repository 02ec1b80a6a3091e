import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const FOLDERS = 500
const FILES_A_FOLDER = 100
const LINES = 40

/** Files in the tree, and those of them that hold the needle: one in 500. */
export const TREE = { files: FOLDERS * FILES_A_FOLDER, needles: (FOLDERS * FILES_A_FOLDER) / 500 }

/**
 * Writes 50,000 small source files, about 1.5 kB each, in 500 folders two deep; the same every time.
 * @returns its folder, to be removed by the caller
 */
export function writeTree(): string {
  const root = mkdtempSync(join(tmpdir(), 'aircoder-tree-'))
  for (let folder = 0; folder < FOLDERS; folder += 1) {
    const path = join(root, `pkg${folder % 25}`, `part${folder}`)
    mkdirSync(path, { recursive: true })
    for (let file = 0; file < FILES_A_FOLDER; file += 1) {
      const number = folder * FILES_A_FOLDER + file
      const ending = file % 10 === 0 ? 'md' : 'ts'
      writeFileSync(join(path, `file${file}.${ending}`), textOf(number))
    }
  }
  return root
}

function textOf(number: number): string {
  const lines = Array.from(
    { length: LINES },
    (_, at) => `export const value${at} = compute(${number}, ${at * 7}) // words of line ${at}`,
  )
  if (number % 500 === 0) lines[LINES / 2] = `export const needle_${number} = findThisNeedle()`
  return `${lines.join('\n')}\n`
}
