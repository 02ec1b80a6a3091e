/** "I want that …", "it has to …": what follows is to become so. */
const WISH =
  /^(?:ich (?:möchte|will|wünsche mir|hätte gerne?),? dass|es soll(?:te)?(?!\p{L})|wir (?:brauchen|müssen)(?!\p{L})|(?:yo )?(?:quiero|quisiera|necesito|me gustaría) que|hay que|hace falta|tiene[sn]? que|(?:eu )?(?:quero|queria|gostaria|preciso) que|é preciso|tem que|il (?:faut|faudrait)(?!-)|(?:je (?:veux|voudrais|souhaite)|j['’]aimerais) que?|(?:voglio|vorrei) che|bisogna)(?!\p{L})/iu
/** The wish is for words: "Quiero que me expliques …", "Ich möchte, dass du mir … erklärst". */
const FOR_WORDS =
  /(?<!\p{L})(?:erklär|erläuter|sag|zeig|beschreib|prüf|expli|digas?(?!\p{L})|muestr|mostr|resum|revis|anali|analys|descri|décri|montr|dises?(?!\p{L})|spieg|saber|savoir|wissen|entend|compren|verst)\p{L}*/iu
/** A polite person in front of the verb: "tu peux …", "você pode …". */
const PERSON =
  /^(?:tu|vous|on|você|vocês)\s+(?=(?:peux|pouvez|peut|pourrais|pourriez|pourrait|pode|podem|poderia|poderiam|consegue)(?!\p{L}))/iu
const WHETHER =
  /^(?:(?:über)?prüfe?|kontrolliere?|schaue?|lies|finde heraus|vérifie[rz]?|contrôlez?|regardez?|comprueb[ae]|verific[ae]|mir[ae]|ve[ar]|veja|verifique|confira|cheque|controlla|verifica|guarda|controleer|kijk),? (?:bitte |mal |nach, )*(?:ob|wie|wo|was|warum|wann|wer|welche[rsn]?|wieso|si|s['’]il|comment|pourquoi|quels?|quelles?|où|qué|cómo|dónde|cuál(?:es)?|cuánt[oa]s?|por qué|se|como|onde|quais|quant[oa]s|of|hoe)(?!\p{L})/iu

/** Whether a sentence in German, French, Spanish, Portuguese or Italian wishes that something becomes so. */
export function wishesChange(sentence: string): boolean {
  return !/[?？]\s*$/u.test(sentence) && WISH.test(sentence) && !FOR_WORDS.test(sentence)
}

/** Whether a sentence asks to find out whether, how or where something is, and orders nothing behind that. */
export function asksWhether(sentence: string): boolean {
  return (
    WHETHER.test(sentence) &&
    !/[,;.]|(?<!\p{L})(?:und|et|y|e|puis|luego)(?!\p{L})/iu.test(
      sentence.replace(/^[^\s,]+,/u, '').replace(/[.!]\s*$/u, ''),
    )
  )
}

/** The sentence without a polite person in front: "tu peux corriger" as "peux corriger". */
export function withoutPerson(sentence: string): string {
  return sentence.replace(PERSON, '')
}
