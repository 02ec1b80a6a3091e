const CALL =
  /\bdiscover\s*(?:<[^()]*>)?\(\s*new URL\(\s*'(\.\/[\w./-]*\/)'\s*,\s*import\.meta\.url\s*,?\s*\)\s*,?\s*\)/g
const IMPORTED = /\bimport\s*\{[^}]*\bdiscover\b[^}]*\}\s*from\b/

/**
 * A bundle has no folders to read at run time, so each call of the form
 * `discover(new URL('./folder/', import.meta.url))` becomes static imports of that folder's files.
 * @param source  TypeScript; one that does not import `discover` is given back as it is
 * @param list    gives the file names of a folder, which is relative to the source file
 * @param path    names the file in the error
 * @returns       the text with the imports appended; throws when no call has the known form
 */
export function expandDiscover(source, list, path = 'a source file') {
  if (!IMPORTED.test(source)) return source
  const imports = []
  const text = source.replace(CALL, (_, folder) => {
    const names = list(folder).filter((name) => /\.ts$/.test(name) && !name.endsWith('.d.ts'))
    const values = names.sort().map((name) => {
      const local = `discovered${imports.length}`
      imports.push(`import * as ${local} from '${folder}${name.replace(/ts$/, 'js')}'`)
      return `Object.values(${local})[0]`
    })
    return `Promise.resolve([${values.join(', ')}])`
  })
  if (text === source) {
    throw new Error(
      `${path}: call discover as discover(new URL('./folder/', import.meta.url)); the build can read no other form`,
    )
  }
  return `${text}\n${imports.join('\n')}\n`
}
