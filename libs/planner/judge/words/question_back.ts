/** What a language begins a question to the user with, or where a language without spaces has it. */
interface QuestionWords {
  /** The beginning of a question or of a request to say more. */
  begins: RegExp
  /** It only asks whether to do what the task asks for. */
  permits: RegExp
  /** Between two things to choose from. */
  or: RegExp
}

/** A beginning that is no part of a longer word. */
const begin = (source: string) => new RegExp(`^[\\s¿"'*_(-]*(?:${source})(?!\\p{L})`, 'iu')

const LANGUAGES: readonly QuestionWords[] = [
  {
    begins: begin(
      '(?:but |so |and |ok(?:ay)?,? |sorry,? |before i \\w+[^,]*, )?(?:which|what|where|who|how|should i|sh[a]ll i|do you (?:want|mean|need)|did you mean|would you|could you|can you|may i|is it|(?:please|kindly) (?:tell|specify|clarify|confirm|provide|name|say|let me know)|let me know (?:which|what|where|how|whether|if)|i need to know)',
    ),
    permits: begin(
      '(?:should i|sh[a]ll i|may i|do you want me to|would you like me to|can i|is it ok)',
    ),
    or: /\bor\b|\bwhich\b|\bwhat\b|\bwhere\b/i,
  },
  {
    begins: begin(
      'welche[nrms]?|was|wo|wohin|wie|wer|soll(?:te)? ich|sollen wir|meinst du|meinen sie|möchtest du|möchten sie|willst du|wollen sie|kannst du|können sie|könntest du|bitte (?:sag|sagen|nenn|nennen|gib|geben|bestätig|präzisier)\\p{L}*',
    ),
    permits: begin(
      'soll(?:te)? ich|möchtest du,? dass ich|möchten sie,? dass ich|willst du,? dass ich|darf ich',
    ),
    or: /(?<!\p{L})(?:oder|welche[nrms]?|was|wo)(?!\p{L})/iu,
  },
  {
    begins: begin(
      "quel(?:le)?s?|que|quoi|où|comment|qui|dois-je|voulez-vous|veux-tu|souhaitez-vous|souhaites-tu|pouvez-vous|peux-tu|pourriez-vous|est-ce que|s['’]agit-il|précisez|merci de (?:préciser|dire|confirmer)",
    ),
    permits: begin(
      'dois-je|voulez-vous que je|veux-tu que je|souhaitez-vous que je|souhaites-tu que je',
    ),
    or: /(?<!\p{L})(?:ou|où|quel(?:le)?s?|que)(?!\p{L})/iu,
  },
  {
    begins: begin(
      'qué|cuál(?:es)?|dónde|cómo|quién|debo|quieres|quiere|desea|puedes|podrías|puede|por favor,? (?:indica|dime|especifica|confirma|aclara)',
    ),
    permits: begin('debo|quieres que|quiere que|desea que|puedo'),
    or: /(?<!\p{L})(?:o|u|qué|cuál(?:es)?|dónde)(?!\p{L})/iu,
  },
  {
    begins: begin(
      'qual|quais|o que|onde|como|quem|devo|você quer|você pode|pode|por favor,? (?:indique|diga|confirme)|dove|quale|quali|cosa|come|devo|vuoi|puoi',
    ),
    permits: begin('devo|você quer que|vuoi che|posso'),
    or: /(?<!\p{L})(?:ou|o|oppure|qual[ei]?|quais|onde|dove)(?!\p{L})/iu,
  },
  {
    begins:
      /请问|請問|哪(?:个|個|些|里|一)|[吗嗎呢][。？?]?$|(?:你|您)(?:是)?(?:想|要|希望|指的)|还是|還是|请(?:告诉|说明|确认|指定|提供)/u,
    permits: /(?:需要|要|是否|可以)(?:让|要|希望)?我/u,
    or: /还是|還是|哪|什么|什麼/u,
  },
]

const MARK = /[?？؟][\s"'`*_»”’）)\]]*$/u

/**
 * The question to the user that a text ends with, in any language of the table; with a question mark in every language.
 * `permits`: it only asks whether to do what the task asks for. null: the text does not end with a question.
 */
export function questionBack(text: string): { permits: boolean } | null {
  const last = sentencesOf(text).at(-1) ?? ''
  const isMarked = MARK.test(last)
  if (!isMarked && !LANGUAGES.some(({ begins }) => begins.test(last) && isShort(last))) return null
  // "Tests fail. What do they print: …" without a mark explains something.
  return { permits: LANGUAGES.some(({ permits, or }) => permits.test(last) && !or.test(last)) }
}

/** Without its sentences that ask. */
export function withoutQuestions(text: string): string {
  return sentencesOf(text)
    .filter((one) => !MARK.test(one))
    .join('\n')
}

/** Sentences; the lines of a list after a question belong to it. */
function sentencesOf(text: string): string[] {
  return text
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/([?？][*_]*)\s*\n(?:\s*(?:[-*•]|\d+[.)])\s[^\n]*\n?)+\s*$/u, '$1')
    .split(/(?<=[.!?。！？])\s+|(?<=[。！？])|\n+/u)
    .map((one) => one.trim())
    .filter(Boolean)
}

const LONGEST = 200
const REQUEST =
  /^\W*(?:please|kindly|let me know|i need to know|bitte|merci|précisez|por favor|请|請)/iu

/** A statement may begin with the same word: "What was wrong is the sign in add.". */
function isShort(sentence: string): boolean {
  if ([...sentence].length > LONGEST) return false
  return REQUEST.test(sentence) || !/[.!。！:：]$/u.test(sentence)
}
