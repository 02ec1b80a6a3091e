import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expandDiscover } from './discover_plugin.mjs'
import { throughDoors } from './doors.mjs'
import { inlineTexts } from './texts_plugin.mjs'

/**
 * The esbuild plugin for our own sources: folders become imports, files that are read become their texts,
 * rooms are entered by the one file that is meant, zod is taken by its parts, and pi-tui makes later what
 * it seldom needs, so that a program loads no more than it uses.
 * @param root  the folder that has libs/
 */
export function sourcePlugin(root) {
  return {
    name: 'our-sources',
    setup(build) {
      build.onLoad({ filter: /\/pi-tui\/dist\/utils\.js$/ }, ({ path }) => ({
        contents: makeLater(readFileSync(path, 'utf8'), path),
      }))
      build.onLoad({ filter: /\/(?:libs|apps|bench)\/.*\.ts$/ }, ({ path }) => {
        if (path.includes('/node_modules/')) return undefined
        const folder = dirname(path)
        const source = readFileSync(path, 'utf8')
        const expanded = expandDiscover(source, (name) => readdirSync(join(folder, name)), path)
        const texts = inlineTexts(expanded, (name) => readFileSync(join(folder, name), 'utf8'))
        const direct = throughDoors(
          texts,
          (room) => readDoor(join(root, 'libs', room, 'index.ts')),
          (room, file) => join(root, 'libs', room, file),
        )
        return { contents: takeZodByParts(direct), loader: 'ts', resolveDir: folder }
      })
    },
  }
}

/**
 * What pi-tui makes when it is loaded, and a session needs with its first emoji: the expression takes a third of node's
 * own start, the segmenter a tenth.
 */
const MADE_AT_ONCE = [
  ['segmenter', 'new Intl.Segmenter(undefined, { granularity: "grapheme" })', 'segment'],
  ['rgiEmojiRegex', '/^\\p{RGI_Emoji}$/v', 'test'],
]

/** The same, made with the first text that it reads. @throws when pi-tui writes them in another way */
function makeLater(source, path) {
  return MADE_AT_ONCE.reduce((text, [name, made, method]) => {
    const found = `const ${name} = ${made};`
    if (!text.includes(found)) throw new Error(`${path} makes ${name} in another way`)
    const later = `const ${name} = { ${method}(text) { return (${name}.made ??= ${made}).${method}(text) } };`
    return text.replace(found, () => later)
  }, source)
}

function readDoor(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

// The object `z` holds all of zod, with its forty languages; a namespace import can be taken apart.
function takeZodByParts(source) {
  return source.replace(/\bimport \{ z \} from 'zod'/g, "import * as z from 'zod'")
}
