/** What a line that streams may be: the start of a call, no such start, or too short to say. */
export type LineStart = 'call' | 'open' | 'no'

const FENCE = '```(?:python|py|javascript|js|typescript|ts)\\n'
const FENCES = ['python', 'py', 'javascript', 'js', 'typescript', 'ts'].map(
  (language) => `\`\`\`${language}\n`,
)
const LEAD = '(?:[Cc]all: ?|[Aa]ction: ?)?(?:(?:const|let|var) )?'
/** Variables and tools begin with a small letter, so the first word of most sentences is shown at once. */
const WORD = '[a-z_]\\w{0,60}'
/** More spaces are no line of YAML. Without a bound a stream of spaces is read from its beginning for each of them. */
const SPACES = ' {0,80}'
const KEYS = 'tool|tool_name|function_name|function|action|name'
/** An expression, a name before the tokens of Mistral, a line of YAML; group 1 is the name. */
const HEADS = [
  `(?:${FENCE})?${LEAD}(?:${WORD} ?= ?)?(?:await )?([A-Za-z_][\\w.]{0,60})\\(`,
  `(${WORD}) ?\\[(?:ARGS|CALL_ID)\\]`,
  `(?:${KEYS}): ${SPACES}["']?([\\w.:/-]{1,60})["']?${SPACES}\\r?\\n`,
].map((head) => new RegExp(head, 'y'))
const TOKENS = ['[ARGS]', '[CALL_ID]'].map((token) => partOf(token)).join('|')
/** The same without their ends. A word may become a variable, a keyword or a tool. */
const OPENS = [
  '(?:C|Ca|Cal|A|Ac|Act|Acti|Actio)$',
  `(?:${FENCE})?(?:(?:[Cc]all|[Aa]ction):? ?)?(?:(?:const|let|var) ?)?(?:${WORD}(?: ?(?:= ?(?:await ?)?(?:[A-Za-z_][\\w.]{0,60})?)?)?|await (?:[A-Za-z_][\\w.]{0,60})?)?$`,
  `${WORD} ?(?:${TOKENS})?$`,
  `(?:${KEYS}):${SPACES}["']?[\\w.:/-]{0,60}["']?${SPACES}\\r?$`,
].map((open) => new RegExp(open, 'y'))

/** An expression for each start of a token. */
function partOf(token: string): string {
  return [...token].map((_, n) => token.slice(0, n + 1).replace(/[[\]]/g, '\\$&')).join('|')
}

/**
 * Tells a line that calls a tool from a sentence while it streams: `name = await read_file(` with any variable, alone or
 * at the start of a fence of code; `read_file[ARGS]`; `tool: read_file`.
 * @param tools  names of the tools
 * @returns      a function of the text so far and the index where the line starts
 */
export function callLines(tools: readonly string[]): (text: string, at: number) => LineStart {
  const known = new Set(tools)
  return (text, at) => {
    const name = HEADS.map((head) => matchAt(head, text, at)?.[1]).find(
      (each) => each !== undefined,
    )
    if (name !== undefined) return known.has(name) ? 'call' : 'no'
    const rest = text.slice(at, at + 200)
    if (rest.startsWith('`') && FENCES.some((fence) => fence.startsWith(rest))) return 'open'
    if (rest === '') return 'no'
    return OPENS.some((open) => matchAt(open, text, at) !== null) ? 'open' : 'no'
  }
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}
