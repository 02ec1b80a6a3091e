import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { LIMITS } from '#core'
import { ASSEMBLED, codeFiles, foldersIn, readText } from './tree.js'

interface Bundles {
  bundleOf(file: string): { path?: string; error?: string }
  close(): void
}
const { bundleTests } = (await import(
  pathToFileURL(join(process.cwd(), 'scripts/test_run/bundle_tests.mjs')).href
)) as { bundleTests(files: readonly string[]): Promise<Bundles> }

const DISCOVER = /^(?! \*).*\bdiscover(?:<[^()]*>)?\(\s*new URL\(\s*'\.\/([\w/-]+)\/'/gm

/** Folders whose files are loaded by `discover`, read from the calls. */
function discoveredFolders(): string[] {
  return codeFiles('libs', 'apps').flatMap((file) =>
    [...readText(file).matchAll(DISCOVER)].map((call) => join(dirname(file), call[1] ?? '')),
  )
}

t.test('each file of a discovered folder exports one declaration named as the file', async (t) => {
  const folders = discoveredFolders()
  t.ok(folders.length > 0, 'the calls are found')
  // `discover` reads no subfolders: they hold what the declarations are made of.
  const filesIn = (folder: string) => codeFiles(folder).filter((file) => dirname(file) === folder)
  const bundles = await bundleTests(folders.flatMap(filesIn))
  t.teardown(() => bundles.close())
  for (const folder of folders) {
    const files = filesIn(folder)
    t.ok(files.length > 0, `${folder} is there and has files`)
    for (const file of files) {
      const { path, error } = bundles.bundleOf(file)
      const module: Record<string, unknown> = await import(pathToFileURL(path ?? error ?? '').href)
      const values = Object.values(module)
      t.equal(values.length, 1, `${file} exports one value, not ${Object.keys(module).join(', ')}`)
      t.match(values[0], { name: basename(file, '.ts') }, `${file} is named as its file`)
    }
  }
})

t.test(
  'each room has one door: an index of named exports that says what the room is for',
  async (t) => {
    for (const room of foldersIn('libs')) {
      const index = join(room, 'index.ts')
      if (!ASSEMBLED && !existsSync(index)) continue
      if (!t.ok(existsSync(index), `${index} exists`)) continue
      const text = readText(index)
      const comment = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1] ?? ''
      const prose = comment.replace(/^\s*\* ?/gm, ' ').trim()
      const sentences = prose.split(/[.!?](?=\s|$)/).filter((part) => part.trim() !== '')
      t.ok(sentences.length >= 3, `${index} begins with its job, its doors, what it never does`)

      const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/\/\/.*$/gm, '')
      // The nouns of core are types without code: what they are called is their whole content.
      const allowed = room === 'libs/core' ? code.replace(/export type \* from/g, '') : code
      t.notMatch(allowed, /export (?:type )?\*/, `${index} names what it exports`)
      t.notMatch(
        code,
        /^\s*(?:export )?(?:async )?(?:function|const|let|class|interface)\b/m,
        `${index} only passes on`,
      )
      const count = text.trimEnd().split('\n').length
      t.ok(count >= 4 && count <= 60, `${index} has ${count} lines`)
    }
  },
)

t.test('no limit is named in two areas: the later one would replace the other', async (t) => {
  const rows = codeFiles('libs/core/settings/limits').flatMap((file) =>
    [...readText(file).matchAll(/^ {2}(\w+): /gm)].map(([, name]) => name),
  )
  t.same([...rows].sort(), Object.keys(LIMITS).sort())
})
