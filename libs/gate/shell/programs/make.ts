import { inspectGiven, inspectProjectScript, noteProjectFiles } from '../contents/project_files.js'
import { namedIn } from '../readers/inner_text.js'
import type { Call, ProgramReader } from '../readers/program.js'

const MAX_TARGETS = 32
const INCLUDED = /^[-s]?include[ \t]+(.+)$/gm

/** make runs recipes: those of the project's Makefile are read, and those on standard input. */
export const make: ProgramReader = {
  name: 'make',
  programs: {
    'make gmake': {
      operands: 'try',
      path: '-f --file --makefile -I',
      value: '-j -l',
      code: '--eval -E',
      sets: true,
    },
  },
  inspect(call) {
    noteProjectFiles(call, ['Makefile', 'makefile', 'GNUmakefile'])
    for (const text of recipes(call)) inspectProjectScript(text, call)
    askAboutDatabase(call)
    inspectFed(call)
    return null
  },
}

/** `make -p` prints every variable, those of an included file among them. */
function askAboutDatabase(call: Call): void {
  const { args, state, walker } = call
  if (!args.some(({ text }) => /^(?:-[a-zA-Z]*p[a-zA-Z]*|--print-d.*)$/.test(text ?? ''))) return
  for (const cwd of state.cwds ?? [])
    for (const file of ['GNUmakefile', 'makefile', 'Makefile'])
      for (const [, names = ''] of (walker.disk.text(`${cwd}/${file}`) ?? '').matchAll(INCLUDED)) {
        const named = namedIn(names, call)
        if (named !== null) walker.unsure(`make -p shows what ${file} includes from ${named}`)
      }
}

function inspectFed(call: Call): void {
  const { args, state, walker } = call
  const fed = args.some(({ text }) =>
    /^-f-?$|^--(?:make)?file=-$|^-$|^\/dev\/(?:stdin|fd)/.test(text ?? ''),
  )
  if (args.some(({ text }) => /^\/dev\/fd\//.test(text ?? '')))
    walker.unsure('make runs the output of another command')
  noteProjectFiles(call, valuesOf(call, 'f', '(?:make)?file'))
  if (!fed || state.stdin.kind === 'none') return
  if (state.stdin.kind === 'text') {
    const text = state.stdin.text.replace(/^([^:\t\n]*:(?:[^;=\n]*|[^;=]{0,4096}));/gm, '$1\n\t')
    for (const { lines } of rulesOf(text).values())
      for (const line of lines) inspectGiven(line, call)
  }
  walker.unsure('make runs its standard input')
}

/** The recipes of the targets that make is given, or of the first, with those that they need. */
function recipes(call: Call): string[] {
  const { args, walker } = call
  const values = new Set([
    ...valuesOf(call, 'f', '(?:make)?file'),
    ...valuesOf(call, 'C', 'directory'),
  ])
  const given = args.flatMap(({ text }) =>
    text && !/^-|=/.test(text) && !values.has(text) ? [text] : [],
  )
  const named = valuesOf(call, 'f', '(?:make)?file')
  return foldersOf(call).flatMap((cwd) => {
    const usual = ['GNUmakefile', 'makefile', 'Makefile'].map((file) => `${cwd}/${file}`)
    const files = named.length > 0 ? named.map((file) => placeIn(file, cwd)) : usual
    const texts = files.flatMap((path) => walker.disk.text(path) ?? [])
    const rules = rulesOf((named.length > 0 ? texts : texts.slice(0, 1)).join('\n'))
    const first = [...rules.keys()].find((name) => !name.startsWith('.')) ?? ''
    const wanted = new Set(given.length > 0 ? given : [first])
    for (const name of wanted)
      if (wanted.size < MAX_TARGETS)
        for (const need of rules.get(name)?.needs ?? []) wanted.add(need)
    return [...wanted].flatMap((name) => rules.get(name)?.lines ?? [])
  })
}

function foldersOf(call: Call): string[] {
  const [folder] = valuesOf(call, 'C', 'directory')
  const cwds = call.state.cwds ?? []
  return folder === undefined ? [...cwds] : cwds.map((cwd) => placeIn(folder, cwd))
}

function placeIn(name: string, cwd: string): string {
  return name.startsWith('/') ? name : `${cwd}/${name}`
}

/** The values of an option: `-f X`, `-fX`, `--file X`, `--file=X`. */
function valuesOf({ args }: Call, letter: string, long: string): string[] {
  const glued = new RegExp(`^(?:-${letter}|--${long}=)(.+)$`, 's')
  const apart = new RegExp(`^(?:-${letter}|--${long})$`)
  return args.flatMap(({ text }, at) => {
    const value = apart.test(text ?? '') ? args[at + 1]?.text : glued.exec(text ?? '')?.[1]
    return value ? [value] : []
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
