import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expandDiscover } from './discover_plugin.mjs'
import { throughDoors } from './doors.mjs'
import { inlineTexts } from './texts_plugin.mjs'

/**
 * The esbuild plugin for our own sources: folders become imports, files that are read become their texts,
 * rooms are entered by the one file that is meant, and zod is taken by its parts, so that a program
 * loads no more than it uses.
 * @param root  the folder that has libs/
 */
export function sourcePlugin(root) {
  return {
    name: 'our-sources',
    setup(build) {
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

function readDoor(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}

// The object `z` holds all of zod, with its forty languages; a namespace import can be taken apart.
function takeZodByParts(source) {
  return source.replace(/\bimport \{ z \} from 'zod'/g, "import * as z from 'zod'")
}
