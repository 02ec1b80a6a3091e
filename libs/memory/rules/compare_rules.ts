import { withoutOpenings } from '../words/openings.js'
import { subjectWords } from '../words/subject_words.js'

/** What a new rule is to an older one. `doubtful`: perhaps both hold, so both stay and the person gets a line. */
export type Comparison = 'same' | 'replaces' | 'doubtful' | 'other'

const SAME = 0.8
const NEAR = 0.5
const NEGATIVE =
  /(?<![\p{L}])(?:never|not|no|without|don'?t|doesn'?t|avoid|stop|kein\w*|nicht|nie|niemals|ohne|vermeide|jamais|sans|ne|évite[rz]?|nunca|jamás|sin|evita)(?!\p{L})|n't\b|[不无無别別勿]/giu
/** French and Spanish say one negation in two words: "no uses nunca", "ne … jamais". The first of them counts for none. */
const HALF_OF_TWO =
  /(?<!\p{L})(?:no|ne)\s(?=[^.,;]{0,40}\s(?:jamais|pas|plus|aucune?|nunca|jamás|ningún|ninguna)(?!\p{L}))/giu
/** The sentence says that something changes. */
const CHANGES =
  /\b(?:no longer|any ?more|instead|from now on|now|switch(?:ed)?|changed?|rather than|ab jetzt|ab sofort|nicht mehr|statt|stattdessen|désormais|plus|au lieu|a partir de ahora|ahora|en vez)\b|改用|不再|从现在|從現在|以后|以後/iu
/** What a rule turns away from: "use luxon, not dayjs". */
const AWAY =
  /(?:\b(?:not|instead of|rather than|no longer|never|nicht|statt|anstatt|pas|au lieu de|en vez de|no)\b|而不是|代替|不用|不再用?)\s*((?:[^,.;，。；]|\.(?=\w))+)/giu

/** Choices of which one holds at a time; a rule that names another one of its group contradicts. */
const CHOICES: readonly (readonly RegExp[])[] = [
  [/\btabs?\b|制表符/iu, /\bspaces?\b|\bleerzeichen\b|\bespaces\b|\bespacios\b|空格/iu],
  [
    /\bsingle[- ]quot|单引号|guillemets simples|comillas simples/iu,
    /\bdouble[- ]quot|双引号|guillemets doubles|comillas dobles/iu,
  ],
  [/\bcamel ?case\b/iu, /\bsnake[_ ]?case\b/iu, /\bkebab[- ]?case\b/iu, /\bpascal ?case\b/iu],
  [/\bnpm\b/iu, /\bpnpm\b/iu, /\byarn\b/iu, /\bbun\b/iu],
  [/\bjest\b/iu, /\bvitest\b/iu, /\bmocha\b/iu, /\bnode:test\b/iu],
  [/\bunittest\b/iu, /\bpytest\b/iu],
  [/\b(?:pip|pip install)\b/iu, /\bpoetry\b/iu, /\buv\b/iu],
  [
    /\benglish\b|\benglisch|\banglais|\binglés|英文|英语/iu,
    /\bgerman\b|\bdeutsch|\ballemand|\balemán|德文|德语/iu,
    /\bfrench\b|\bfranzösisch|\bfrançais|\bfrancés|法文/iu,
    /\bspanish\b|\bspanisch|\bespagnol|\bespañol/iu,
    /\bchinese\b|\bchinesisch|\bchinois|\bchino\b|中文/iu,
  ],
  [/\bmerge commits?\b|\bmerging\b/iu, /\brebas\w*/iu, /\bsquash\w*/iu],
]
/** Words in front of a rule that do not change its subject. */
const OPENING =
  /^(?:(?:please|and|but|also|no|from now on|going forward|in future|remember(?: that)?|note|ab jetzt|ab sofort|von jetzt an|bitte|désormais|dorénavant|a partir de ahora|从现在开始|以后)[,:，]?\s*)+/iu
const CONDITION_ALONE =
  /^(?:in|for|when(?:ever)?|before|after|on|under|inside|with|if|bei|für|im|wenn|dans|pour|en|para|在)\s[^,，]{1,60}[,，]?$/iu
