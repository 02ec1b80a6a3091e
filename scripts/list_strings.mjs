import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

// An import makes node look through its nine megabytes for names of exports: twice the time of loading it.
const ts = createRequire(import.meta.url)('typescript')

// Usage: node scripts/list_strings.mjs [--kind=KIND,…] [--words] [FILE or FOLDER …]
// Prints every text of the repository that a person or a model reads: FILE:LINE KIND text.
// Kinds: string, template, title (of a test), key, name (declared), comment, line (of other files).
// --words prints only the texts with a word of test/house/word_list.json, and their number per folder.

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CODE = /\.(?:ts|mjs|js)$/
const LINES = /(?:\.(?:md|jsonl|html|css|ya?ml|service|conf|sh)|^Modelfile|^\.ci\/run)$/
/** Texts that are not ours: recordings, fixtures, results of benchmarks, generated files. */
const FOREIGN =
  /(?:^|\/)(?:fixtures|results|node_modules|dist)\/|\/recording\.jsonl$|^LICENSE$|package-lock\.json$/

/**
 * The files whose texts are listed.
 * @param wanted  files or folders relative to the root; all when empty
 * @returns       paths relative to the root, sorted
 */
export function textFiles(wanted = []) {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const names = execFileSync('git', args, { cwd: ROOT, maxBuffer: 64 << 20 })
    .toString()
    .split('\0')
  const isWanted = (name) =>
    wanted.length === 0 || wanted.some((place) => name === place || name.startsWith(`${place}/`))
  return [...new Set(names)]
    .filter((name) => (CODE.test(name) || LINES.test(name)) && !FOREIGN.test(name))
    .filter(isWanted)
    .sort()
}

/**
 * Every text of one file.
 * @param path    relative to the root; its ending decides how it is read
 * @param source  content of the file
 * @returns       [{ line, kind, text }], line from 1
 */
export function listStrings(path, source) {
  return CODE.test(path) ? stringsOf(path, source) : linesOf(source)
}

/** Reads a listed file. @returns null when it was removed meanwhile */
export function readListed(path) {
  try {
    return readFileSync(new URL(path, pathToFileURL(ROOT)), 'utf8')
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

function linesOf(source) {
  return source
    .split('\n')
    .map((text, index) => ({ line: index + 1, kind: 'line', text }))
    .filter(({ text }) => text.trim() !== '')
}

function stringsOf(path, source) {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true)
  const found = []
  const add = (at, kind, text) => {
    if (text.trim() !== '')
      found.push({ line: file.getLineAndCharacterOfPosition(at).line + 1, kind, text })
  }
  const seen = new Set()
  const addComments = (ranges) => {
    for (const { pos, end } of ranges ?? []) {
      if (seen.has(pos)) continue
      seen.add(pos)
      add(pos, 'comment', source.slice(pos, end))
    }
  }
  const visit = (node) => {
    if (node.kind !== ts.SyntaxKind.JsxText && node.getChildCount(file) === 0) {
      addComments(ts.getLeadingCommentRanges(source, node.pos))
      addComments(ts.getTrailingCommentRanges(source, node.end))
    }
    const text = textOf(node)
    if (text !== null) add(node.getStart(file), kindOf(node), text)
    const name = declaredName(node)
    if (name !== null)
      add(name.getStart(file), name === node.name ? nameKind(node) : 'name', name.text)
    for (const child of node.getChildren(file)) visit(child)
  }
  visit(file)
  return found.sort((a, b) => a.line - b.line)
}

function textOf(node) {
  if (ts.isStringLiteral(node)) return isSpecifier(node) ? null : node.text
  if (ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  return ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node) ? node.text : null
}

function isSpecifier({ parent }) {
  return (
    ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent) || ts.isImportTypeNode(parent)
  )
}

function kindOf(node) {
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return 'key'
  const call = ts.isTemplateExpression(node.parent) ? node.parent.parent : node.parent
  const isTitle =
    call !== undefined &&
    ts.isCallExpression(call) &&
    /(?:^|\.)test$/.test(call.expression.getText())
  if (isTitle) return 'title'
  return ts.isStringLiteral(node) ? 'string' : 'template'
}

