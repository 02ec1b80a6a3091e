import { lastChange } from '../../facts/changes.js'
import { provingTest } from '../../facts/test_rows.js'
import type { FileChange, Law, Standing } from '../../facts/types.js'
import { kindOfPath } from '../../tests/check_files.js'

/** No test parses it, and no program of a test run reads it by a rule of its own. */
const YAML = /\.ya?ml$/i
/** Read by programs that a test run does not start. */
const OTHER =
  /\.(?:ini|cfg|conf|properties|service|timer|tf|hcl|nix)$|(?:^|\/)(?:Dockerfile[\w.-]*|Jenkinsfile|Procfile|Vagrantfile|Caddyfile|\.env[\w.-]*)$/i
/** Written by a package manager, or data of a test. */
const MADE =
  /(?:^|\/)(?:pnpm-lock\.yaml|[\w.-]*\.lock\.ya?ml|pubspec\.lock)$|(?:^|\/)(?:fixtures?|__fixtures__|testdata|cassettes|snapshots)\//i
/** Each is searched for in all tests and sources. */
const MOST_FILES = 20
const SAYS_CONFIG =
  /\b(?:configur\w*|config|settings?|environment|docker\w*|container\w*|compose|pipelines?|workflows?|ci|deploy\w*|terraform|infrastructure|services?|units?)\b/i

/** A changed file of settings that no test reads, or one of another kind that neither the task nor the end names. It never refuses. */
export const unreadConfig: Law = {
  name: 'unread_config',
  judge(standing, { isTask, summary, original = summary }) {
    if (!isTask || standing.wants !== 'change' || lastChange(standing) === null) return null
    if (provingTest(standing) === null) return null
    const said = `${standing.asked}\n${summary}\n${original}`
    const own = standing.changes.filter(
      (one) => !MADE.test(one.path) && kindOfPath(one.path, standing.checkTexts) === null,
    )
    const unread = unreadYaml(own, standing)
    const silent = own.find(({ path }) => OTHER.test(path) && !isSaid(path, said))
    const reason =
      unread === undefined
        ? silent && `${silent.path} was changed, and neither the task nor the end says so`
        : `${unread.path} was changed, and no test reads it`
    if (reason === undefined) return null
    return { message: `not proven: ${reason}.`, reason, refuse: 0 }
  },
}

/** The first changed YAML file that nothing names; the tests are read once for all. */
function unreadYaml(own: readonly FileChange[], standing: Standing): FileChange | undefined {
  const changed = own.filter((one) => YAML.test(one.path) && hasNews(one)).slice(0, MOST_FILES)
  if (changed.length === 0) return undefined
  const texts = [...standing.checkTexts, ...standing.testFiles.map(standing.textOfFile)]
  return changed.find((one) => !isRead(one, texts, standing))
}

/** A changed line that is no comment. */
function hasNews({ before, after }: FileChange): boolean {
  const old = new Set(linesOf(before))
  const now = linesOf(after)
  const kept = new Set(now)
  return now.some((line) => !old.has(line)) || [...old].some((line) => !kept.has(line))
}

function linesOf(text: string | null): string[] {
  const lines = (text ?? '').split('\n').map((line) => line.trimEnd())
  return lines.filter((line) => !/^\s*(?:#|$)/.test(line))
}

/** A test, a script of the test command or a source has its name as a word. */
function isRead({ path }: FileChange, texts: readonly string[], standing: Standing): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const stem = name.replace(/\..*$/, '')
  const folder = path.split('/').at(-2) ?? ''
  const has = (word: string) => word.length > 2 && texts.some((text) => text.includes(word))
  return [name, folder].some(has) || [stem, folder].some((word) => isNamed(word, standing))
}

function isNamed(word: string, { filesNaming }: Standing): boolean {
  return word.length > 2 && filesNaming(word.replaceAll('-', '_')).length > 0
}

function isSaid(path: string, said: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  return said.toLowerCase().includes(name.toLowerCase()) || SAYS_CONFIG.test(said)
}
