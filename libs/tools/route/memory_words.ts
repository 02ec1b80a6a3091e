/**
 * The words of the user are about what is remembered: only then the tools of memory are in the prompt. Memory of a machine and
 * sentences that teach a rule are not meant: the program stores a rule by itself.
 */
export const MEMORY_WORDS =
  /\b(?:(?:do|did|can) you (?:still )?(?:remember|recall)|what (?:do|did) you (?:still )?remember|(?:your|project|long-term) memor(?:y|ies)\b(?! (?:leaks?|usage|limits?|use|footprint))|(?:save|add|write|commit) (?:\S+ ){0,3}(?:to|into) memory|memory (?:notes?|files?|entr(?:y|ies))|memor(?:y|ies) about|forget (?:the|that|this|my|our) (?:\S+ )?(?:rules?|notes?|conventions?)|what have you learned|erinnerst du dich|was hast du dir gemerkt|dein(?:em?)? gedächtnis|vergiss die (?:\S+ )?(?:regel|notiz)|te souviens-tu|tu te souviens|ta mémoire|oublie la (?:\S+ )?(?:règle|note)|te acuerdas|recuerdas|tu memoria|olvida la (?:\S+ )?(?:regla|nota))\b|\bMEMORY\.md\b|(?:你|您)(?:还|還)?(?:记得|記得|记住了|記住了)|你的(?:记忆|記憶)|忘掉|忘记.{0,8}规则/iu
