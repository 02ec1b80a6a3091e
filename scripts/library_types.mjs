import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'

const IMPORT = /\bfrom '(\.{1,2}\/[^']+)\.js'/g

/**
 * Writes the declarations of a library for other programs: one file for each source that its public types reach.
 * Each source is read alone, so its exports need written types; an import of another library of ours is refused,
 * because that library is not published. A file that is newer than its source stays as it is.
 * @param entry   the source that lists what is published
 * @param folder  where the declarations go; the one of the entry has its name
 * @returns       the paths of the files
 */
export function writeTypes(entry, folder) {
  const root = dirname(entry)
  const sources = [entry]
  const written = []
  // The list grows while it is walked.
  for (const source of sources) {
    const path = join(folder, relative(root, source)).replace(/\.ts$/, '.d.ts')
    const text = isNewer(path, source) ? readFileSync(path, 'utf8') : declare(source, path)
    written.push(path)
    for (const [, target] of text.matchAll(IMPORT)) {
      const next = join(dirname(source), `${target}.ts`)
      if (!sources.includes(next)) sources.push(next)
    }
  }
  return written
}

function isNewer(path, source) {
  return existsSync(path) && statSync(path).mtimeMs > statSync(source).mtimeMs
}

/** TypeScript loads only when a declaration is out of date: that takes half a second. */
function declare(source, path) {
  const ts = createRequire(import.meta.url)('typescript')
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(source, 'utf8'), {
    fileName: source,
    compilerOptions: {
      declaration: true,
      isolatedDeclarations: true,
      stripInternal: true,
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
    },
  })
  const [first] = diagnostics
  if (first !== undefined)
    throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(first.messageText, '\n')}`)
  const foreign = /\bfrom '(#\w+)'/.exec(outputText)
  if (foreign !== null) throw new Error(`${source}: a published type needs ${foreign[1]}`)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, outputText)
  renameSync(`${path}.new`, path)
  return outputText
}
