const LONGEST = 60

/** Short agreements in five languages, and selections such as `2` or `work on 2`. */
const YES =
  /^(?:(?:y|yes|yep|yeah|ok|okay|k|sure|fine|right|exactly|correct|please|pls|now|then|go|go on|go ahead|continue|proceed|keep going|carry on|do it|do that|do so|make it so|let's go|sounds good|looks good|perfect|great|good|next|start|work on|the|option|number|step|first|second|third|last|one|and|both|all|of them|it|that|this|ja|jo|jawohl|klar|genau|gut|passt|weiter|mach|mach das|mach es|mach weiter|los|bitte|gerne|einverstanden|nimm|das|schritt|erste|zweite|beide|oui|ouais|d'accord|vas-y|allez|continue|continuez|fais-le|parfait|bien|bien sûr|très|s'il te plaît|étape|sí|si|vale|claro|de acuerdo|adelante|sigue|continúa|hazlo|perfecto|bueno|dale|por favor|paso|[a-d]|\d{1,2})(?:[\s,.!;:)、，。！]+|$))+$/iu
const HAN_YES =
  /^(?:(?:好|好的|好吧|可以|行|是|是的|对|对的|嗯|继续|请继续|没问题|同意|就这样|做吧|开始吧|开始|去做吧|第[一二三四五12345]个|选[一二三12345]|吧)[\s,.!，。！]*)+$/u

/** Whether a message only agrees to what was said before, or selects from it (row 119). */
export function isAffirmation(message: string): boolean {
  const text = message.trim()
  return text !== '' && text.length <= LONGEST && (YES.test(text) || HAN_YES.test(text))
}
