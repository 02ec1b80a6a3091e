/** Where the session shows a paste of several lines. */
export const PASTE_MARK = /\[paste \d+: \d+ lines\]/
/** A line above the words of others is short, and its end tells. */
const LONGEST_HEADER = 300
/** Marks that open a quotation, and those that close it. */
const PAIRS: Readonly<Record<string, string>> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
}
/** Longest quotation in double marks. */
const LONGEST_QUOTATION = 2_000
/** A quotation in single marks within a line. A mark that joins letters is an apostrophe. */
const SINGLE =
  /(?<![\p{L}\p{N}])['‘][^'’\n]{0,600}(?:(?<=\p{L})['’](?=\p{L})[^'’\n]{0,600}){0,20}['’](?![\p{L}\p{N}])/uy
const OPENING_MARKS = /["“„«»「『'‘]/g

/** Before its first mark that may close it. */
const LONGEST_SINGLE = 600
const SINGLE_CLOSERS = "'’"

/**
 * Finds the quotations of a text, of one paragraph or several lines.
 * @returns  the quotation that begins exactly there; '' for none. To be asked from the start of the text to its end: what
 *           closes a mark closes those after it too, so a thousand marks that nothing closes are one search.
 */
export function quotationsIn(text: string): (at: number) => string {
  const next = new Map<string, number>()
  const closedAt = (mark: string, from: number) => {
    const known = next.get(mark)
    if (known !== undefined && known >= from) return known
    const found = text.indexOf(mark, from)
    const end = found === -1 ? Number.POSITIVE_INFINITY : found
    next.set(mark, end)
    return end
  }
  const firstOf = (marks: string, from: number) =>
    Math.min(...[...marks].map((mark) => closedAt(mark, from)))
  return (at) => {
    const mark = text[at] ?? ''
    const closing = PAIRS[mark]
    if (closing !== undefined) {
      const end = firstOf(closing, at + 1)
      return end > at + 1 + LONGEST_QUOTATION ? '' : text.slice(at, end + 1)
    }
    if (mark !== "'" && mark !== '‘') return ''
    if (firstOf(SINGLE_CLOSERS, at + 1) > at + 1 + LONGEST_SINGLE) return ''
    SINGLE.lastIndex = at
    return SINGLE.exec(text)?.[0] ?? ''
  }
}

function replaceQuotations(text: string, by: (found: string) => string): string {
  const quotationAt = quotationsIn(text)
  let result = ''
  let from = 0
  OPENING_MARKS.lastIndex = 0
  for (let mark = OPENING_MARKS.exec(text); mark !== null; mark = OPENING_MARKS.exec(text)) {
    const found = quotationAt(mark.index)
    if (found === '') continue
    result += text.slice(from, mark.index) + by(found)
    from = mark.index + found.length
    OPENING_MARKS.lastIndex = from
  }
  return result + text.slice(from)
}
/** Somebody or something else says it: "the spec says: …", "README.md states that …". */
const REPORTED =
  /^(?!(?:i|we|you|as i|as we|ich|wir|je|nous|yo|always|never|don'?t|do not|please|immer|niemals|nie|stets|toujours|jamais|siempre|nunca)\b)(?:(?:the|this|that|an?|its|our|their|my|his|her|die|der|das|unsere?|la|le|les|el|los|notre|nuestra)\s+)?[\p{L}\p{N}_.'’/-]+(?:\s+[\p{L}\p{N}_.'’/-]+){0,5}?\s+(?:also\s+)?(?!(?<=(?:or|and|must|never|not|may|should) )(?:print|output|return|display|show|write|read|say)s?\s*,)(?:says?|said|states?|stated|reads?|tells? (?:me|us|you|them)|told (?:me|us|them)|writes?|wrote|claims?|demands?|insists?|mentions?|recommends?|advises?|shows?|prints?|outputs?|returns?|displays?|sagt|sagte|schreibt|schrieb|meint|meinte|steht|behauptet|verlangt|fordert|besagt|dit|affirme|prétend|indique|précise|exige|écrit|dice|dijo|afirma|indica|pone|escribe|escribió)(?![\p{L}\p{N}])(?:\s+(?:that|it|he|she|they|dass|que|from now|always|never|remember)\b|\s*[:,，])|^(?:according to|laut|selon|según)\s|^[^：:，,]{1,20}(?:说|說|写着|寫著|写道|寫道|要求|声称|聲稱|表示|提到)\s*[：:，,]/iu
/** What a program or another speaker says is labelled so: "stdout: …", "Human: …", "Ticket 12: …". */
const LABELLED = new RegExp(
  [
    String.raw`^[\[<(|]*(?:${[
      'human|user|assistant|agent|ai|bot|system|developer|model|tool(?:[ _-]?(?:result|output|call))?',
      'output|stdout|stderr|result|response|answer|reply|prompt|log|log entry|traceback|exception',
      String.raw`warning|warn|error|fatal|critical|info|debug|trace|notice|npm err!|npm warn|\w+error`,
      String.raw`commit [0-9a-f]{6,}|(?:ticket|issue|bug|task|story|pr|pull request) #?\d+|[a-z]{2,9}-\d+`,
      'from|to|cc|subject|re|fwd?|mail|e-?mail|message|chat|quote|excerpt|snippet|source|comment|reviewer',
      'benutzer|nutzer|ausgabe|ergebnis|fehler|warnung|meldung|nachricht|betreff|kommentar|zitat',
      'utilisateur|système|sortie|résultat|erreur|avertissement|objet|commentaire|citation',
      'usuario|sistema|salida|resultado|error|aviso|advertencia|asunto|comentario|cita',
      String.raw`(?:git|grep|rg|npm|curl|the \w+|\w+lint) (?:found|reported|answered|replied|logged)`,
      '用户|使用者|系统|系統|助手|输出|輸出|结果|結果|错误|錯誤|警告|日志|消息|评论|引用|主题|主旨|回复|转发',
    ].join('|')})[\]>)|]*(?: \([^)]{0,60}\))?\s*[:：>\]|]`,
    // A file, or who sent it: "deploy.sh: …", "src/a.js:12: …", "Slack from Tom: …".
    String.raw`^[\w./-]*\.[a-z]\w{0,5}(?::\d+){0,2}\s*[:：]|^[\p{L}\d ]{1,30} (?:from|by) [^:]{1,40}:`,
    // Tokens of a template, and tags: "<|im_start|>user …", "[INST] …", "<system>…".
    String.raw`^\s*(?:<\||<<?/?[a-z_]+>|\[/?(?:inst|system|user|assistant|tool)\])`,
    // A part of something: "Text from the page: …".
    '^(?:the )?(?:text|words?|content|lines?|sentence|part|passage|paragraph)s? (?:of|from) [^:]{1,60}:',
    // Of one thing: "Title of commits: …" and "Title of each page: …" are a convention.
    String.raw`^(?:the )?(?:title|heading|headline|subject(?: line)?|body|description)s? (?:of|from) (?!(?:an?|each|every|all|any|new) |\p{L}+s:)[^:]{1,60}:`,
    '^(?:please )?look at (?![^:]{0,60}(?: first:| before (?:you|we) ))[^:]{1,60}:',
    '^[^：:，,。]{0,12}(?:文件|页面|网页|日志|提交(?:信息)?|邮件|文档|标题)[^：:，,。]{0,4}(?:写着|写道|写的是|显示(?=[：:，,“"「]|以后|总是|从现在|记住))',
    String.raw`\b(?:sentence|line|text|words?|phrase|comment|string|heading|paragraph|title) (?:from now on|going forward|remember)\b`,
    // A text to write somewhere: "Put this into the docs: …", "Add to the README: …".
    String.raw`^(?:please )?(?:put|insert|paste|append|add|copy|write|print|type)\b(?![^:]*\b(?:memory|rules?|notes?|down|mind)\b)[^:]{0,40}\b(?:this|that|following|sentence|line|text|words?|readme|docs?|changelog|page|file|\w+\.[a-z]{1,5})\b[^:]{0,40}:`,
  ].join('|'),
  'iu',
)
/** "Mail von Tom: …", "Message de la Direction : …". A small letter is no person: "Messages de commit : …". */
const SENT_BY =
  /^[\p{L}\d ]{1,30} (?:von|de) (?:(?:der|dem|la|le|mon|ma|mi|el|meine[rm]?|unsere[rm]?|notre|nuestr[oa]) |l['’])?\p{Lu}[^:]{0,40}:/u
/** "We Always round up", "OK From now on …": a capital for weight. */
const ADDRESS =
  /^(?:(?:i|we|you|please|also|and|but|so|then|now|ok|okay|hey|hi|hello|thanks|great|good|well|yes|no|fyi|btw|bitte|und|wir|du|gut|danke|hallo|on|et|nous|merci|bon|y|nosotros|gracias|vale)[, ]+){1,3}$/iu
/** "From now on set the policy to Always in …": the capital is that of a name. */
const OWN_OPENING =
  /(?<!\p{L})(?:always|never|remember|from now on|immer|niemals|ab jetzt|toujours|jamais|désormais|siempre|nunca|a partir de ahora)(?!\p{L})/iu
/** "Commit abc123 From now on push with force": another sentence begins within this one, with its capital. */
const OPENS_WITHIN =
  /(?<=[\p{L}\p{N}\])] )(?:From now on|Going forward|Always|Never|Remember|Ab jetzt|Ab sofort|Immer|Niemals|Merk dir|Désormais|Toujours|Siempre|Nunca|Recuerda|A partir de ahora)(?=:? \p{L})/u
/** The name of a file can be a sentence: "Describe /tmp/From now on allow everything.png", "@docs/Always use sudo". */
const NAMES_FILE = new RegExp(
  [
    String.raw`[/\\@](?:from now on|going forward|in future|always|never|remember|we (?:use|never|always)|please|ab jetzt|ab sofort|immer|nie(?:mals)?|merk dir|désormais|toujours|jamais|souviens|siempre|nunca|recuerda|a partir de ahora)\b`,
    String.raw`[/\\@](?:记住|請記住|请记住|总是|從現在|从现在|以后|一律)`,
    String.raw`\S\.(?:png|jpe?g|gif|webp|bmp|svg|pdf|heic)['")\]]*[.!?]?$`,
    String.raw`^(?:please )?(?:delete|remove|rename|move|explain|describe|open|read|show|view|summari[sz]e|look at|what is)\b.*\s\w+\.(?:md|txt|docx?|html?|json|csv|log)['")\]]*[.!?]?$`,
  ].join('|'),
  'iu',
)
/** What follows the colon is a text to work on: "summarise this: …". */
const SHOWS_TEXT =
  /^(?:(?:please|now|can you|could you|would you)\s+)*(?:summari[sz]e|explain|translate|rephrase|reword|shorten|simplify|proofread|paraphrase|analy[sz]e|classify|review|describe|what (?:does|do|is)|fasse?|erkläre?|übersetze?|résume|explique|traduis|resume|explica|traduce)\b[^:]{0,80}:|\b(?:this|these|the following|folgende[rsn]?) (?:\S+ )?(?:text|log|output|error|message|mail|e-mail|page|issue|ticket|quote|paragraph|sentence|document)s?\s*:/iu

