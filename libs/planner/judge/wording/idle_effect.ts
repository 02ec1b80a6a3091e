import { repeatsComplaint } from '../content/complained_errors.js'
import { statedClauses } from '../content/stated_clauses.js'
import type { Standing } from '../facts/types.js'
import { addedLines } from '../held/evidence.js'
import { inEnglish } from '../words/in_english.js'

/** What code is said to do, and what a new line of it has that can be meant. */
const EFFECTS: readonly (readonly [verb: string, shown: RegExp])[] = [
  [
    'removes|deletes|evicts|purges|clears|discards|forgets|drops|prunes|releases|closes|frees',
    /delet|remov|evict|purge|clear|pop|shift|splice|filter|\bdel\b|drop|unlink|\brm\b|slice|trim|strip|replace|\[\w*:\w*\]|(?<![=!<>])=(?!=) *(?:null|none|nil|undefined|''|""|\[\]|\{\})|close|release|free|dispose|discard|-u\b|uniq|sub\(|continue|truncate|field/i,
  ],
  [
    'throws|raises|rejects|refuses|panics|complains|warns|fails',
    /throw|raise|reject|panic|error|err\b|assert|abort|exit|unwrap|expect|exception|require|fail|warn|return|ensure|check/i,
  ],
  [
    'logs|reports|prints|writes|traces|emits|notifies|sends',
    /log|print|write|emit|report|echo|send|put|console|debug|warn|trace|notif|post|dispatch|\+=|append|push|return/i,
  ],
  ['sorts|orders|ranks', /sort|order|cmp|[<>]|min|max|rank/i],
  ['trims|strips', /trim|strip|replace|slice|field|split|sub\(|\\s/i],
  ['escapes|encodes|quotes|sanitizes', /escap|encod|quot|replace|sanit|&|\\|html|sub\(/i],
  [
    'rounds|truncates|floors',
    /round|trunc|floor|ceil|tofixed|\bint\b|int\(|\/\/|\|\s*0|slice|\[:|format|%|>>/i,
  ],
  ['lower-?cases|upper-?cases|capitali[sz]es', /lower|upper|capital|case|title|fold/i],
  [
    'copies|clones|duplicates',
    /copy|clone|slice|\.\.\.|from|list\(|dict\(|assign|append|\[:\]|new /i,
  ],
  [
    'retries|repeats|loops|waits|sleeps|pauses|polls',
    /retr|repeat|\bfor\b|while|wait|sleep|delay|timeout|loop|attempt|again|poll/i,
  ],
  [
    'skips|ignores|excludes|omits',
    /skip|ignor|exclu|continue|filter|\bif\b|[<>!]=?|\?|field|trim|strip|replace|\breturn\b|omit|&&|unless|without|-\w|catch|except|\bpass\b/i,
  ],
  [
    'merges|joins|combines|concatenates',
    /merge|join|concat|\+|\.\.\.|append|extend|update|assign|combine|&|\||replace/i,
  ],
  ['locks|synchronizes', /lock|mutex|sync|atomic/i],
  [
    'caches|remembers|memoizes|stores|saves|persists',
    /cach|memo|store|save|set|put|\[\w+\]\s*=|=|push|append|write/i,
  ],
  [
    'validates|verifies',
    /\bif\b|valid|check|assert|test|\?|==|[<>]|match|throw|raise|verify|schema/i,
  ],
  ['counts', /count|\+\+|\+=|\+ ?1|length|len|size|sum|reduce|\*/i],
  ['splits', /split|field|match|slice|scan|partition|for/i],
  ['clamps|caps|limits', /min|max|clamp|\bif\b|[<>]|limit|slice|cap/i],
  ['swaps|exchanges', /swap|exchang|revers|\bte?mp\b|\w\s*,\s*\w+\]?\s*:?=/i],
  ['closes|disconnects', /close|end|disconnect|with|defer|finally|dispose/i],
]
const OLD =
  /\b(?:already|previously|earlier|as before|still|unchanged|before|used to|was|were|did|had)\b/i

/** Only data is sorted or swapped; what is written, removed, saved or verified may be a file, code or a test. */
const OF_DATA = /^(?:sorts|trims|escapes|rounds|lower|splits|clamps|swaps)\b/

/** "is sorted", "are now swapped". */
function participles(verbs: string): string {
  if (!OF_DATA.test(verbs)) return '(?!)'
  const one = (verb: string) => {
    const stem = verb.replace(/(?<=s|x|sh|ch|z)es$|s$/, '').replace(/-\?/, '-?')
    const doubled = stem.replace(/(?<=[^aeiou][aeiou])([pmtn])$/, '$1$1?')
    return verb === 'splits' ? 'split' : `${doubled.replace(/y$/, 'i').replace(/e$/, '')}ed`
  }
  return verbs.split('|').map(one).join('|')
}

const SHAPES = EFFECTS.map(([verb, shown]) => ({
  said: new RegExp(
    `(?<!\\b(?:which|the|a|an|test|tests|of|these|those|two|no|all) )\\b(?:${verb})\\b|\\b(?:is|are|gets?)(?: \\w+ly| now| also| then)* (?:${participles(verb)})\\b`,
    'i',
  ),
  shown,
}))

/** What an end says that the code does now, while no new line of it can be meant and the task does not ask for it; null: there is none. */
export function idleEffect(standing: Standing, summary: string): string | null {
  const added = standing.changes.flatMap((one) => addedLines(one)).join('\n')
  const asked = inEnglish(standing.asked).toLowerCase()
  // An end may have a thousand clauses, and a changed file a million letters: each shape reads it once.
  const idle = new Map<RegExp, boolean>()
  const isIdle = (shown: RegExp) => {
    const answer = idle.get(shown) ?? !shown.test(added)
    idle.set(shown, answer)
    return answer
  }
  for (const clause of statedClauses(summary)) {
    if (OLD.test(clause) || repeatsComplaint(clause, standing.asked)) continue
    const plain = clause.replace(/`[^`\n]*`|"[^"\n]*"/g, ' ')
    for (const { said, shown } of SHAPES) {
      const [verb] = said.exec(plain) ?? []
      if (verb === undefined || !isIdle(shown)) continue
      if (asked.includes(verb.toLowerCase().replace(/^.* /, '').slice(0, -2))) continue
      return verb
    }
  }
  return null
}
