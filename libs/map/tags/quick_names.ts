/** Words that may be before the word of a definition. */
const BEFORE = String.raw`(?:(?:export|default|public|private|protected|internal|static|final|abstract|sealed|virtual|override|async|readonly|partial|synchronized|open|data|declare|inline|suspend|unsafe|extern|constexpr|explicit|local|case|implicit|lazy|mut|typedef|pub(?:\([^)\n]{0,40}\))?|const(?= fn)|enum(?= class)|create(?: or replace)?)[ \t]+)*`
const WORDS =
  'function\\*?|class|interface|struct|enum|union|trait|protocol|record|object|type|namespace|module|defmodule|defp?|defmacrop?|func?|fn|fun|sub|proc|macro_rules!|contract|library|event|modifier|message|service|rpc|impl|mod|extension|mixin|typealias|newtype|table|view|procedure'
const RECEIVER = String.raw`(?:\([^)\n]{0,80}\)[ \t]*|<[^>\n]{0,80}>[ \t]*)?`
const OWNER = String.raw`(?:[\w$]+(?:<[^>\n]{0,40}>)?(?:\.|::|:))*`
const NAME = '([\\p{L}_$][\\w$]*)'

/** Each finds the names that whole texts define, whatever their language is. */
const SHAPES: readonly RegExp[] = [
  // `export class Box`, `func (b *Box) Open`, `def open`, `#define MAX`.
  new RegExp(
    String.raw`^[ \t]*${BEFORE}(?:(?:${WORDS})[ \t]+|#[ \t]*define[ \t]+)${RECEIVER}${OWNER}${NAME}`,
    'gmu',
  ),
  // `const MAX`, `export let go`, and `MAX = 3` at the start of a line.
  new RegExp(
    String.raw`^(?:export[ \t]+|pub[ \t]+|private[ \t]+|static[ \t]+)*(?:(?:const|let|var|val|static)[ \t]+(?:mut[ \t]+)?${NAME}(?![\w$]|[ \t]*=[ \t]*(?:require\b|await import\b))|([A-Za-z_]\w*)[ \t]*(?::[^=\n]{0,80})?=(?![=>]))`,
    'gmu',
  ),
  // `} Point;` and `typedef int Status;` of C.
  new RegExp(String.raw`^(?:\}[ \t]*|typedef\b[^;{}\n]{0,160}[ \t*])${NAME}[ \t]*;`, 'gmu'),
  // `app.use = function`, `const go = async (a) =>`, `go: (a) =>`, `go = function`.
  new RegExp(
    String.raw`^[ \t]*(?:(?:export|const|let|var|static|local)[ \t]+)*(?:[\w$]+\.)*${NAME}[ \t]*(?::[^=\n]{0,80})?[:=][ \t]*(?:async[ \t]+)?(?:function\b|(?:\([^()\n]{0,200}\)|\w+)[ \t]*(?::[^=\n]{0,60})?=>)`,
    'gmu',
  ),
  // `int Box::size() {`, `open(a: number): void {`, with the brace on this line or the next.
  new RegExp(
    String.raw`^[ \t]*(?!(?:return|else|new|throw|await|yield|case|if|for|while|switch|catch|with|do|assert)\b)(?:[\w:<>,~\[\].?]{1,60}[ \t*&]{1,8}){0,6}(?:\w{1,60}::)*#?${NAME}[ \t]*(?:<[^>\n]{0,60}>)?\([^()\n]{0,200}(?:\([^()\n]{0,80}\)[^()\n]{0,80}){0,3}\)[^;=()\n]{0,80}(?:\{[ \t]*$|\{[^{\n]{0,120}\}[ \t]*$|\n[ \t]*\{)`,
    'gmu',
  ),
]

/** What the last shape takes for a name, and a language for a statement. */
const STATEMENTS = new Set(
  'if for while switch catch function return with else do try match loop unless until foreach using lock when new throw await yield in of is as and or not def class func fn fun sub len int void char bool float double unsigned'.split(
    ' ',
  ),
)

/** Names of Go that share one `const` or `var`. */
const BLOCK = /^(?:const|var) \(\n([\s\S]*?)^\)/gm
const IN_BLOCK = /^\t([A-Za-z_]\w*)/gm

/** A file with more definitions is a table. */
const MOST = 2_000

/**
 * The names that a text seems to define, by the shapes of its lines. It needs a tenth of the time of a parser, so that
 * a ranking can have all files of a tree; what is shown is parsed.
 */
export function quickNames(text: string): Set<string> {
  const found = new Set<string>()
  for (const shape of SHAPES)
    for (const [, first, second] of text.matchAll(shape)) {
      const name = first ?? second
      if (name !== undefined && !STATEMENTS.has(name)) found.add(name)
      if (found.size >= MOST) return found
    }
  for (const [, block = ''] of text.matchAll(BLOCK))
    for (const [, name = '_'] of block.matchAll(IN_BLOCK)) if (name !== '_') found.add(name)
  return found
}