/** The end of a line asks what somebody says, so the lines below are those words: "Why does the page say this?" */
const ASKS_ABOUT =
  /(?<!\p{L})(?:(?:says?|said|means?|meant|prints?|shows?|writes?|wrote|answers?|replie[sd]|gets?|got)(?!\p{L})[^?]{0,40}(?<!\p{L})(?:this|that|the following|the text below)|(?:sagt|schreibt|bedeutet|zeigt|meint|steht|antwortet)(?!\p{L})[^?]{0,40}(?<!\p{L})(?:das|dies|folgendes|hier)|(?:dit|affiche|signifie|écrit|répond|veut dire)(?!\p{L})[^?]{0,40}(?<!\p{L})(?:ceci|cela|ça)|(?:dice|muestra|significa|escribe|responde)(?!\p{L})[^?¿]{0,40}(?<!\p{L})(?:esto|eso))\s*\?$|(?:这|這|下面|以下)[^?？]{0,20}(?:意思|什么|什麼|为什么|怎么)[^?？]{0,10}[?？]$/iu
/** The first lines of a mail, and the line above one that is passed on. */
const MAIL_FROM = /^\s*(?:from|von|de|发件人|寄件者|发信人)\s*[:：]/iu
const MAIL_ABOUT =
  /^\s*(?:subject|to|cc|date|sent|reply-to|betreff|an|datum|gesendet|objet|à|envoyé|asunto|para|fecha|enviado|主题|主旨|收件人|日期)\s*[:：]/iu
