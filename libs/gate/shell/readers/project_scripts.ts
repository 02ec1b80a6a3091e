import { fork } from '../state/state.js'
import { NOTHING } from '../state/types.js'
import type { Call } from './program.js'

/** Program -> the files of the project that tell it what to run. */
const TOLD_BY: [RegExp, readonly string[]][] = [
  [/^(?:npm|pnpm|yarn|bun|npx)$/, ['package.json', '.npmrc', '.yarnrc.yml']],
  [/^g?make$/, ['Makefile', 'makefile', 'GNUmakefile']],
  [/^just$/, ['justfile', 'Justfile', '.justfile']],
  [/^(?:rake|rails|bundle)$/, ['Rakefile', 'Gemfile']],
  [/^task$/, ['Taskfile.yml', 'Taskfile.yaml']],
  [/^gradlew?$/, ['build.gradle', 'build.gradle.kts', 'settings.gradle']],
  [/^mvnw?$/, ['pom.xml']],
  [/^cargo$/, ['build.rs', 'Cargo.toml', '.cargo/config.toml']],
  [/^cmake$/, ['CMakeLists.txt']],
  [/^(?:pytest|tox|nox)$/, ['conftest.py', 'tox.ini', 'noxfile.py', 'pytest.ini']],
  [/^pip3?$/, ['setup.py']],
  [/^(?:docker|podman|docker-compose)$/, ['Dockerfile', 'docker-compose.yml', 'compose.yml']],
]
const MAX_TARGETS = 32

/**
 * Programs that run what a file of the project tells them: what the text itself wrote there a moment ago
 * is asked; the scripts of package.json and the recipes of a Makefile are read for the denied files that
 * they name.
 */
export function lookAtProjectScripts(call: Call): null {
  const { name, args, walker, state } = call
  const files = TOLD_BY.find(([programs]) => programs.test(name))?.[1] ?? []
  for (const cwd of state.cwds ?? [])
    for (const file of files)
      if (walker.isMade(`${cwd}/${file}`, 'text'))
        walker.unsure(`${name} runs what the same command wrote into ${file}`)
  if (/^(?:npm|pnpm|yarn|bun)$/.test(name))
    for (const text of packageScripts(call)) look(text, call)
  if (/^g?make$/.test(name)) for (const text of recipes(call)) look(text, call)
  const fed = args.some(({ text }) =>
    /^-f-?$|^--(?:make)?file=-$|^-$|^\/dev\/(?:stdin|fd)/.test(text ?? ''),
  )
  if (/^g?make$/.test(name) && fed && state.stdin.kind !== 'none') {
    if (state.stdin.kind === 'text')
      for (const { lines } of rulesOf(
        state.stdin.text.replace(/^([^:\t]*:[^;=]*);/gm, '$1\n\t'),
      ).values())
        for (const line of lines) lookAtOwn(line, call)
    walker.unsure('make runs what it is fed')
  }
  const setsScript =
    /^(?:npm|pnpm)$/.test(name) && /^(?:config|c|set|pkg|set-script)$/.test(args[0]?.text ?? '')
  if (setsScript) noteScripts(call)
  if (
    /^(?:npm|pnpm|yarn)$/.test(name) &&
    args.some(({ text }) => /^--(?:script-shell|node-options)/.test(text ?? ''))
  )
    walker.unsure(`${name} is told which shell runs its scripts`)
  return null
}

/** `npm config set script-shell x`, `npm pkg set scripts.x=y`: what runs at the next start. */
function noteScripts(call: Call): void {
  const { name, args, walker } = call
  const words = args.map(({ text }) => text ?? '')
  if (
    /^(?:config|c|set)$/.test(words[0] ?? '') &&
    words.some((word) => /(?:shell|node.options|prefix|registry)\b/.test(word))
  )
    walker.unsure(`${name} is told what runs its scripts, or where they come from`)
  for (const word of words) {
    const [, text = ''] = /^scripts\.[^=]*=(.*)$/s.exec(word) ?? []
    if (text !== '') lookAtOwn(text, call)
  }
  if (words[0] === 'set-script') lookAtOwn(words.slice(2).join(' '), call)
}

/** What the command itself spells out. */
function lookAtOwn(text: string, { state, walker }: Call): void {
  walker.lookOnly(text, fork(state, { stdin: NOTHING, depth: state.depth + 1 }))
}

/**
 * The project's own script is not the model's: one that loads `.env` for its tests is asked about, and not
 * refused, or such a project could never be tested.
 */
function look(text: string, { name, state, walker }: Call): void {
  const inner = fork(state, { stdin: NOTHING, depth: state.depth + 1 })
  const [given] = walker.deniedIn(text, inner)
  if (given !== undefined)
    walker.unsure(`${name} runs a script of the project that names ${given}, which is protected`)
}

/** The scripts that `npm run x`, `npm test`, `yarn x` start, those before and after them too. */
function packageScripts({ args, state, walker }: Call): string[] {
  const words = args.flatMap(({ text }) => (text === null || text.startsWith('-') ? [] : [text]))
  const [verb = '', second = ''] = words
  const named = /^(?:run|run-script|rum|urn)$/.test(verb)
    ? second
    : /^t(?:st)?$/.test(verb)
      ? 'test'
      : verb
  return (state.cwds ?? []).flatMap((cwd) => {
    const scripts = scriptsOf(walker.disk.text(`${cwd}/package.json`))
    return [`pre${named}`, named, `post${named}`].flatMap((one) => scripts[one] ?? [])
  })
}

function scriptsOf(text: string | null): Record<string, string> {
  try {
    const { scripts } = JSON.parse(text ?? '{}') as { scripts?: Record<string, unknown> }
    const known = Object.entries(scripts ?? {}).filter(([, one]) => typeof one === 'string')
    return Object.fromEntries(known) as Record<string, string>
  } catch {
    // npm cannot read it either.
    return {}
  }
}

/** The recipes of the targets that make is told, or of the first, with those that they need. */
function recipes({ args, state, walker }: Call): string[] {
  const told = args.flatMap(({ text }) => (text && !/^-|=/.test(text) ? [text] : []))
  return (state.cwds ?? []).flatMap((cwd) => {
    const files = ['GNUmakefile', 'makefile', 'Makefile'].map((file) =>
      walker.disk.text(`${cwd}/${file}`),
    )
    const rules = rulesOf(files.find((text) => text !== null) ?? '')
    const first = [...rules.keys()].find((name) => !name.startsWith('.')) ?? ''
    const wanted = new Set(told.length > 0 ? told : [first])
    for (const name of wanted)
      if (wanted.size < MAX_TARGETS)
        for (const need of rules.get(name)?.needs ?? []) wanted.add(need)
    return [...wanted].flatMap((name) => rules.get(name)?.lines ?? [])
  })
}

function rulesOf(text: string): Map<string, { needs: string[]; lines: string[] }> {
  const rules = new Map<string, { needs: string[]; lines: string[] }>()
  let current: string[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    const recipe = /^\t[@+-]*(.*)$/.exec(line)?.[1]
    const [, names, needs = ''] = /^([^\s:=#][^:=#]*):(?!=)([^=]*)$/.exec(line) ?? []
    // `$$` is make's spelling of the shell's `$`; its own variables stay unknown.
    if (recipe !== undefined)
      current.push(recipe.replace(/\$[({]\w+[)}]/g, '"$x"').replaceAll('$$', '$'))
    else if (names !== undefined) {
      current = []
      for (const name of names.split(/\s+/).filter(Boolean))
        rules.set(name, { needs: needs.split(/\s+/).filter(Boolean), lines: current })
    }
  }
  return rules
}
