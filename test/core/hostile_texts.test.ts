import t from 'tap'
import {
  keepTelling,
  problemLine,
  redact,
  redactTyped,
  withoutSecrets,
  wordsBeforeCall,
} from '#core'
import { asksToSave, isVague, namesPlace, routeMessage } from '#tools'
import { alikeLines } from '../../libs/context/facts/alike_lines.js'
import { failureLines } from '../../libs/context/facts/failure_lines.js'
import { findFacts } from '../../libs/context/facts/find_facts.js'
import { names } from '../../libs/context/sections/names.js'
import { advancePlan } from '../../libs/planner/plan/advance.js'
import { capturePlan } from '../../libs/planner/plan/capture.js'
import { asksOnly, onlyRuns, wantedBy } from '../../libs/planner/request/question.js'
import { hidePlaces } from '../../libs/relay/upstream/hide_places.js'
import { decomposition } from '../../libs/skills/knowledge/protocols/decomposition.js'
import { mayMove } from '../../libs/workspace/commands/shell_report.js'
import { splitCommand } from '../../libs/workspace/commands/split_command.js'
import { judgeTestRun } from '../../libs/workspace/test_runs/judge_test_run.js'
import { whyUnfinished } from '../../libs/workspace/test_runs/why_unfinished.js'
import { firstSlow } from '../kit/long_texts.js'

/** What one pattern with two open ends reads again from each place. */
const PARTS = [
  ...[' ', '\n', '\r', 'a', 'A', '=', 'a:', 'a.', 'a-', '[', '“', '/', '(\n', 'action\r'],
  ...['step 1 ', ', 1 passed', '| a ', 'why ', '- ', 'Tests ', '\n1. '],
]
const CHARS = 3_000
const item = { id: 'n1.1', parentId: 'n1', kind: 'item', ordinal: 0, status: 'open' } as const
const PLAN = [{ ...item, text: 'Edit src/a.ts', summary: '', cites: [] }]
const run = { command: 'npm test', timedOut: false }
const texts = ['npx jest', 'cargo test', 'go test ./...']

const READERS: Record<string, (text: string) => unknown> = {
  'the telling lines of an output': (text) => keepTelling(`error: a\n${text}\nerror: b`, 500, ''),
  'the failures of an output': (text) => failureLines(text, 5),
  'the summary of a test run': (text) => judgeTestRun({ ...run, output: text, exitCode: 1 }),
  'the end of a test run': (text) => whyUnfinished({ output: text, truncated: false, texts }, '/'),
  'a line of a file': (text) =>
    alikeLines('src/a.ts', [`max size 1 ${text}`], { path: 'src/b.ts', line: 'max size = 2' }),
  'the facts of a reply': (text) => findFacts([{ step: 1, text }]),
  'the names of a task': (text) =>
    names.render({ evidence: [], task: text, plan: [], additions: [] } as never, 500),
  'words before a call': wordsBeforeCall,
  'a problem': (text) => problemLine({ code: 'parser_error', message: text }),
  'a reply about a plan': (text) => advancePlan(PLAN, text, ['src/a.ts']),
  'a plan': (text) => capturePlan([], text),
  secrets: (text) => [redact(text), redactTyped(text), withoutSecrets(text.slice(0, 10_000))],
  'a shell text': (text) => [mayMove(text), splitCommand(text)],
  'what a task asks for': (text) => [asksOnly(text), onlyRuns(text), wantedBy(text)],
  'a place': (text) => [namesPlace(text), isVague(text), asksToSave(text), routeMessage(text)],
  'the form of a task': (text) => decomposition.when.test(text),
  'the error of an engine': (text) => hidePlaces(text, ['gpu']),
}

t.test('a shell text that nests too deeply has no parts', async (t) => {
  t.same(splitCommand('function '.repeat(7_000)), [])
})

t.test('a mark that opens a quotation may be inside of it', async (t) => {
  for (const text of ['“ab”', '“a“b”', '“““”', '"a«b"', '「两个」', "'ab'"])
    t.ok(namesPlace(text), text)
  for (const text of ['“a”', '““”', '«“', '"a"', 'ab”']) t.notOk(namesPlace(text), text)
})

t.test('long texts are read in a time that grows with their length', async (t) => {
  for (const [name, read] of Object.entries(READERS))
    t.equal(
      firstSlow((text) => () => read(text), PARTS, CHARS),
      null,
      name,
    )
})
