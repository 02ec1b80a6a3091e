import { placesOf } from '../state/places.js'
import type { Field } from '../state/types.js'
import { compilePattern } from '../words/pattern.js'
import { readArguments } from './options.js'
import type { Call } from './program.js'
import { HERE, useTree } from './tree.js'

const BUILD = {
  value:
    '-t --tag --build-arg --label --target --platform --network --progress --cache-from --cache-to --output -o --secret --ssh --add-host --shm-size --ulimit',
  path: '-f --file --iidfile',
}

/** Programs that pack a whole folder for elsewhere: an image's context, a package. Ignore files count. */
export function lookAtPacking(call: Call): null {
  for (const folder of packed(call)) {
    const roots = folder.text === null ? [] : placesOf(folder.text, call.state).paths
    useTree(
      folder,
      call,
      (path) =>
        !path.split('/').includes('.git') && !roots.some((root) => isLeftOut(path, root, call)),
    )
  }
  return null
}

function packed({ name, args }: Call): Field[] {
  const words = args.filter(({ text }) => !text?.startsWith('-'))
  const [first, second, third] = words.map(({ text }) => text ?? '')
  if (/^(?:docker|podman|buildah|nerdctl)$/.test(name)) {
    if (/^(?:container )?cp$/.test(first ?? '')) return words.slice(1, 2)
    const isBuild =
      first === 'build' || first === 'bud' || (second === 'build' && first !== 'compose')
    if (isBuild)
      return readArguments(args, BUILD)
        .operands.slice(second === 'build' ? 2 : 1)
        .slice(-1)
    return first === 'compose' && (second === 'build' || third === 'build') ? [HERE] : []
  }
  if (name === 'kubectl' && first === 'cp') return words.slice(1, 2)
  if (name === 'helm' && first === 'package') return words.slice(1)
  if (name === 'docker-compose' && words.some(({ text }) => text === 'build')) return [HERE]
  if (/^(?:npm|pnpm|yarn)$/.test(name) && /^(?:pack|publish)$/.test(first ?? ''))
    return second === undefined ? [HERE] : words.slice(1, 2)
  return /^(?:vsce|ovsx)$/.test(name) && /^(?:package|publish)$/.test(first ?? '') ? [HERE] : []
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