/** Sizes of one thing: "indent with 2", "lines of 100". */
const SIZE = /\b(\d+)\b/
const NUMBERS = /\d+/g
/** A name with a number: `part1`. */
const NUMBERED = /\b[A-Za-z_]+\d+\b/g

/**
 * Compares the words of two rules, without a model. It prefers to keep both: a rule that is lost costs more than one
 * too many.
 */
export function compareRules(newer: string, older: string): Comparison {
  const words = { newer: aboutWords(newer), older: aboutWords(older) }
  const shared = [...words.newer].filter((word) => words.older.has(word))
  const smaller = Math.max(1, Math.min(words.newer.size, words.older.size))
  const larger = Math.max(1, words.newer.size, words.older.size)
  const near = shared.length / smaller
  const isTurned = isNegative(newer) !== isNegative(older)
  if (turnsFrom(newer, older)) return 'replaces'
  const choice = chooses(newer, older)
  if (choice !== 'other') return choice
  if (shared.length === 0) return 'other'
  // The same words with another sense: "in Go, always use tabs" and "in Go, never use tabs".
  if (shared.length / larger >= SAME && negations(newer) !== negations(older)) return 'replaces'
  if (shared.length / larger >= SAME && !isTurned)
    return sizesDiffer(newer, older) ? replacesSize(newer, older) : 'same'
  // "Use tabs" has only one of the words of "never mix tabs and spaces".
  const covers = shared.length / Math.max(1, words.older.size) >= NEAR
  // "Without semicolons" is about one thing.
  const plain = aboutWords(older.replace(NEGATIVE, ' '))
  const isMost = shared.length / Math.max(1, plain.size) > NEAR
  if (near > NEAR && isTurned) return isMost ? 'replaces' : 'doubtful'
  if (near >= NEAR && sizesDiffer(newer, older)) return replacesSize(newer, older)
  if (near >= NEAR && CHANGES.test(newer)) return covers ? 'replaces' : 'doubtful'
  return near >= NEAR && shared.length > 1 ? 'doubtful' : 'other'
}

/** Texts that are read once; more are read again. */
const MOST_READ = 2_000

/** Reads a text once: a list compares each rule with each other. */
function once<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, { found: T }>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before.found
    if (known.size >= MOST_READ) known.clear()
    const found = read(text)
    known.set(text, { found })
    return found
  }
}

/** The words of what a rule is about. */
const aboutWords = once((rule: string): ReadonlySet<string> => subjectWords(withoutOpenings(rule)))

/** Words of "forget the rule about tabs" that name no subject. */
const FORGET_WORDS = subjectWords(
  'forget rule convention memory longer drop delete regel vergiss règle regla olvida oubli',
)

/** How well the words of "forget the rule about tabs" fit a rule, 0 to 1. */
export function namesRule(sentence: string, rule: string): number {
  const own = new Set([...aboutWords(sentence)].filter((word) => !FORGET_WORDS.has(word)))
  const found = aboutWords(rule)
  const shared = [...own].filter((word) => found.has(word)).length
  return shared / Math.max(1, own.size)
}

const COMPOUND = /\w+(?:[./:]+\w+)+/g

/** The new rule names what the old one asks for, to turn away from it. */
function turnsFrom(newer: string, olderText: string): boolean {
  const older = aboutWords(olderText)
  if (older.size === 0 || !/[^,.;，。；]{2,}/.test(newer)) return false
  const left = leftIn(newer).flatMap(({ names, words }) => {
    // "never through fmt.Println" turns from that name, not from all of `fmt`.
    const isElsewhere = names.length > 0 && !names.some((name) => olderText.includes(name))
    return isElsewhere ? [] : words
  })
  if (left.length === 0) return false
  const kept = aboutWords(withoutAway(newer))
  // Something takes its place: "use luxon, not dayjs". "Never use dayjs" alone is a turn, which the sentence decides.
  return kept.size > 0 && left.some((word) => older.has(word) && !kept.has(word))
}

/** What a rule turns away from. */
const leftIn = once((text) =>
  [...text.matchAll(AWAY)].map(([, what = '']) => ({
    names: [...(what.match(COMPOUND) ?? [])],
    words: [...subjectWords(what)],
  })),
)

