import { readdirSync } from 'node:fs'

/** Folder -> its declarations. A folder is read once in a process, as its modules are loaded once. */
const loaded = new Map<string, Promise<readonly unknown[]>>()

/**
 * Loads every declaration of a folder in the order of the file names, so a new declaration is one new file.
 * Each file exports exactly one value. The caller gets an array of its own. The build replaces calls of the form
 * `discover(new URL('./folder/', import.meta.url))` by static imports of the same files.
 * @param folder  a file URL that ends in a slash
 */
export async function discover<T>(folder: URL): Promise<T[]> {
  const { href } = folder
  const values = loaded.get(href) ?? loadFolder(folder)
  loaded.set(href, values)
  return [...((await values) as T[])]
}

async function loadFolder(folder: URL): Promise<unknown[]> {
  const names = readdirSync(folder).filter(
    (name) => /\.(ts|js)$/.test(name) && !name.endsWith('.d.ts'),
  )
  const modules = await Promise.all(names.sort().map((name) => import(new URL(name, folder).href)))
  return modules.map((module) => Object.values(module)[0])
}
