import { join } from 'node:path'
import { projectText } from '../files/project_text.js'
import { programName, unwrapRunner } from '../test_runs/test_command.js'
import { remainderOf } from './flags.js'
import { coversAll } from './test_files.js'
import type { TestProject } from './types.js'

/** Runners that find the tests of others: the first runs what the second would run. */
const SUPERSETS: readonly (readonly [RegExp, RegExp])[] = [
  [/^pytest$/, /^unittest$/],
  [/^(jest|vitest|node)$/, /^\b$/],
]
/** Managers that run the same script of package.json. */
const MANAGERS = /^(npm|pnpm|yarn|bun)$/
/** Folders of programs that a project or an installer fills. */
const USUAL_PLACE =
  /^(\.\/)?(node_modules\/\.bin|\.?venv\/bin|env\/bin|vendor\/bin|bin)\/[\w.-]+$|^\/(usr\/(local\/)?)?bin\/[\w.-]+$|^(\.\/)?(mvnw|gradlew)$/

/** A run of tests in a form that can be compared. */
interface RunForm {
  program: string
  /** The words after the program. */
  args: string[]
}

/**
 * Why a command runs less than the project's tests; null when it runs all of them.
 * @param words  a command that runs tests, as the shell text has it
 */
export function whyPartial(words: readonly string[], project: TestProject): string | null {
  const { command, scripts, root } = project
  const given = words.join(' ')
  const foreign = whyForeignBuild(words, root)
  if (foreign !== null) return foreign
  if (command !== null && [command, ...scripts].some((one) => one.trim() === given)) return null
  const optimised = words.find(
    (word, at) =>
      /^-[BEsu]*O+$/.test(word) && /(^|\/)(python|pypy)[\d.]*$/.test(words[at - 1] ?? ''),
  )
  if (optimised !== undefined) return `its option ${optimised} leaves out assertions`
  const run = formOf(words)
  const place = unwrapRunner([...words])[0] ?? ''
  if (place.includes('/') && !USUAL_PLACE.test(place) && !isNamed(place, project))
    return `it runs ${place} instead of an installed program`
  const own = [command ?? '', ...scripts].flatMap((text) => formsIn(text))
  const known = new Set(own.flatMap(({ args }) => args.filter((arg) => arg.startsWith('-'))))
  const [rest, inner] = splitArgs(run, own)
  const { flags, operands } = remainderOf(run.program, rest, known)
  const through =
    inner === null ? { flags: [], operands: [] } : remainderOf(inner.program, inner.args, known)
  const strange = [...flags, ...through.flags][0]
  if (strange !== undefined) return `its option ${strange} can leave out tests`
  const folder = run.program === 'ctest' ? whyOtherBuild(rest, own, root) : null
  if (folder !== null) return folder
  const places = [...operands, ...through.operands].filter((one) => !isScriptName(one))
  const match = own.find((one) => isSame(run, one) || isSuperset(run, one))
  if (own.length > 0 && match === undefined) return `it is not the project's test command`
  if (match !== undefined) {
    const usual = remainderOf(match.program, match.args, new Set()).operands
    if (usual.length > 0 && usual.every((one) => places.includes(one))) return null
    if (places.length === 0 && usual.length > 0 && !isManager(run) && !isGo(run)) {
      if (run.program === 'unittest' || match.program === 'unittest') return null
      return coversByDefault(match, usual, project) ? null : `it does not name ${usual.join(' ')}`
    }
  }
  if (isGo(run) && places.length === 0)
    return coversAll(['*_test.go'], root) ? null : 'it tests one package'
  const covered = isGo(run) ? places.map(toPackage) : places
  return coversAll(covered, root) ? null : `it runs only ${places.join(' ')}`
}

/** Folders in which projects are usually built. */
const BUILD_FOLDER = /^(\.\/)?(_?builds?|cmake-build-[\w-]+|out)(\/[\w.-]+)*\/?$/
const HOME = /^CMAKE_HOME_DIRECTORY:\w+=(.*)$/m

/** The project that a build folder was made for, as its cache says; undefined without a cache. */
function homeOf(folder: string, root: string): string | undefined {
  return HOME.exec(projectText(join(root, folder, 'CMakeCache.txt')))?.[1]?.trim()
}

/** A cache that names the sources of another project, also where the folder has a usual name. */
export function whyForeignBuild(words: readonly string[], root: string): string | null {
  const option = words.findIndex((word) => /^(?:--test-dir|--build)(?:=|$)/.test(word))
  const folder = words[option]?.split('=')[1] ?? words[option + 1]
  if (option < 0 || folder === undefined) return null
  const home = homeOf(folder, root)
  const isBelow = projectText(join(root, 'CMakeLists.txt')) === '' && isAround(root, home ?? '')
  const isOwn = home === undefined || isAround(home, root) || isBelow
  return isOwn ? null : `it runs the tests in ${folder}, which is a build of ${home}`
}

