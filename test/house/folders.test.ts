import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'

interface FolderLaw {
  MOST_FILES: number
  readSources(root: string): Map<string, string>
  crowdedFolders(sources: Map<string, string>, most: number): { folder: string; files: number }[]
  folderCycles(sources: Map<string, string>): { folders: string[]; imports: string[] }[]
}
const { MOST_FILES, readSources, crowdedFolders, folderCycles } = (await import(
  pathToFileURL(join(process.cwd(), 'scripts/folder_law.mjs')).href
)) as FolderLaw

t.test('no folder is a corridor and no two folders import each other', async (t) => {
  const sources = readSources(process.cwd())
  t.ok(sources.size > 100, 'the sources are found')
  t.same(crowdedFolders(sources, MOST_FILES), [])
  t.same(folderCycles(sources), [])
})

t.test('a crowded folder is found, a folder of declarations is not', async (t) => {
  const files = Array.from({ length: 3 }, (_, at) => `libs/a/inner/f${at}.ts`)
  const declared = Array.from({ length: 3 }, (_, at) => `libs/a/rows/f${at}.ts`)
  const sources = new Map([...files, ...declared].map((path) => [path, '']))
  sources.set('libs/a/load.ts', "discover<Row>(new URL('./rows/', import.meta.url))")
  t.same(crowdedFolders(sources, 2), [{ folder: 'libs/a/inner', files: 3 }])
})

t.test('a circle of folders is found with the imports that close it', async (t) => {
  const sources = new Map([
    ['libs/a/one/x.ts', "import { y } from '../two/y.js'"],
    ['libs/a/two/y.ts', "import type { Z } from '../three/z.js'"],
    ['libs/a/three/z.ts', "export { x } from '../one/x.js'"],
    ['libs/a/index.ts', "export { x } from './one/x.js'"],
  ])
  const [circle, ...others] = folderCycles(sources)
  t.same(others, [])
  t.same(circle?.folders, ['libs/a/one', 'libs/a/three', 'libs/a/two'])
  t.equal(circle?.imports.length, 3)
})
