const ERROR = /\b[A-Z][A-Za-z]{1,60}(?:Error|Exception)\b/g
/** How a task complains: "float('') raises a ValueError", "it crashes with TypeError", "I get a KeyError". */
const COMPLAINS =
  /\b(?:raises|raised|throws|threw|thrown|crash(?:es|ed)?|fails?|failed|dies|died|breaks|broke|gives|gave|ends|ended|stops|stopped|gets?|got|sees?|saw|hits?)\b/i
/** How it asks: what comes behind is to be, and was not. */
const ASKS =
  /\b(?:must|should|shall|ha(?:s|ve) to|needs? to|ought|wants?|expects?|so|let|make|add|ensure|implement|would|raise|throw)\b/i
const SENTENCE = /(?<=[.!?])\s+|\n+/
/** Letters before a name in which it is said how the error came. */
const NEAR = 200

/** The errors that a task says are raised, as far as it does not ask for them: the code raised them before the task. */
export function complainedErrors(asked: string): ReadonlySet<string> {
  const names = new Set<string>()
  for (const sentence of asked.split(SENTENCE))
    for (const { 0: name, index } of sentence.matchAll(ERROR)) {
      const before = sentence.slice(Math.max(0, index - NEAR), index)
      // The last line of a stack: "ValueError: invalid literal".
      const isPasted =
        index < NEAR && before.trim() === '' && sentence.startsWith(':', index + name.length)
      if (isPasted || (COMPLAINS.test(before) && !ASKS.test(before))) names.add(name)
    }
  return names
}

/** Whether a clause of an end only repeats an error of which the task complains: "float() raises a ValueError". */
export function repeatsComplaint(clause: string, asked: string): boolean {
  const names = clause.match(ERROR) ?? []
  if (names.length === 0 || /\bnow\b/i.test(clause)) return false
  const complained = complainedErrors(asked)
  return names.some((name) => complained.has(name))
}
