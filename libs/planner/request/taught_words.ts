import { taskBesideRule } from '#core'

/** Openings in front of a rule. */
const OPENING = String.raw`^(?:(?:please|and|but|also|so|ok|okay|bitte|und|et|y|por favor)[,:]?\s+)*`
/** "Schreibe nie …", "N'utilise jamais …", "Escribe siempre …": an order, and no report such as "Falla siempre al iniciar". */
const ORDERS = [
  String.raw`(?!(?:der|die|das|es|er|sie|ich|wir|ihr|eine?|noch|fast|warum|wie|was|wer|wo|wann|schon|auch|bleib|fehl)\s)\p{L}+(?<!t)\s+(?:bitte\s+)?(?:immer|nie|niemals|stets)\s+(?!noch\b|mehr\b|wieder\b)\S`,
  String.raw`n(?:['’]|e\s+)\p{L}+\s+(?:plus\s+)?jamais\s+\S`,
  String.raw`(?:fais|faites|mets|mettez|prends|écris|utilise|change|touche|modifie|commit|commite|pousse|supprime|efface|laisse|importe|stocke|renomme|ignore|copie|expose|fusionne|mélange|déploie|publie|contourne|désactive|mocke|appelle|enlève|duplique)\s+(?:plus\s+)?jamais\s+\S`,
  String.raw`(?!(?:les|des|mes|tes|ses|nous|vous|ils|elles|je|plante|affiche|échoue|renvoie|retourne|donne|reste|montre|marche|fonctionne|manque|existe)\s)\p{L}+(?:e|s|z)\s+toujours\s+\S`,
  String.raw`no\s+\p{L}+s\s+(?:nunca|jamás)\s+\S`,
  String.raw`(?!(?:la|le|se|que|una|esta|este|falla|devuelve|muestra|sale|queda|imprime|sigue|tarda|funciona|aparece|ocurre|pierde|rompe|cierra|lanza)\s)\p{L}+[ae]\s+siempre\s+\S`,
]
/** An order for later: it asks for nothing now. The words are those that libs/memory stores as a rule. */
const TEACHES = new RegExp(
  `${OPENING}(?:${[
    // "Always fails" is a report, "don't forget to" is work of today.
    String.raw`(?:always|never|don'?t ever|do not ever)\s+(?!mind\b)(?!\w+[^s\W]s\b)\S`,
    String.raw`(?:from now on|from here on|going forward|as a rule|make it a rule|our convention is|(?:in|for) all (?:my|our) projects)\b`,
    String.raw`(?:in|for|when|whenever|before|after|on)\b[^,.]{1,80},\s*(?:always|never)\s`,
    String.raw`(?:you|we) (?:should |must )?(?:always|never)\s+\S`,
    String.raw`(?:remember|memori[sz]e|keep in mind)(?:\s*:|\s+(?:that|this|it)\b)`,
    String.raw`we (?:only |all )?(?:use|prefer|write|format|name|indent|avoid|store)\s+\S`,
    String.raw`(?:forget|drop|delete|remove|cancel) (?:the|that|my|our|this) (?:\S+ )?(?:rule|convention)\b`,
    String.raw`(?:immer|niemals|nie|stets)\s+(?!noch\b|mehr\b|wieder\b)\S`,
    String.raw`(?:merke? (?:dir|es dir)|denke? daran|ab jetzt|ab sofort|von jetzt an|künftig|in zukunft|wir (?:verwenden|benutzen|nutzen)|vergiss (?:die|diese|meine|unsere) (?:\S+ )?regel)(?!\p{L})`,
    String.raw`(?:toujours|jamais|désormais|dorénavant|à partir de maintenant|souviens[- ]toi|retiens|n'oublie pas que|oublie la (?:\S+ )?règle)(?!\p{L})`,
    String.raw`(?:siempre|nunca|jamás|a partir de ahora|de ahora en adelante|recuerda que|olvida la (?:\S+ )?regla)(?!\p{L})`,
    ...ORDERS,
    '(?:请|請)?(?:记住|記住|牢记|总是|總是|始终|一律|务必|绝不|从不|不要再|从现在开始|从现在起|以后|以後|今后)',
  ].join('|')})|,\\s*(?:always|please remember|remember (?:it|this|that))[.!]*$`,
  'iu',
)
/** "From now on the build fails, fix it": work of today is beside it. */
const ALSO_WORK = /\b(?:fix|repair|correct|change) (?:it|this|that|them)\b/iu

/** Whether a sentence only says what holds for later, or ends such a rule: nothing is to be done now. */
export function onlyTeaches(sentence: string): boolean {
  if (hasTaskBeside(sentence)) return false
  return TEACHES.test(sentence) && !ALSO_WORK.test(sentence) && !/[?？]\s*$/.test(sentence)
}

/** Whether work of today follows a rule in the same sentence: "We use pnpm, so fix the tests". */
export function hasTaskBeside(sentence: string): boolean {
  return TEACHES.test(sentence) && taskBesideRule(sentence) !== null
}
