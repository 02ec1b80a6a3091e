/**
 * Control tokens that mark the speaker in the chat templates of ChatML, Llama 3, Phi and Harmony,
 * DeepSeek, Gemma, EXAONE, Mistral and Llama 2. Each pattern lacks its opening bracket and allows no
 * opening bracket inside, so two matches never overlap.
 */
const ANGLED = [
  String.raw`\|[^|<>\[\s]{1,60}\|>`,
  String.raw`｜[^｜<>\[\n]{1,60}｜>`,
  '(?:start|end)_of_turn>',
  '/?SYS>>',
]
const SQUARE = [String.raw`/?INST\]`, String.raw`\|[a-z_]{1,40}\|\]`]

/** Control tokens that mark no speaker. Some of them are HTML tags, too. */
const OTHER_ANGLED = [
  '/?(?:s|think|tool_calls?|tool_response|tool_result|arg_key|arg_value|seed:think|seed:tool_call|minimax:tool_call)>',
  String.raw`(?:bos|eos|pad|unk|sop|eop|fim_(?:prefix|middle|suffix|pad)|file_sep|repo_name|(?:start|end)_of_image|(?:unused|reserved_|extra_id_)\d{1,4})>`,
  // Gemma 4 has the bar on one side only.
  String.raw`\|(?:turn|channel|think|tool|tool_call|tool_response|image|audio)>`,
  String.raw`(?:turn|channel|tool|tool_call|tool_response|image|audio)\|>`,
]
const OTHER_SQUARE = [
  String.raw`/?(?:SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|TOOL_CONTENT|ARGS|CALL_ID|THINK|gMASK|sMASK)\]`,
]

/** Shorter tokens are operators in some languages: they are marked, but cause no warning. */
const LONG = String.raw`\|[a-z_][a-z0-9_]{1,60}\|>`
const SPEAKER = new RegExp(
  `<(?:${[LONG, ...ANGLED.slice(1)].join('|')})|\\[(?:${SQUARE.join('|')})`,
  'iu',
)

/** Inserted to break a token: plain ASCII, which models copy without errors. */
const MARK = '~'
const angled = [...ANGLED, ...OTHER_ANGLED].join('|')
const square = [...SQUARE, ...OTHER_SQUARE].join('|')
const tokenWith = (marks: string) =>
  new RegExp(`<(?=${marks}(?:${angled}))|\\[(?=${marks}(?:${square}))`, 'giu')
/** The opening bracket of a token, with or without marks after it. */
const OPENING = tokenWith(`${MARK}*`)
const MARKED = new RegExp(
  `(?:<(?=${MARK}+(?:${angled}))|\\[(?=${MARK}+(?:${square})))${MARK}`,
  'giu',
)

/** Returns whether a text contains a token that marks a speaker. */
export function hasSpeakerTokens(text: string): boolean {
  return SPEAKER.test(text)
}

/**
 * Breaks every control token in a text that is data, so that the model does not read it as a message of
 * the system: `<|im_start|>` becomes `<~|im_start|>`; a marked token gets one more mark. Nothing else changes.
 * `unmarkTokens` returns the original text byte for byte.
 */
export function markTokens(text: string): string {
  return text.replace(OPENING, (bracket) => bracket + MARK)
}

/** Removes one mark from each token: text that a model copied from its prompt becomes equal to the file again. */
export function unmarkTokens(text: string): string {
  return text.replace(MARKED, (marked) => marked.slice(0, 1))
}
