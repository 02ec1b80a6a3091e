import type { ReadArguments } from '../readers/options.js'
import type { Field } from '../state/types.js'

/** Commands of git that are read-only, except with the options below. */
const READS =
  /^(?:status|diff|log|show|rev-parse|ls-files|ls-tree|blame|annotate|shortlog|describe|merge-base|name-rev|rev-list|grep|count-objects|version|whatchanged|show-ref|for-each-ref|diff-tree|cherry|check-ignore|cat-file)$/
/** Commands that are read-only with certain words alone. */
const READS_WITH: Record<string, RegExp> = {
  branch:
    /^(?:|-a|-r|-v|-vv|--all|--remotes|--list|--verbose|--show-current|--merged|--no-merged|--contains)$/,
  tag: /^(?:|-l|--list|-n\d*|--contains|--no-contains|--merged|--no-merged|--points-at)$/,
  remote: /^(?:|-v|--verbose|get-url)$/,
  stash: /^(?:list|show|-p|--patch|--stat|stash@\{\d+\})$/,
  worktree: /^(?:list)$/,
  reflog: /^(?:|show|-\d+)$/,
  notes: /^(?:|list|show)$/,
  bisect: /^(?:log)$/,
  'symbolic-ref': /^(?:--short|-q|--quiet|HEAD)$/,
  apply: /^--(?:check|stat|numstat|summary)$/,
}
/** Options with which a read-only command runs a program, writes a file, or reads outside of git. */
const NEVER =
  /^(?:-O.*|-o|--output.*|--ext-diff|--textconv|--open-files-in-pager.*|--exec.*|--upload-pack.*|--paginate|-p$^|--no-index|--filters|--batch.*|-f|--help)$/

/** Words of these shapes come after a listing was asked for. */
const LISTS =
  /^(?:--list|-l|--(?:no-)?contains|--(?:no-)?merged|--points-at|get-url|list|show|--check|--stat|--numstat|--summary)$/
const LAYOUT = /^--(?:sort|format|column|no-color|color)/
/** One setting that holds no password and names no other file. */
const READS_SETTING =
  /^(?:--get |get )?(?:user\.(?:name|email)|init\.defaultbranch|push\.default|pull\.rebase|commit\.gpgsign|core\.(?:quotepath|autocrlf|eol|ignorecase|filemode)|branch\.[\w./-]+\.(?:remote|merge)|remote\.[\w.-]+\.url)$/i

/** Why a git command is not on the safe list; null when it is read-only. */
export function gitSafety(
  global: ReadArguments,
  command: string,
  read: ReadArguments,
  args: readonly Field[],
): string | null {
  const setting = global.options.find(
    ({ name }) => !/^(?:-C|--no-pager|--no-optional-locks|-P|--literal-pathspecs)$/.test(name),
  )
  if (setting) return `git ${setting.name} changes what git does`
  const never = read.options.find(({ name }) => NEVER.test(name))
  if (never) return `git ${command} ${never.name} is not read-only`
  if (READS.test(command)) return null
  const shownSetting = command === 'config' && args.every(({ text }) => text !== null)
  if (shownSetting && READS_SETTING.test(args.map(({ text }) => text).join(' '))) return null
  const shape = READS_WITH[command]
  const words = args.map(({ text }) => text ?? '?')
  const first = words[0] ?? ''
  // Another word would be a name to make, unless a listing was asked for.
  const isOther = (word: string) => /^-/.test(word) && !shape?.test(word) && !LAYOUT.test(word)
  if (words.some(isOther)) return `git ${command} is not on the list of safe commands`
  const asks =
    shape?.test(first) &&
    (words.length <= 1 ||
      LISTS.test(first) ||
      words.every((word) => shape.test(word) || LAYOUT.test(word)))
  // A second name is one to set.
  const names = words.filter((word) => !word.startsWith('-')).length
  const sets = command === 'symbolic-ref' && names > 1
  return asks && !sets ? null : `git ${command} is not on the list of safe commands`
}
