import type { Standing } from '../facts/types.js'
import { isCode } from './tokens.js'

/** A command that the task names as its check. */
const COMMAND =
  /\b(?:npm run|pnpm(?: run)?|yarn(?: run)?|bun run)\s+([\w:-]+)|(?:\bnode|\bpython\d?|\bsh|\bbash)\s+([\w./-]+)|\bmake\s+([\w-]+)/g
const SCRIPT = /[\w./-]+\.(?:[cm]?[jt]s|py|sh|rb|pl)\b/g
/** The task is about such a check in words. */
const CHECK =
  /\b(?:lint\w*|style|type[- ]?check\w*|coverage|checks?|warnings?|eslint|biome|ruff|mypy|tsc|clippy|pylint|flake8|rubocop|prettier)\b/i
const SETTINGS =
  /(?:^|\/)(?:\.eslintrc[\w.]*|eslint\.config\.\w+|\.eslintignore|biome\.jsonc?|\.?ruff\.toml|\.flake8|mypy\.ini|\.?pylintrc|\.stylelintrc[\w.]*|\.prettier(?:rc[\w.]*|ignore)|\.golangci\.ya?ml|\.rubocop[\w.]*|\.?clippy\.toml|tsconfig[\w.]*\.json|\.jshintrc|\.nycrc[\w.]*|codecov\.ya?ml)$/
/** Comments that turn a check off for a line. */
const SUPPRESSES =
  /eslint-disable|biome-ign[o]re|@ts-(?:ign[o]re|nocheck|expect-error)|#\s*noqa|#\s*type:\s*ignore|pylint:\s*disable|\/\/\s*nolint|#!?\[allow\(|(?:istanbul|c8|v8) ignore|pragma: no cover|rubocop:disable/
const ABOUT_THEM = /\b(?:ignor\w*|suppress\w*|disabl\w*|noqa|nolint|allow\w*|exclud\w*|skip\w*)\b/i

/** What a change did to the check that its task names, in place of the code; null: nothing. */
export function weakenedCheck(standing: Standing, summary: string): string | null {
  const { asked, changes, checkTexts } = standing
  const texts = namedScripts(standing)
  const isNamed = (path: string) => asked.includes(path.slice(path.lastIndexOf('/') + 1))
  const isAbout = texts.length > 0 || CHECK.test(asked)
  for (const { path, before, after } of changes) {
    if (before === null || isNamed(path)) continue
    const name = path.slice(path.lastIndexOf('/') + 1)
    const isRead = texts.some(
      (one) => one.path === path || (!isCode(path) && one.text.includes(name)),
    )
    if (isRead && !checkTexts.includes(path))
      return `the check that the task names reads ${path}, and the task changed it`
    if (isAbout && SETTINGS.test(path)) return `the task changed the settings of a check (${path})`
    const line = ABOUT_THEM.test(`${asked}\n${summary}`) ? undefined : suppressed(before, after)
    if (line !== undefined)
      return `${path} turns a check off (${line}), and the end does not say so`
  }
  return null
}

function suppressed(before: string, after: string | null): string | undefined {
  const old = new Set(before.split('\n').map((line) => line.trim()))
  const found = (after ?? '')
    .split('\n')
    .find((line) => SUPPRESSES.test(line) && !old.has(line.trim()))
  return SUPPRESSES.exec(found ?? '')?.[0]
}

/** Scripts of the commands that the task names, by what package.json says of them. */
function namedScripts({ asked, textOfFile }: Standing): { path: string; text: string }[] {
  const words = [...asked.slice(0, 4_000).matchAll(COMMAND)]
  const lines = words.map(([, script, file]) =>
    script ? scriptOf(textOfFile, script) : (file ?? ''),
  )
  const paths = new Set(lines.flatMap((line) => line.match(SCRIPT) ?? []))
  return [...paths].slice(0, 10).map((one) => {
    const path = one.replace(/^\.\//, '')
    return { path, text: textOfFile(path) }
  })
}

function scriptOf(textOfFile: Standing['textOfFile'], name: string): string {
  try {
    const { scripts } = JSON.parse(textOfFile('package.json')) as {
      scripts?: Record<string, unknown>
    }
    return String(scripts?.[name] ?? '')
  } catch {
    return ''
  }
}
