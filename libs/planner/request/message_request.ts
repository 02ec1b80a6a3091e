import { wantedBy } from './question.js'

/** What must stay as it is: a change can only break it. */
const LIMITS =
  /^(?:(?:please|and|but|also|oh|ok|by the way|btw)[,\s]+)*(?:(?:do not|don't|don’t|never|no need to|you (?:do not|don't|don’t) (?:have|need) to) (?:\w+ ){0,2}?(?:touch|change|modify|edit|delete|remove|rename|move|commit|push|run|install|worry|bother|deploy|break|hurry|stop)\b|leave \S.* (?:alone|as (?:it|they) (?:is|are)|untouched|unchanged)\b|without (?:touching|changing)\b)/i
const APPROVES =
  /^(?:(?:ok(?:ay)?|wait|hold on|hey|hi|(?:great|good|nice)(?: job| work| one)?|perfect|cool|fine|thanks?(?: you)?|(?:that |this |it )?(?:looks?|sounds?|is|works?) (?:very |really |all )?(?:good|great|fine|right|nice|ok|perfect|promising)|well done|awesome|excellent|lgtm|yes|yep|go on|go ahead|continue|carry on|keep going|take your time|no (?:rush|hurry|problem)|i see|so far|to me|very much|a lot|so much|already|now|for (?:that|this|the help))[\s,.!;:)👍🎉-]*)+/iu
const TELLS =
  /^(?:(?:fyi|by the way|btw|just so you know)[,:\s]+)?i(?:'ll| will|'m| am) (?:be |going |away|back|off|here|waiting|watching|afk|out\b)/i

/** Whether a message that comes while a task runs asks for another change: no thanks, no limit and no news does. */
export function asksForMore(message: string): boolean {
  const rest = message
    .split(/(?<=[.!?;])\s+|\n+/)
    .map((sentence) => sentence.trim().replace(APPROVES, '').trim())
    .filter((sentence) => sentence !== '' && !LIMITS.test(sentence) && !TELLS.test(sentence))
  return rest.length > 0 && wantedBy(rest.join('\n')) === 'change'
}
