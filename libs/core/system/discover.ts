import { readdirSync } from 'node:fs'

/**
 * Loads every declaration of a folder in the order of the file names, so a new declaration is one new file.
 * Each file exports exactly one value. The build replaces calls of the form
 * `discover(new URL('./folder/', import.meta.url))` by static imports of the same files.
 * @param folder  a file URL that ends in a slash
 */
export async function discover<T>(folder: URL): Promise<T[]> {
  const names = readdirSync(folder).filter(
    (name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'),
  )
  const modules = await Promise.all(names.sort().map((name) => import(new URL(name, folder).href)))
  return modules.map((module) => Object.values(module)[0] as T)
}
