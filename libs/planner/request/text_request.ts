/** Verbs that make a text. */
const MAKES =
  'write|create|make|draft|compose|generate|prepare|produce|give|suggest|propose|formulate|sketch|tell|sing|think up|come up with'
/** Texts that are an answer by themselves. A word behind them makes something else: a "plan endpoint". */
const GENRE =
  '(?:haikus?|poems?|limericks?|sonnets?|verses?|rhymes?|jokes?|stor(?:y|ies)|songs?|lyrics|essays?|paragraphs?|sentences?|slogans?|taglines?|pitch|e-?mails?|letters?|tweets?|toots?|(?:blog )?posts?|announcements?|speech|apology|repl(?:y|ies)|responses?|answers?|greetings?|riddles?|quiz|plans?|outlines?|summar(?:y|ies)|overviews?|explanations?|reviews?|comparisons?|analys[ie]s|reports?|recommendations?|estimates?|commit messages?|commit titles?|release notes|changelog entr(?:y|ies)|pr descriptions?|pull request (?:descriptions?|titles?|messages?)|(?:job|product|bug|issue) descriptions?|bug reports?|status updates?|talking points|analog(?:y|ies)|metaphors?|ideas?|suggestions?|examples?|pros and cons)'
const AFTER =
  '(?!\\s+for (?:each|every|all)\\b)(?=\\s*(?:$|[,;:.!?)"\'\\n]|(?:about|for|on|of|that|which|to|in|with|from|explaining|describing|saying|please|and|or|as|based|why|how|using)\\b))'
/** A known text is a part of the project: "make the report correct". */
const NEW =
  '(?!(?:the|its|our|their)\\s(?!(?:commit|release|pull|pr|changelog)\\b)|(?:each|every|all)\\s)'
const IS_MADE = new RegExp(
  `\\b(?:${MAKES})\\s+(?:me |us )?${NEW}(?:[\\w'’-]+ ){0,5}?${GENRE}${AFTER}`,
  'i',
)
/** The same in other languages, by words that name nothing else. */
const MADE_ELSEWHERE =
  /(?<!\p{L})(?:haikus?|limericks?|sonetti?|gedichte?|reim|witz|zusammenfassung|commit-?nachricht|poèmes?|blague|résumé|poemas?|chiste|resumen|resumo|poesia|poesie|barzelletta|riassunto|gedicht|samenvatting|wiersz\p{L}*|streszczenie|dikt|şiir|özet|хайку|стих\p{L}*|вірш\p{L}*|шутк\p{L}*|жарт)(?!\p{L})|俳句|詩|诗|笑话|笑話|冗談|시를|농담/iu
/** "refactor ideas?", "some naming suggestions": a noun, and no request to carry them out. */
const IS_NOUN =
  /^(?:any |some |more |a few )?(?!(?:implement|apply|add|use|try|fix|address|follow)\b)(?:[\w-]+ ){0,3}(?:ideas|suggestions|options|tips|advice|thoughts|hints|examples)(?: (?:for|on|about) [\w -]{1,40})?[?.!]*$/i
/** A text goes to a file, or something else is done with it. */
const IS_STORED =
  /\b(?:in|into|to|as|at|under|inside|update|edit)\s+(?:the |a |an |my |our |file |new )*[`"']?(?:[\w.-]+\/[\w./-]*|[\w-]*\.[a-z]\w{0,4}\b|README|CHANGELOG|TODO|docs?\b|(?:[\w-]+ )?(?:file|folder|directory|repo|repository|comments?|docstrings?)\b)|\b(?:and|then)\s+(?:then )?(?:commit|save|store|put|add|implement|apply|execute|carry|fix|run|push|send|do)\b/i
/** Work on a text that the message itself holds: "fix the typo in this sentence: …". */
const HELD =
  '(?:sentences?|snippets?|texts?|lists?|paragraphs?|phrases?|wording|words?|strings?|letters|numbers|e-?mails?|titles?|poems?|haikus?|json|csv|xml|yaml|regex|expression|quotes?|commit messages?|translation|headline|names?)'
const INLINE = [
  new RegExp(
    `^[^\\n:]{0,80}\\b(?:this|these|the following|my)\\s+(?:\\w+ )?${HELD}\\b[^:\\n]{0,20}:\\s*\\S`,
    'i',
  ),
  /^[^\n:]{0,80}\b(?:in|of|from) (?:this|these|the following) (?:\w+ )?(?:code|function|query|command|table|array|object)\b[^:\n]{0,20}:\s*\S/i,
  /^(?:please |can you |could you )*(?:make|translate|rephrase|reword|shorten|rewrite|simplify|proofread|paraphrase|format|sort|capitali[sz]e|correct)\s+(?:this|these|the following)\b[^:\n]{0,40}:\s*\S/i,
]
/** With these the text in the message goes into the project. */
const INSERTS =
  /^(?:please |can you |could you |now |then )*(?:add|insert|append|put|write|create|set|use|apply|implement|install|run|commit|include|paste)\b/i
const PATH = /(?:^|[\s`"'(])(?:\.{0,2}\/)?[\w-]+(?:\/[\w.-]+)+|[\w-]+\.[a-z]{1,4}\b/i

/** Whether the words ask for a text that is its own answer: a haiku, a commit message, a plan, a corrected sentence. */
export function asksForText(text: string): boolean {
  const asked = text.trim()
  const [before = ''] = asked.split(':', 1)
  if (INLINE.some((shape) => shape.test(asked)))
    return !INSERTS.test(asked) && !PATH.test(before) && !/\bfiles?\b/i.test(before)
  const sentences = asked.split(/(?<=[.?!])\s+|\n+/).filter((one) => one.trim() !== '')
  const isText = (one: string) =>
    IS_MADE.test(one) || MADE_ELSEWHERE.test(one) || IS_NOUN.test(one.trim())
  return sentences.length > 0 && sentences.some(isText) && !IS_STORED.test(asked)
}