function isAround(outer: string, inner: string): boolean {
  return `${inner}/`.startsWith(`${outer.replace(/\/+$/, '')}/`)
}

/** `ctest --test-dir X` runs what was built in X: the tests of this project, or those of any other. */
function whyOtherBuild(
  args: readonly string[],
  own: readonly RunForm[],
  root: string,
): string | null {
  const folder = args[args.indexOf('--test-dir') + 1]
  if (!args.includes('--test-dir') || folder === undefined) return null
  if (own.some((one) => one.args.includes(folder))) return null
  const home = homeOf(folder, root)
  const isOwn = home === undefined ? BUILD_FOLDER.test(folder) : home === root
  return isOwn ? null : `it runs the tests in ${folder}, which is not a build of this project`
}

/** The words of a run without wrappers such as npx, timeout and poetry. */
function formOf(words: readonly string[]): RunForm {
  const inner = unwrapRunner([...words])
  const program = programName(inner[0])
  const python = /^(python[\d.]*|pypy\d?)$/.test(program) ? 'python' : program
  const plain = /^(pytest|py\.test)(-[\d.]+)?$/.test(python) ? 'pytest' : python
  const wrapped = /^(mvn|gradle)w$/.exec(plain)?.[1] ?? (plain === 'gmake' ? 'make' : plain)
  return { program: wrapped, args: inner.slice(1) }
}

/** Every run in a script such as `tsc && node --test`. */
function formsIn(text: string): RunForm[] {
  return text
    .split(/&&|\|\||;|\n/)
    .map((part) =>
      part
        .trim()
        .split(/\s+/)
        .map((word) => word.replace(/^["']|["']$/g, '')),
    )
    .map((words) => words.filter((word, at) => at > 0 || !/^\w+=/.test(word)))
    .filter((words) => words.length > 0 && words[0] !== '')
    .map(formOf)
}

/** `npm test -- FLAGS`: the words after `--` belong to the runner of the script. */
function splitArgs(run: RunForm, own: readonly RunForm[]): [string[], RunForm | null] {
  const at = run.args.indexOf('--')
  if (!isManager(run) || at === -1) return [run.args, null]
  const runner = own.find((one) => !isManager(one))
  return [run.args.slice(0, at), { program: runner?.program ?? '', args: run.args.slice(at + 1) }]
}

function isManager({ program }: RunForm): boolean {
  return MANAGERS.test(program)
}

/** Go tests the package of a folder, and below it only with `...`. */
function toPackage(place: string): string {
  if (/\.\.\.$|\.go$/.test(place)) return place
  const folder = place.replace(/\/+$/, '').replace(/^\.\/?/, '')
  return folder === '' ? '*_test.go' : `${folder}/*_test.go`
}

function isGo({ program }: RunForm): boolean {
  return program === 'go'
}

/** `npm test`, `npm t` and `npm run test` name the script, not a place. */
function isScriptName(word: string): boolean {
  return /^(test|t|tst|run|run-script)$/.test(word)
}

function isSame(a: RunForm, b: RunForm): boolean {
  // `bun test` is a runner of its own; `bun run test` is the script.
  const isBun = (one: RunForm) => one.program === 'bun' && one.args[0] === 'test'
  if (isBun(a) !== isBun(b)) return false
  if (isManager(a) && isManager(b)) return scriptOf(a) === scriptOf(b)
  if (/^(python|node|sh|bash|zsh|ruby|php)$/.test(a.program) && !a.args.includes('--test'))
    return (
      a.program === b.program && a.args.some((arg) => !arg.startsWith('-') && b.args.includes(arg))
    )
  return a.program === b.program
}

function scriptOf({ args }: RunForm): string {
  const [first = '', second = ''] = args.filter((arg) => !arg.startsWith('-'))
  return /^(run|run-script)$/.test(first) ? second : /^(t|tst)$/.test(first) ? 'test' : first
}

function isSuperset(a: RunForm, b: RunForm): boolean {
  return SUPERSETS.some(([more, less]) => more.test(a.program) && less.test(b.program))
}

/** A path that the project's own command has, such as `./check.sh`. */
function isNamed(path: string, { command, scripts }: TestProject): boolean {
  return [command ?? '', ...scripts].some((text) => text.split(/\s+/).includes(path))
}

/** Whether a runner without operands finds what the project names. */
function coversByDefault(
  { program }: RunForm,
  usual: readonly string[],
  { root }: TestProject,
): boolean {
  const isFinder = /^(pytest|jest|vitest|node|rspec|phpunit|ava|tap|cargo)$/.test(program)
  return isFinder && coversAll(usual, root)
}