/** Without the contrast of an instruction. Where only an opening or a condition is before it, it is the rule. */
const withoutAway = once((text) =>
  text.replace(AWAY, (match, _what, at: number) => {
    const before = text.slice(0, at).replace(OPENING, '').trim()
    const isContrast = at > 8 && subjectWords(before).size > 0 && !CONDITION_ALONE.test(before)
    return isContrast ? ' ' : match
  }),
)

const negations = once((text) => (text.replace(HALF_OF_TWO, '').match(NEGATIVE)?.length ?? 0) % 2)

/** "Never … without" asks for something: two negations are none. */
function isNegative(text: string): boolean {
  return negations(withoutAway(text)) === 1
}

/** What a text chooses in each group. */
const choicesIn = once((text) => CHOICES.map((group) => group.find((one) => one.test(text))))

/** Another one of a group for the same thing; for one place, or but for one place: perhaps both hold. */
function chooses(newer: string, older: string): Comparison {
  // "Never use tabs" chooses nothing, and spaces agree with it.
  if (isNegative(newer) || isNegative(older)) return 'other'
  const [own, other] = [withoutAway(newer), withoutAway(older)]
  const others = choicesIn(other)
  const found = choicesIn(own).map((mine, at): Comparison => {
    const theirs = others[at]
    if (mine === undefined || theirs === undefined || mine === theirs) return 'other'
    // A sentence that names both compares them.
    if (theirs.test(own) || mine.test(other)) return 'other'
    const [a, b] = [restOf(own, mine), restOf(other, theirs)]
    const [inB, inA] = [[...a].every((word) => b.has(word)), [...b].every((word) => a.has(word))]
    // "Errors in German" and "commits in English" are about two things.
    if (!inA && !inB) return 'other'
    return inA && inB ? 'replaces' : 'doubtful'
  })
  return found.includes('replaces') ? 'replaces' : (found.find((is) => is !== 'other') ?? 'other')
}

/** "Answer" in five languages: the rule about the language of answers is said in either of the two. */
const ANSWERS =
  /(?<!\p{L})(?:answer|repl(?:y|ies)|respond|antworte|répon(?:d|s)|respond|contest)\p{L}*|回答|回复/giu

/** What each of a group is for, so that it narrows nothing: "spaces for indentation", "pnpm as the package manager". */
const FOR_ALL =
  /(?<!\p{L})(?:indent|einrück|sangr|package|paket|paquet|manager|dependenc|abhängigkeit|dépendance|dependencia|runner|string)\p{L}*|缩进|縮進|字符串|以后都?|以後都?|都?用/giu

/** What a rule is about, without its choice and its sizes. */
function restOf(text: string, choice: RegExp): Set<string> {
  const plain = withoutOpenings(text).replace(choice, ' ').replace(NUMBERS, ' ')
  return subjectWords(plain.replace(ANSWERS, ' answer ').replace(FOR_ALL, ' '))
}

/**
 * Rules with other numbers that also name other things may both hold: "helper 1 in part1" and "helper 2 in part2", "2 digits in
 * invoices" and "4 digits in rates".
 */
function replacesSize(newer: string, older: string): Comparison {
  const namesIn = (text: string): string[] => text.match(NUMBERED) ?? []
  const [mine, theirs] = [namesIn(newer), namesIn(older)]
  const isApart =
    mine.length > 0 && theirs.length > 0 && !mine.some((name) => theirs.includes(name))
  const wordsIn = (text: string) => aboutWords(text.replace(NUMBERS, ' '))
  const hasOwn = (one: ReadonlySet<string>, other: ReadonlySet<string>) =>
    [...one].some((word) => !other.has(word))
  const [own, other] = [wordsIn(newer), wordsIn(older)]
  return isApart || (hasOwn(own, other) && hasOwn(other, own)) ? 'doubtful' : 'replaces'
}

function sizesDiffer(newer: string, older: string): boolean {
  const [mine, theirs] = [SIZE.exec(newer)?.[1], SIZE.exec(older)?.[1]]
  return mine !== undefined && theirs !== undefined && mine !== theirs
}
