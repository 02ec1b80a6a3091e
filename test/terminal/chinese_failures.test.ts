import { readdirSync, readFileSync } from 'node:fs'
import t from 'tap'
import ts from 'typescript'
import { failureBrief } from '../../libs/supervisor/call/failure_brief.js'
import { sayChinese } from '../../libs/terminal/chinese/say.js'

/** Where the texts of failed calls are made. A person reads the first sentence of each (`failureBrief`). */
const MAKERS = ['libs/tools', 'libs/workspace', 'libs/web']
/** Three words in a row. */
const WORDS = /[a-z]{2,}[,;:]? [a-z]+[,;:]? [a-z]+/i

t.test('the line of each call that fails has its Chinese', async (t) => {
  const all = MAKERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => failuresIn(`${folder}/${name}`)),
  )
  t.ok(all.length > 70, `${all.length} texts`)
  const left = all.filter(({ brief }) => WORDS.test(withoutCode(sayChinese.part(brief))))
  t.same(
    left.map(({ path, brief }) => `${path}: ${brief}`),
    [],
    'a phrase of libs/terminal/chinese/phrases is missing',
  )
  t.equal(sayChinese.part('it was not unpacked: it would overwrite a'), '没有解压：它会覆盖 a')
})

interface Failure {
  path: string
  brief: string
}

/** What is given to `fail`, and what is a `message` beside `ok: false`, with `12` for each fact. */
function failuresIn(path: string): Failure[] {
  const found: Failure[] = []
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const add = (node: ts.Node | undefined) => {
    if (node === undefined) return
    if (ts.isConditionalExpression(node)) {
      add(node.whenTrue)
      add(node.whenFalse)
      return
    }
    const text = textOf(node)
    // A fact in front of a sentence is a sentence.
    if (text !== null)
      found.push({ path, brief: failureBrief(text.replace(/: 12 (?=[A-Z])/, ': 12. ')) })
  }
  const visit = (node: ts.Node) => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
      if (/^(?:fail|refuse|failed)$/.test(node.expression.text)) add(node.arguments[0])
    if (ts.isPropertyAssignment(node) && isFailure(node.parent))
      if (/^(?:message|text)$/.test(node.name.getText())) add(node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found.filter(({ brief }) => WORDS.test(brief))
}

function isFailure({ properties }: ts.ObjectLiteralExpression): boolean {
  return properties.some((one) => one.getText() === 'ok: false')
}

function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (!ts.isTemplateExpression(node)) return null
  return node.head.text + node.templateSpans.map(({ literal }) => `12${literal.text}`).join('')
}

function withoutCode(text: string): string {
  return text.replace(/`[^`]*`/g, '')
}
