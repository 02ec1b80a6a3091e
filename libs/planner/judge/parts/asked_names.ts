import type { Standing } from '../facts/types.js'
import { touches } from './touches.js'

/** Things of code that have a name of their own. */
const KIND =
  '(?:methods?|functions?|class(?:es)?|constants?|options?|flags?|fields?|propert(?:y|ies)|parameters?|arguments?|structs?|enums?|traits?|interfaces?|variables?|getters?|setters?|subcommands?)'
const NAME = '[`\'"]?((?:--)?[A-Za-z_$][\\w$-]*)'
/** "add a method peek", "implement the function slug()". */
const ADDED = new RegExp(
  `^(?:add|implement|create|write|introduce|provide|define|expose|export)\\b(?: [\\w-]+){0,3}? (?:a|an|the|another|new|public|private|static|second|third)(?: (?:new|second|private|public|static|small|simple|optional|required|boolean|async|pure|generic|helper))? ${KIND}(?: called| named|:)? ${NAME}(?:\\(|[\`'".,;:)]|$| (?:to|in|on|for|of|that|which|with|returning|and|so)\\b)`,
  'i',
)
/** The same with the first article left out by the language: "add method peek". */
const BARE = new RegExp(
  `^(?:add|implement|create|write|introduce) (?:new )?${KIND} [\`'"]?((?:--)?[A-Za-z_$][\\w$-]*)(?:\\(\\)|[\`'"]?$)`,
  'i',
)
/** "rename titles to names", also in the word order of other languages. */
const RENAMED = new RegExp(
  `^(?:rename|change the name of)(?: (?:the|method|function|class|file|variable|de|of|field|constant|type))* [\`'"]?[\\w$.:]+(?:\\(\\))?[\`'"]? (?:to|into|as|in|por|en|como|à|a|zu|nach) ${NAME}`,
  'i',
)
/** What is said of code, and no name of it. */
const NO_NAME =
  /^(?:to|that|which|for|in|on|of|with|and|or|from|so|like|as|is|by|when|if|the|a|an|it|its|them|comments?|hints?|annotations?|names?|calls?|descriptions?|docs?|documentation|signatures?|handlers?|lists?|tests?|values?|groups?|pars(?:er|ing)|checks?|validation|types?|called|named|something|anything|one|two|upper|lower|snake|camel|english|german|next|beside|near|below|above|after|before|between|instead|here|there|using)$/i

/** A name that a part of a task wants to be there, while no change is about it; null: it names none, or it is there. */
export function missingAskedName(standing: Standing, part: string): string | null {
  const added = [ADDED, BARE].map((shape) => shape.exec(part)?.[1]).find(Boolean)
  const name = added === undefined || NO_NAME.test(added) ? RENAMED.exec(part)?.[1] : added
  if (name === undefined || name.length < 2) return null
  const isOption = name.startsWith('--')
  const text = name.replace(/^--/, '')
  const isThere = touches(standing, { text, kind: isOption ? 'option' : 'name' })
  return isThere ? null : text
}
