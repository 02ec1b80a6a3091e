import { oneOf, type RuleLanguage, whole } from '../languages/language.js'

/** What must be is no report. */
const NORM = oneOf(
  whole('must|should|soll|sollen|muss|müssen|darf|dürfen|doit|doivent|debe|deben|必须|不得'),
)

/** A demand of today: "every function needs a docstring, add them". */
export const OF_TODAY = oneOf(
  // The clock in code ("clock.now()") is no word of today.
  String.raw`(?<![.\p{L}\p{N}])(?:now|today|tonight|currently|jetzt|heute|maintenant|aujourd.hui|ahora|hoy)(?![(\p{L}\p{N}])`,
  String.raw`,\s*(?:so |please |bitte |also )?(?:add|fix|make|write|change|do|ergänze|füge|ajoute|corrige|añade|arregla)\p{L}*(?!\p{L})`,
  '[，,](?:请|請)?(?:帮|幫|加|补|補|修|改)|现在|現在|今天|目前',
)

/** What ends the task of today: "All tests must pass." */
export const TESTS_PASS = oneOf(
  String.raw`(?<!\p{L})tests? (?:must|should|have to|has to|müssen|muss|sollen|doivent|doit|deben|debe) (?:still |also |auch |weiter(?:hin)? |aussi |también )?(?:pass|succeed|work|run|compile|be green|grün sein|(?:durch)?laufen|bestehen|passer|pasar)(?: (?:before|when|by the time) you (?:stop|finish|are done))?[.!]*$`,
  String.raw`(?<!\p{L})pruebas (?:deben|tienen que) (?:también )?pasar[.!]*$|测试(?:都|全部)?(?:必须|要)(?:全部)?(?:通过|跑通)[。！]?$`,
)

/** What must still be, be right or not be lost is what a task of today has to reach. */
export const OF_STATE = oneOf(
  String.raw`(?:must|should|have to|has to|may)(?= )(?!.{0,200}\bthe same (?:name|order|type)\b).{0,200}(?<!\p{L})(?:again|still|any ?more|the (?:right|correct|proper|same)|be (?:lost|missing|skipped|there|left)|this|these|that run)(?!\p{L})`,
  String.raw`(?:muss|müssen|darf|dürfen)(?= ).{0,200}(?<!\p{L})(?:wieder|noch|richtige[nrs]?|korrekte[nrs]?|gleiche[nrs]?|selbe[nrs]?|fehlen|verloren|da sein)(?!\p{L})`,
  String.raw`(?:doit|doivent|peut)(?= ).{0,200}(?<!\p{L})(?:encore|à nouveau|de nouveau|l[ae]s? (?:bonne?s?|correcte?s?|mêmes?)|manquer|perdue?s?)(?!\p{L})`,
  String.raw`(?:debe|deben|puede|tiene que)(?= ).{0,200}(?<!\p{L})(?:de nuevo|otra vez|todavía|aún|mism[oa]s?|correct[oa]s?|faltar|perderse)(?!\p{L})`,
  String.raw`(?:必须|不能|不要|都要)(?:.{0,200}(?:还在|重新|正确|一样)|丢[。！]?$)`,
)

/**
 * What a sentence with "always" or "never" is: `rule` states what holds in each case, `doubt` may report the same, `none`
 * is something else. A rule of which the report sounds the same is not learned: the person can begin it with `#`.
 */
export function statementIn(
  text: string,
  { holds, report, definite }: RuleLanguage,
): 'rule' | 'doubt' | 'none' {
  if (!holds.test(text) || report.test(text) || TESTS_PASS.test(text)) return 'none'
  return definite.test(text) && !NORM.test(text) ? 'doubt' : 'rule'
}

/** "Rule 1: …", "Projektregel: …", "Règle n° 3 : …": the person calls it one. A small rest is a heading. */
const LABEL = oneOf(
  String.raw`^(?:(?:project|team|coding|house|naming|code|style|general|new|another) )?(?:rules?|conventions?|guidelines?)(?: (?:no\.? ?|number |#)?\d+)?\s*(?::|[–-]\s)\s*\S.{4}`,
  String.raw`^(?:projekt|team|haus|grund|code)?-?(?:regel|konvention|richtlinie|vorgabe)n?(?: (?:nr\.? ?|nummer )?\d+)?\s*(?::|[–-]\s)\s*\S.{4}`,
  String.raw`^(?:règles?|conventions?|consignes?)(?: (?:n[°ºo.]*\s?|numéro )?\d+)?(?: (?:du projet|de l'équipe|d'équipe))?\s*(?::|[–-]\s)\s*\S.{4}`,
  String.raw`^(?:reglas?|convenci(?:ón|ones)|normas?)(?: (?:n[.º°]*\s?|número )?\d+)?(?: del (?:proyecto|equipo))?\s*(?::|[–-]\s)\s*\S.{4}`,
  String.raw`^(?:第?[一二三四五六七八九十\d]+(?:条|條))?(?:项目|項目|团队|團隊|代码|编码)?(?:规则|規則|约定|約定|規定|规定|规范|規範|守则)(?:第?[一二三四五六七八九十\d]+(?:条|條)?)?\s*[：:]\s*\S.{2}`,
)

/** Whether a sentence says what must be so for each thing of a kind, or is labelled as a rule. */
export function isNorm(text: string, { norm, report }: RuleLanguage): boolean {
  if ([OF_TODAY, OF_STATE, TESTS_PASS].some((pattern) => pattern.test(text))) return false
  return LABEL.test(text) || (norm.test(text) && !report.test(text))
}

/** Whether a sentence reports something, in a language whose orders and reports have one form. */
export function reports(text: string, { report, ordersAreClear }: RuleLanguage): boolean {
  return ordersAreClear !== true && report.test(text)
}
