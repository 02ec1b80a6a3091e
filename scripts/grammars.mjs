import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const PACKAGES = {
  vscode: 'node_modules/@vscode/tree-sitter-wasm/wasm',
  repomix: 'node_modules/@repomix/tree-sitter-wasms/out',
}
/** Enough for a tenth of the size; the highest quality takes a minute and saves another tenth. */
const QUALITY = 5

/**
 * Compresses the grammars that the map's languages name, and the parser, into a folder: 25 MB become 2 MB.
 * A file that is newer than its source stays as it is.
 * @param root    the repository
 * @param folder  where they are written
 * @returns       the paths of the files
 */
export function writeGrammars(root, folder) {
  mkdirSync(folder, { recursive: true })
  return grammarSources(root).map(([name, source]) => {
    const path = join(folder, `${name}.wasm.br`)
    if (existsSync(path) && statSync(path).mtimeMs > statSync(source).mtimeMs) return path
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }
    writeFileSync(`${path}.new`, brotliCompressSync(readFileSync(source), options))
    renameSync(`${path}.new`, path)
    return path
  })
}

/** [name, path] of every file that the map loads. @throws Error when a package lacks one */
export function grammarSources(root) {
  const languages = join(root, 'libs/map/language/languages')
  const found = new Map([
    ['web-tree-sitter', join(root, 'node_modules/web-tree-sitter/web-tree-sitter.wasm')],
  ])
  for (const file of readdirSync(languages).sort()) {
    const text = readFileSync(join(languages, file), 'utf8')
    const name = /\bfile: '([\w-]+)'/.exec(text)?.[1]
    const from = /\bfrom: '(\w+)'/.exec(text)?.[1]
    if (name === undefined || from === undefined) continue
    found.set(`tree-sitter-${name}`, join(root, PACKAGES[from], `tree-sitter-${name}.wasm`))
  }
  const absent = [...found.values()].filter((path) => !existsSync(path))
  if (absent.length > 0) throw new Error(`not installed: ${absent.join(', ')}`)
  return [...found]
}