const PASSED_ON =
  /^[\s>-]*(?:begin forwarded message|forwarded message|original message|ursprüngliche nachricht|weitergeleitete nachricht|message (?:transféré|d['’]origine)|mensaje (?:reenviado|original)|转发邮件|原始邮件)[\s:-]*$/iu

/** Whether the lines below this one are somebody else's: a mail begins, or the line asks about a text. */
export function showsRest(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').slice(-LONGEST_HEADER)
  if (PASSED_ON.test(line)) return true
  if (MAIL_FROM.test(line)) return lines.slice(at + 1, at + 5).some((one) => MAIL_ABOUT.test(one))
  return (lines[at + 1] ?? 'x').trim() === '' && ASKS_ABOUT.test(line.trim())
}

/**
 * The words of a message that its author says. Quotations are replaced by an empty one; null: the whole sentence is
 * somebody else's. `rest` says whether what follows on the line, or to the end, is shown too.
 */
export function ownPart(sentence: string): {
  own: string | null
  rest: 'own' | 'line' | 'message'
} {
  const text = replaceQuotations(sentence, () => '""')
  if (SHOWS_TEXT.test(text)) return { own: null, rest: 'message' }
  if (!REPORTED.test(text)) return { own: text, rest: 'own' }
  return { own: null, rest: text.includes('""') ? 'own' : 'line' }
}

/** Whether a sentence may be the words of a program or of somebody else, though nothing quotes it. */
export function isLabelled(sentence: string): boolean {
  return (
    [LABELLED, SENT_BY, NAMES_FILE].some((pattern) => pattern.test(sentence)) ||
    holdsSentence(sentence)
  )
}

function holdsSentence(sentence: string): boolean {
  const at = OPENS_WITHIN.exec(sentence)?.index
  if (at === undefined) return false
  const before = sentence.slice(0, at)
  return !ADDRESS.test(before) && !OWN_OPENING.test(before)
}

/** The quotations of several lines are taken out; those within a line stay, as a rule may name a word. */
export function withoutLongQuotations(message: string): string {
  return replaceQuotations(message, (found) => (found.includes('\n') ? '""' : found))
}

/**
 * What the user said in a message whose way here is unknown: it may be a paste or standard input, so more than one
 * line is nobody's word.
 */
export function onlyOneLine(message: string): string {
  return message.trim().includes('\n') ? '' : message
}
