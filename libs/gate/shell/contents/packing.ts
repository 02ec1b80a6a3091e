import type { Call } from '../readers/program.js'
import { useTree } from '../readers/tree.js'
import { placesOf } from '../state/places.js'
import type { Field } from '../state/types.js'
import { compilePattern } from '../words/pattern.js'

/** Folders that a program packs whole for another place: an image's context, a package. Ignore files count. */
export function inspectPacked(folders: readonly Field[], call: Call): void {
  for (const folder of folders) {
    const roots = folder.text === null ? [] : placesOf(folder.text, call.state).paths
    useTree(
      folder,
      call,
      (path) =>
        !path.split('/').includes('.git') && !roots.some((root) => isLeftOut(path, root, call)),
    )
  }
}

/** Whether an ignore file of the folder leaves a path out; an exception may bring any file back. */
function isLeftOut(path: string, root: string, { name, walker }: Call): boolean {
  const isImage = /docker|podman|buildah|nerdctl/.test(name)
  const texts = (isImage ? ['.dockerignore', '.containerignore'] : ['.npmignore']).map((file) =>
    walker.disk.text(`${root}/${file}`),
  )
  const text = texts.find((one) => one !== null)
  if (text === undefined || text === null) return !isImage && walker.disk.ignored(path)
  const lines = text.split('\n').map((line) => line.trim())
  if (lines.some((line) => line.startsWith('!'))) return false
  const parts = path.slice(root.replace(/\/\.?$/, '').length + 1).split('/')
  return lines.some((line) => {
    if (line === '' || line.startsWith('#')) return false
    const globs = line
      .replace(/^\/|\/$/g, '')
      .split('/')
      .filter((part) => part !== '**')
    const anywhere = line.startsWith('**/') || (!isImage && globs.length === 1)
    const starts = anywhere ? [...parts.keys()] : [0]
    return starts.some((at) => globs.every((glob, index) => fits(glob, parts[at + index])))
  })
}

function fits(glob: string, part: string | undefined): boolean {
  return part !== undefined && compilePattern(glob)(part)
}
