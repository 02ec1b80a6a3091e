/**
 * Marks by which templates of the common families tell who speaks: ChatML, Llama 3, Phi and Harmony,
 * DeepSeek, Gemma, EXAONE, Mistral and Llama 2. Each is written without its opening bracket, and has no
 * bracket that opens inside: so no two of them overlap, whatever stands around them.
 */
const ANGLED = [
  String.raw`\|[^|<>\[\s]{1,60}\|>`,
  String.raw`｜[^｜<>\[\n]{1,60}｜>`,
  '(?:start|end)_of_turn>',
  '/?SYS>>',
]
const SQUARE = [String.raw`/?INST\]`, String.raw`\|[a-z_]{1,40}\|\]`]

/** Control tokens that speak for nobody but are read as one all the same; some are words of HTML, too. */
const OTHER_ANGLED = [
  '/?(?:s|think|tool_calls?|tool_response|tool_result|arg_key|arg_value|seed:think|seed:tool_call|minimax:tool_call)>',
  String.raw`(?:bos|eos|pad|unk|sop|eop|fim_(?:prefix|middle|suffix|pad)|file_sep|repo_name|(?:start|end)_of_image|(?:unused|reserved_|extra_id_)\d{1,4})>`,
  // Gemma 4: the bar on one side only.
  String.raw`\|(?:turn|channel|think|tool|tool_call|tool_response|image|audio)>`,
  String.raw`(?:turn|channel|tool|tool_call|tool_response|image|audio)\|>`,
]
const OTHER_SQUARE = [
  String.raw`/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID|THINK|gMASK|sMASK)\]`,
]

/** Shorter ones are operators of some languages: worth a mark, which is taken out again, but no warning. */
const LONG = String.raw`\|[a-z_][a-z0-9_]{1,60}\|>`
const SPEAKER = new RegExp(
  `<(?:${[LONG, ...ANGLED.slice(1)].join('|')})|\\[(?:${SQUARE.join('|')})`,
  'iu',
)

/** Breaks a token and can be taken out again: plain ASCII, which models copy faithfully. */
const MARK = '~'
const angled = [...ANGLED, ...OTHER_ANGLED].join('|')
const square = [...SQUARE, ...OTHER_SQUARE].join('|')
const tokenWith = (marks: string) =>
  new RegExp(`<(?=${marks}(?:${angled}))|\\[(?=${marks}(?:${square}))`, 'giu')
/** The bracket of a token, whether or not marks stand behind it already. */
const OPENING = tokenWith(`${MARK}*`)
const MARKED = new RegExp(
  `(?:<(?=${MARK}+(?:${angled}))|\\[(?=${MARK}+(?:${square})))${MARK}`,
  'giu',
)

/** Does a text hold a mark by which a template tells who speaks? */
export function hasSpeakerTokens(text: string): boolean {
  return SPEAKER.test(text)
}

/**
 * Breaks every token of a template in a text that is data, so that it can't speak as the system:
 * `<|im_start|>` becomes `<~|im_start|>`, and what is marked already gets one more. Nothing else changes.
 * Every text has its own marked form, and `unmarkTokens` gives it back byte for byte.
 */
export function markTokens(text: string): string {
  return text.replace(OPENING, (bracket) => bracket + MARK)
}

/** Takes one mark out of each token: what a model copied from its prompt, as it stands in the file. */
export function unmarkTokens(text: string): string {
  return text.replace(MARKED, (marked) => marked.slice(0, 1))
}
