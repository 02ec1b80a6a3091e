import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { Grammar } from '../language/language.js'

/** Beside the program, as the build puts them: in its folder, or one above its chunks. */
const BUILT = ['./grammars/', '../grammars/'].map((place) =>
  fileURLToPath(new URL(place, import.meta.url)),
)

/** The bytes of the parser itself. */
export function parserBytes(): Uint8Array {
  return (
    built('web-tree-sitter') ?? readFileSync(fromPackage('web-tree-sitter', 'web-tree-sitter.wasm'))
  )
}

/** The bytes of a grammar. @throws Error when it is not installed */
export function grammarBytes({ file, from }: Grammar): Uint8Array {
  const name = `tree-sitter-${file}`
  const bytes = built(name)
  if (bytes !== null) return bytes
  return from === 'vscode'
    ? readFileSync(fromPackage('@vscode/tree-sitter-wasm', `wasm/${name}.wasm`))
    : readFileSync(fromPackage('@repomix/tree-sitter-wasms', `out/${name}.wasm`))
}

function built(name: string): Uint8Array | null {
  for (const folder of BUILT) {
    const path = join(folder, `${name}.wasm.br`)
    if (existsSync(path)) return brotliDecompressSync(readFileSync(path))
  }
  return null
}

/** A file of a package, when the program runs from source. */
function fromPackage(name: string, path: string): string {
  const require = createRequire(import.meta.url)
  for (const folder of require.resolve.paths(name) ?? []) {
    const found = join(folder, name, path)
    if (existsSync(found)) return found
  }
  throw new Error(`${name}/${path} is not installed (${dirname(fileURLToPath(import.meta.url))})`)
}
