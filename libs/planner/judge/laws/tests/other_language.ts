import { changedPaths } from '../../facts/changes.js'
import { freshTests, provingTest } from '../../facts/test_rows.js'
import type { Law, Standing } from '../../facts/types.js'

interface Language {
  name: string
  sources: RegExp
  tests: RegExp
  /** Words of commands that run its tests. */
  runners: RegExp
}

/** Languages whose tests are found by their names, and run by programs of their own. */
const LANGUAGES: readonly Language[] = [
  {
    name: 'Python',
    sources: /\.py$/,
    tests: /(^|\/)(test_[^/]*|[^/]*_test)\.py$/,
    runners: /pytest|py\.test|unittest|\btox\b|\bnox\b|python|\.sh\b|\bmake\b|\bjust\b/,
  },
  {
    name: 'Go',
    sources: /\.go$/,
    tests: /_test\.go$/,
    runners: /\bgo test|gotestsum|\.sh\b|\bmake\b|\bjust\b/,
  },
  {
    name: 'JavaScript',
    sources: /\.[cm]?[jt]sx?$/,
    tests: /[.-](test|spec)\.[cm]?[jt]sx?$/,
    runners:
      /\b(npm|npx|pnpm|yarn|node|bun|deno|jest|vitest|mocha|ava|tap|tsx|playwright|cypress)\b|\.sh\b|\bmake\b|\bjust\b/,
  },
  {
    name: 'Ruby',
    sources: /\.rb$/,
    tests: /_(test|spec)\.rb$/,
    runners: /\b(rspec|rake|rails|ruby|minitest)\b|\.sh\b|\bmake\b|\bjust\b/,
  },
]

/** The tests of one language prove nothing about a file of another one that has tests of its own. */
export const otherLanguage: Law = {
  name: 'other_language',
  judge(standing, { isTask }) {
    if (!isTask || provingTest(standing) === null) return null
    for (const { name, sources, tests, runners } of LANGUAGES) {
      const path = changedPaths(standing).find((one) => sources.test(one))
      const test = standing.testFiles.find((one) => tests.test(one))
      if (path === undefined || test === undefined) continue
      const commands = commandsOf(standing)
      // A program that nobody knows may run the tests of any language.
      const isKnown = commands.some((one) => LANGUAGES.some((each) => each.runners.test(one)))
      if (!isKnown || commands.some((command) => runners.test(command))) continue
      return {
        message: `not proven: ${path} was changed, and no test of ${name} ran (${test}). Run these tests too.`,
        reason: `${path} was changed, and no test of ${name} ran (${test})`,
        refuse: 1,
      }
    }
    return null
  },
}

/** What the passing runs since the last change ran, and what the command of the project runs. */
function commandsOf(standing: Standing): string[] {
  const passed = freshTests(standing).filter(({ facts }) => facts.passed === true)
  const own = passed.some(({ subject }) => subject === standing.testCommand)
  return [...passed.map(({ subject }) => subject), ...(own ? standing.checkTexts : [])]
}
