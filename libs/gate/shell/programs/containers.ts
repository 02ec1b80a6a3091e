import { inspectPacked } from '../contents/packing.js'
import { noteProjectFiles } from '../contents/project_files.js'
import { readArguments } from '../readers/options.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE, useTree } from '../readers/tree.js'
import type { Field } from '../state/types.js'

const BUILD = {
  value:
    '-t --tag --build-arg --label --target --platform --network --progress --cache-from --cache-to --output -o --secret --ssh --add-host --shm-size --ulimit',
  path: '-f --file --iidfile',
}

/** Programs that build images and run containers: folders that they pack or mount. */
export const containers: ProgramReader = {
  name: 'containers',
  programs: {
    'docker podman': {
      operands: 'try',
      value: '-t --tag --name -p --publish -l --label -w --workdir -u --user --network',
      path: '--env-file -f --file',
      // Read by inspectMounts: one side of each is a path in the container.
      text: '-v --volume --mount',
    },
    'buildah nerdctl docker-compose': UNKNOWN_PROGRAM,
  },
  inspect(call) {
    const { name } = call
    if (/^(?:docker|podman)$/.test(name)) inspectMounts(call)
    if (/^(?:docker|podman|docker-compose)$/.test(name))
      noteProjectFiles(call, ['Dockerfile', 'docker-compose.yml', 'compose.yml'])
    inspectPacked(packed(call), call)
    if (/^(?:config|convert)$/.test(composeVerb(call)))
      call.walker.unsure('compose config shows the values of .env')
    return null
  },
}

/** The verb of `docker compose`; empty for every other command. */
function composeVerb({ name, args }: Call): string {
  const words = args.flatMap(({ text }) => (text === null || text.startsWith('-') ? [] : [text]))
  if (name === 'docker-compose') return words[0] ?? ''
  return words[0] === 'compose' ? (words[1] ?? '') : ''
}

function packed({ name, args }: Call): readonly Field[] {
  const words = args.filter(({ text }) => !text?.startsWith('-'))
  const [first, second, third] = words.map(({ text }) => text ?? '')
  if (name === 'docker-compose') return words.some(({ text }) => text === 'build') ? [HERE] : []
  if (/^(?:container )?cp$/.test(first ?? '')) return words.slice(1, 2)
  const isBuild =
    first === 'build' || first === 'bud' || (second === 'build' && first !== 'compose')
  if (isBuild)
    return readArguments(args, BUILD)
      .operands.slice(second === 'build' ? 2 : 1)
      .slice(-1)
  return first === 'compose' && (second === 'build' || third === 'build') ? [HERE] : []
}

/** Folders of this disk that a container sees. */
function inspectMounts(call: Call): void {
  const { args, walker, state } = call
  for (const [index, { text }] of args.entries()) {
    const [, option = '', glued] = /^(-v|--volume|--mount)(?:=(.*))?$/s.exec(text ?? '') ?? []
    const value =
      option === ''
        ? undefined
        : glued === undefined
          ? args[index + 1]
          : { ...(args[index] as Field), text: glued }
    if (value === undefined) continue
    if (value.text === null) walker.usePath(value, 'read', state)
    const source =
      /(?:^|,)(?:source|src)=([^,]*)/.exec(value.text ?? '')?.[1] ?? value.text?.split(':')[0]
    if (source && /^[./~]/.test(source)) {
      const folder = { ...value, text: source }
      walker.usePath(folder, 'write', state)
      useTree(folder, call)
    }
  }
}
