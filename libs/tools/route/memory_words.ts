/**
 * The words of the user are about what is remembered: only then the tools of memory are in the prompt. Memory of a machine and
 * sentences that teach a rule are not meant: the program stores a rule by itself.
 */
export const MEMORY_WORDS =
  /\b(?:(?:do|did|can) you (?:still )?(?:remember|recall)|what (?:do|did) you (?:still )?remember|(?:your|project|long-term) memor(?:y|ies)\b(?! (?:leaks?|usage|limits?|use|footprint))|(?:save|add|write|commit) (?:\S+ ){0,3}(?:to|into) memory|memory (?:notes?|files?|entr(?:y|ies))|memor(?:y|ies) about|forget (?:the|that|this|my|our) (?:\S+ )?(?:rules?|notes?|conventions?)|what have you learned|erinnerst du dich|was hast du dir gemerkt|dein(?:em?)? gedächtnis|vergiss die (?:\S+ )?(?:regel|notiz)|te souviens-tu|tu te souviens|ta mémoire|oublie la (?:\S+ )?(?:règle|note)|te acuerdas|recuerdas|tu memoria|olvida la (?:\S+ )?(?:regla|nota))\b|\bMEMORY\.md\b|(?:你|您)(?:还|還)?(?:记得|記得|记住了|記住了)|你的(?:记忆|記憶)|忘掉|忘记.{0,8}规则/iu

/** "Save it after all": what was refused before may be asked about again. A question about memory is no such wish. */
const SAVES =
  /\b(?:save|store|keep|note|add|write)\s+(?:it|this|that|them|these|those|down|the)\b|(?<!\b(?:you|I|we)(?: still)? )\bremember (?:it|this|that|the)\b|\b(?:speicher|merk|notier)\p{L}* (?:es|das|dies|dir|die|den)(?!\p{L})|\b(?:enregistre|retiens|garde|sauvegarde|note)[sz]?(?:-l[ae]s?| (?:ça|cela|la|le|les))(?!\p{L})|(?<!\p{L})(?:gu[aá]rda|anota|apunta|recu[eé]rda)(?:l[oa]s?| (?:eso|esto|la|el))(?!\p{L})|记住|记下|存下来|保存/iu

/** Whether words of the user want something saved. */
export function asksToSave(message: string): boolean {
  return SAVES.test(message)
}