/** The identifier that a node declares; null when it declares none. */
function declaredName(node) {
  const { name } = node
  const declares =
    ts.isVariableDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isParameter(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isShorthandPropertyAssignment(node) ||
    ts.isPropertySignature(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isMethodSignature(node) ||
    ts.isPropertyDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isBindingElement(node)
  return declares && name !== undefined && ts.isIdentifier(name) ? name : null
}

function nameKind(node) {
  return ts.isPropertyAssignment(node) || ts.isPropertySignature(node) ? 'key' : 'name'
}

/** Texts of the data that tests work on, where a word is not ours. [path, text, reason] */
const ALLOWED = [
  [/^test\/house\/word(?:s\.test\.ts|_list\.json)$/, /./, 'the list itself'],
  [/^scripts\/list_strings\.mjs$/, /./, 'the exceptions themselves'],
  [/^bench\/relay\//, /^faults$|^faults that look/, 'a scenario whose name is in stored results'],
]

/** The words that must not come back. @returns [{ find: RegExp, instead }] */
export function readWordList() {
  const list = JSON.parse(readListed('test/house/word_list.json') ?? '[]')
  return list.map(({ pattern, instead }) => ({ find: new RegExp(pattern, 'i'), instead }))
}

/**
 * The texts of a file that hold a word of the list.
 * @returns [{ line, kind, text, word, instead }]
 */
export function findWords(path, source, words) {
  // Parsing is slow: most files have none of the words.
  const plain = joinLines(source)
  const split = splitName(plain)
  const possible = words.filter(({ find }) => find.test(plain) || find.test(split))
  if (possible.length === 0) return []
  const isOurs = ({ text }) => !ALLOWED.some(([file, said]) => file.test(path) && said.test(text))
  return listStrings(path, source)
    .filter(isOurs)
    .flatMap((found) => {
      const text =
        found.kind === 'name' || found.kind === 'key' ? splitName(found.text) : found.text
      return words.flatMap(({ find, instead }) => {
        const word = find.exec(text)?.[0]
        return word === undefined ? [] : [{ ...found, word, instead }]
      })
    })
}

/** A text as one line, without the stars of a comment, so that words are found across lines. */
function joinLines(text) {
  return text.replace(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ')
}

/** `mendedJson` as `mended Json`, so that its words are found. */
function splitName(name) {
  return name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll('_', ' ')
}

/** The first two parts of a path, or the file's own name at the root. */
export function folderOf(path) {
  const parts = path.split('/')
  return parts.length === 1 ? path : parts.slice(0, Math.min(2, parts.length - 1)).join('/')
}

function printStrings(path, source, kinds) {
  for (const { line, kind, text } of listStrings(path, source))
    if (kinds === undefined || kinds.includes(kind))
      console.log(`${path}:${line} ${kind} ${oneLine(text)}`)
}

function printWords(path, source, words) {
  const found = findWords(path, source, words)
  for (const { line, kind, text, word, instead } of found)
    console.log(`${path}:${line} ${kind} "${word}" -> ${instead}: ${oneLine(text).slice(0, 160)}`)
  return found.length
}

function oneLine(text) {
  return text.replace(/\s+/g, ' ').trim()
}

function main(given) {
  const kinds = given.find((word) => word.startsWith('--kind='))?.slice('--kind='.length)
  const wanted = given.filter((word) => !word.startsWith('--'))
  const words = given.includes('--words') ? readWordList() : null
  const counts = new Map()
  for (const path of textFiles(wanted.map((word) => word.replace(/\/+$/, '')))) {
    const source = readListed(path)
    if (source === null) continue
    if (words === null) printStrings(path, source, kinds?.split(','))
    else {
      const count = printWords(path, source, words)
      counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + count)
    }
  }
  for (const [folder, count] of counts) if (count > 0) console.log(`${count}\t${folder}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2))
