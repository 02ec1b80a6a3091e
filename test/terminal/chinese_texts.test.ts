import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import ts from 'typescript'
import { sayChinese } from '../../libs/terminal/chinese/say.js'

/** Folders whose texts a person reads, but for what is listed below. */
const SHOWN = ['apps/cli', 'libs/command_line', 'libs/supervisor/stages', 'libs/supervisor/window']
/** Files whose texts go elsewhere, by their path. */
const ELSEWHERE = [
  // Documents and answers for other programs, which are English.
  /^apps\/cli\/(?:export|inspect|demo|answer_form)\//,
  /^apps\/cli\/commands\/(?:demo|completion|ledger)\.ts/,
  /^apps\/cli\/session\/slash\/bug\.ts/,
  // Texts for the model, and files that are written.
  /^apps\/cli\/session\/(?:slash\/init|skill_task|keys\/read_clipboard)\.ts/,
  /^apps\/cli\/skills\/skill_drafts\.ts/,
]
/** Three words in a row. */
const WORDS = /[a-z]{2,}[,;:]? [a-z]+[,;:]? [a-z]+/i
/** How texts begin that are no sentence that a person reads. */
const NOT_SHOWN: readonly string[] = [
  // Parts: the table has the wholes that a source makes of them.
  'there is no setting 12.12',
  'The window is 12; a first answer took 12 s.',
  'The endpoint is',
  'The endpoint and its token are',
  '; add </dev/null to continue without it',
  'waiting for the end of standard input12',
  'changed since: no longer trusted',
  'the template has no tools;',
  '12writes calls as text (12), which is read',
  '12they are taught in the prompt (12), the eight core tools only',
  '12no call came, neither natively nor as text',
  '12; a longer prompt is refused, not cut',
  'about 1212: a longer prompt is truncated silently',
  '12, which no tokenizer needs: the server counts in another way or cuts the prompt',
  '; a departing one is evaluated from the start (recurrent state)',
  'a prompt that goes on is read from where the last one ended12',
  'It must be',
  'not used: 12: aircoder did not write 12 like this.',
  '12 had a name that is taken, and 12 left out.',
  '; edited and in the end as before: 12',
  'Proposed for memory: 12.',
  '12 It holds from the next task on.',
  'This version has no 12.',
  '12 is no command of a session.',
  'Unknown command 12.',
  'it is not valid JSON12',
  'so there is nothing to accept.',
  'The last task has not ended, 12',
  'The last task is proven, 12',
  'The last task changed no file, 12',
  'The task is not proven: 12.12',
  'There is nothing to 12.',
  ', 12 would be left as 12',
  'The turn changed 12.12',
  'Nothing can be 12.',
  '12 12 put back only in part: 12.',
  '12 12 as it is: 12.',
  '12; --wait sets the limit',
  'of an earlier session',
  'The change of the 12',
  'The 12 changed no file.',
  'The prompt was written again: 12 tokens, 12 before.',
  '12 Kept: task12, edits12, 12.',
  'The next prompt has about 12 of 12 tokens (12).',
  'Calls of the last turn12:',
  'There is no command /12.12',
  'More: aircoder ledger --help.',
  'No task yet. 12 The file is 12',
  'There is no mode 12.12',
  'Answer 12 was for one call.',
  'those for a task of the kind "12"12',
  ', assumed: the message does not show its kind',
  'More about one: /ledger 12',
  'no price in the settings',
  'for a question',
  'the prompt was written again (12).',
  'Its window is 12.',
  'inspect 12 reads one JSON object per line from standard input, and it was empty.12',
  'An example: echo',
  'the model did not get the whole prompt: about 12 tokens were sent, 12 were read.12',
  // Their Chinese has words of a command line or an example.
  'Print the exact request of a task given as words, or of a step.',
  'What is remembered for later tasks: list,',
  'Stored sessions, newest first: list,',
  'Settings: list, get NAME,',
  'Skills (SKILL.md) of the user',
  'The form is: ',
  'Name an empty or a new folder: aircoder memory export',
  '/memory edit needs a name',
  '/memory scope needs a name',
  'Type /permissions, or /permissions revoke N.',
  '… 12: aircoder ledger show 12',
  // Behind a description or a rule of the person, in a row of data.
  '(its name is taken: it stays as it is here)',
  '(replaced by 12: it does not hold)',
  '(may contradict "12": both will hold)',
  'does not hold: it was replaced by 12',
  ', as a part of its own',
  'offered in every task',
  'offered in tasks with its keywords',
  // For the model, the ledger and the code.
  'file or environment',
  'an address was accepted where nothing answers',
  'Reply with the word ready.',
  'Always use tabs.',
  'our own folders',
  'Call read_output with id 12',
  'go on with the unfinished task',
  'named, not asked about',
  'The user forgot this task.',
  'Enter keeps the stored one',
]

t.test('each text that a command or a run shows has its Chinese', async (t) => {
  const all = SHOWN.flatMap(textsIn)
  t.ok(all.length > 600, `${all.length} texts`)
  const left = all.filter(({ text }) => isEnglish(text))
  const known = (text: string) => NOT_SHOWN.find((begin) => text.startsWith(begin))
  t.same(
    left
      .filter(({ text }) => known(text) === undefined)
      .map(({ path, text }) => `${path}: ${text}`),
    [],
    'a phrase of libs/terminal/chinese/phrases is missing',
  )
  const used = new Set(left.map(({ text }) => known(text)))
  t.same(
    NOT_SHOWN.filter((begin) => !used.has(begin)),
    [],
    'no source has these any more',
  )
})

interface Shown {
  path: string
  text: string
}

function textsIn(folder: string): Shown[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name}`)
    .filter((path) => path.endsWith('.ts') && !ELSEWHERE.some((form) => form.test(path)))
    .flatMap((path) => textsOf(path))
}

/** The lines of each text of a source, with `12` for each fact: it fits any place of a phrase. */
function textsOf(path: string): Shown[] {
  const texts: Shown[] = []
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const visit = (node: ts.Node) => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return
    for (const line of (textOf(node) ?? '').split('\n')) texts.push({ path, text: line.trim() })
    ts.forEachChild(node, visit)
  }
  visit(file)
  return texts.filter(({ text }) => WORDS.test(text))
}

function textOf(node: ts.Node): string | null {
  // The name of a stage, and the help of a slash command, which has a table of its own.
  const { parent } = node
  if (parent && ts.isPropertyAssignment(parent) && /^(?:name|help)$/.test(parent.name.getText()))
    return null
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `12${literal.text}`).join('')
}

function isEnglish(text: string): boolean {
  const said = [sayChinese.part(text), sayChinese.lines(text)]
  return said.every((one) => WORDS.test(one.replace(/`[^`]*`/g, '')))
}
