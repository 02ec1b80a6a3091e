import type { LetterPattern } from '#core'
import { CHINESE } from '../languages/chinese.js'
import { ENGLISH } from '../languages/english.js'
import { FRENCH } from '../languages/french.js'
import { GERMAN } from '../languages/german.js'
import { oneOf, whole } from '../languages/language.js'
import { SPANISH } from '../languages/spanish.js'
import { OF_STATE, OF_TODAY, TESTS_PASS } from './statements.js'

/** People who have to do something report a nuisance, and tests that must pass are the task of today. */
const NO_KIND =
  'of|the|this|that|these|those|it|them|my|your|his|her|other|one|thing|tests?|checks?|users?|customers?|people|clients?|nutzer|benutzer|kunden|kunde|der|die|das|diese[rsn]?|andere[nrs]?|utilisateurs?|ces|autres?|ce|pruebas?|usuari[oa]s?|est[aeo]s?|es[ao]s?'
const WORDS = String.raw`(?:(?!(?:that|who|which|die|der|das|qui|que)\s)[\p{L}\p{N}_'’./()-]+ ){1,7}?`
/** What follows "must" where the speaker only guesses: "must have been empty". */
const GUESS = [
  String.raw`(?:still|already|surely|probably|somehow)\s|have (?:\p{L}+(?:ed|en)|lost|gone|come|got|had|made|done|run|hung|left|sent|become)(?!\p{L})`,
  String.raw`be (?:\p{L}+ing|old|cached|off|gone|dead|there|here|due|because|somewhere|the|pass\p{L}*)(?!\p{L})`,
  'pass|run through|succeed|compile|be green',
  String.raw`avoir (?:été|\p{L}+(?:é|i|u)e?s?)(?!\p{L})|être en train|passer`,
  String.raw`haber|de |estar|pasar|seguir`,
  String.raw`être (?:fau(?:x|sses?)|vides?|cassée?s?)(?!\p{L})`,
].join('|')
const NO_GUESS = String.raw`(?!(?:${GUESS}))`
/** What a rule demands; what a program does ("must load twice") may be the task of today. */
const MUST = String.raw`${NO_GUESS}(?:be|have|carry|use|go|live|start|end|begin|contain|include|implement|extend|declare|define|set|write|return|follow|document|log|name|set|state|accept|support|validate|check|handle|respect|match|stay|come)(?!\p{L})`
const MUSS = String.raw`(?!(?:\p{L}+ ){0,4}?(?:falsch|leer|kaputt|weg|grün|rot|da|hier|zweimal)(?!\p{L}))(?:[^\s.!?]+ ){0,10}(?:haben|tragen|sein|werden|verwenden|benutzen|nutzen|enthalten|gehen|stehen|liegen|beginnen|enden|prüfen|schreiben|folgen|erben|liefern|behandeln|unterstützen)[.!]*$`
const DOIT = String.raw`${NO_GUESS}(?:avoir|porter|utiliser|être|passer par|contenir|commencer|finir|suivre|hériter|renvoyer|vérifier|valider|inclure|déclarer|documenter|implémenter|écrire)(?!\p{L})`
const DEBE = String.raw`${NO_GUESS}(?:tener|llevar|usar|ser|pasar por|contener|empezar|terminar|seguir|heredar|devolver|validar|incluir|aparecer|guardarse|escribirse|ir|vivir|implementar)(?!\p{L})`
const CODE_NOUN = String.raw`(?:\u0060[^\u0060]+\u0060|[\p{L}\p{N}_.]+\(\)|malloc|unwrap|goto|eval|console\.log|print(?:ln|f)?|jquery|lodash|globals?|singletons?|magic numbers?|raw sql|inline styles?|default exports?|recursion|reflection|any|var)`

/** What each thing of a kind must be, in the form of a rule; "All lists must have been empty" is a guess. */
const EACH: readonly { pattern: LetterPattern; report: LetterPattern }[] = [
  {
    pattern: oneOf(
      String.raw`^(?:every|each|all|any) (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:must ${MUST}|(?:must not|must only|may only|may not|may never) ${NO_GUESS}\S)`,
      String.raw`^no (?!(?:${NO_KIND}|way|idea)(?!\p{L}))${WORDS}(?:may|must)(?: ever)? ${NO_GUESS}\S`,
    ),
    report: ENGLISH.report,
  },
  {
    pattern: oneOf(
      String.raw`^(?:jede[rsmn]?|alle|sämtliche) (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:muss|müssen|darf nur|dürfen nur) ${MUSS}(?<!ge\p{L}+(?:t|en) (?:sein|haben)[.!]*)(?<!(?:iert|worden|standen|schwunden) (?:sein|haben)[.!]*)`,
      String.raw`^(?:jede[rsmn]?|alle|sämtliche) (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:darf|dürfen) (?:nie|niemals|nicht|kein\p{L}*) \S`,
      String.raw`^keine?[rsmn]? (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:darf|dürfen) (?!mehr)${NO_GUESS}\S`,
    ),
    report: GERMAN.report,
  },
  {
    pattern: oneOf(
      String.raw`^(?:chaque|tout|toute|tou(?:te)?s les) (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:doit|doivent) ${DOIT}`,
      String.raw`^aucune? (?!(?:${NO_KIND})(?!\p{L}))${WORDS}ne (?:doit|doivent|peut) (?!(?:avoir|être) \p{L}+ée?s?[.!]*$)\S`,
    ),
    report: FRENCH.report,
  },
  {
    pattern: oneOf(
      String.raw`^(?:cada|tod[oa]|tod[oa]s l[oa]s) (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:debe|deben) ${DEBE}`,
      String.raw`^cada (?!(?:${NO_KIND})(?!\p{L}))[\p{L}-]+ nuev[oa] (?:tiene que|ha de) ${DEBE}`,
      String.raw`^ning(?:ún|una) (?!(?:${NO_KIND})(?!\p{L}))${WORDS}(?:debe|puede) (?!haber|estar)\S`,
    ),
    report: SPANISH.report,
  },
  {
    pattern: oneOf(
      String.raw`^任何(?!人|用户|地方)[^，,。]{1,16}都(?:不得|不准|不许|不許|不要|禁止)\S`,
      String.raw`^(?![我它他她这那這]|用户(?!的)|(?:请|請)?(?:写|加|修|做|给|把|让|找|查|显示|解释))[^，,：:。说覺觉认]{2,20}(?:(?:绝对|絕對|千万|千萬)(?:不能|不可以|不可(?!能)|不得|不许|不准|不要|别)|一律(?:不|禁止)|严禁|嚴禁)(?!.*了[。！]?$)\S.`,
      String.raw`^(?:千万|千萬|绝对|絕對)(?:别|不能|不可以|不可(?!能)|不许|不准)(?!.*了[。！]?$)(?!(?:忘|这|那|再|动|担心|误会))\S{1}.{4}`,
      String.raw`^(?![我它他她这那這])[^，,：:。]{2,12}都(?:要|得|应该)(?:放|写|用|走|带|经过|通过|使用)[^，,。]+[，,](?:不要|不能|不许|别|禁止)\S{2}`,
    ),
    report: CHINESE.report,
  },
]

/** Things on the screen: what they must be, or what happens with them, may be the task of today. */
const SCREEN = oneOf(
  whole(
    'buttons?|cells?|rows?|columns?|icons?|links?|labels?|titles?|menus?|screens?|dialogs?|tabs?|headings?|footers?|sliders?',
    'knopf|knöpfe|zellen?|zeilen?|spalten?|links?|titel|menüs?|dialoge?|überschrift(?:en)?|kacheln?|bildschirm',
    'boutons?|cellules?|lignes?|colonnes?|icônes?|liens?|titres?|écrans?|onglets?|cases?',
    'bot(?:ón|ones)|celdas?|filas?|columnas?|iconos?|enlaces?|títulos?|pantallas?|pestañas?',
  ),
  '按钮|按鈕|图标|标题|行|列|屏幕|菜单|弹窗',
)
/** "must be down": a state, where it is not of a form that code has. */
const STATE = oneOf(
  String.raw`must be (?!(?:in|under|behind|iso|utc)(?!\p{L})|[\p{L}-]+(?:ed|able|ible|ent)(?!\p{L}))\S|(?:muss|müssen) (?:[^\s.!?]+ ){1,10}sein[.!]*$`,
  String.raw`doi(?:t|vent) être (?!(?:en|dans)(?!\p{L})|\p{L}+(?:able|ible|ent)s?(?!\p{L}))\S|deben? ser (?!\p{L}+(?:able|ible|ente)s?(?!\p{L}))\S`,
)
const HAS = oneOf(
  whole(
    'must (?:have|carry|contain)|haben|tragen|doi(?:t|vent) (?:avoir|porter)|deben? (?:tener|llevar)',
  ),
)

/** "No malloc anywhere, only static buffers.": what is forbidden, and what is done. */
const NOWHERE = oneOf(
  String.raw`^no ${CODE_NOUN}(?!\p{L})[^.!?,;]{0,40} anywhere(?!\p{L})[^.!?,;]{0,30}[,;] (?:only|always|use|return|prefer|not even)\s\S`,
  String.raw`^keine? ${CODE_NOUN}(?!\p{L})[^.!?,;]{0,30} (?:nirgend(?:s|wo)|irgendwo)(?!\p{L})[^.!?,;]{0,30}[,;] (?:nur|immer|verwende|auch nicht)\s\S`,
  String.raw`^(?:pas de|aucune?) ${CODE_NOUN}(?!\p{L})[^.!?,;]{0,30} nulle part(?!\p{L})[^.!?,;]{0,30}[,;] (?:uniquement|seulement|toujours|utilise|pas même)\s\S`,
  String.raw`^(?:nada de|ningún) ${CODE_NOUN}(?!\p{L})[^.!?,;]{0,30} en ning(?:ún|una) (?:sitio|lugar|parte)(?!\p{L})[^.!?,;]{0,30}[,;] (?:solo|siempre|usa|ni siquiera)\s\S`,
  String.raw`^(?:任何|所有)地方都(?:不要|不能|不许|禁止)(?:用|使用|调用|写)\s*[^，,。]{1,20}[，,](?:只|一律|用)\S`,
  // "No unwrap() outside of tests, always return the error.": an order follows what is forbidden.
  String.raw`^no (?!(?:problem|idea|way|need|worries|luck|matter|doubt|one|output|results?|errors?|response|answer|change|effect|difference|data|entries|tests?|docs|logs?)(?!\p{L}))[^.!?,;]{3,60}, always (?:use|return|throw|write|put|take|prefer|propagate|pass|wrap|call|import|go through|inject|log)\s\S`,
  String.raw`^kein(?:e[nrs]?)? (?!(?:ahnung|problem|wunder|sorge|zweifel|ausgabe|ergebnis\p{L}*|fehler|antwort|änderung|daten|tests?|logs?)(?!\p{L}))[^.!?;]{3,60}, immer (?:(?:verwende|benutze|nutze|nimm) \S|[^.!?]{2,80}(?:verwenden|benutzen|nutzen|nehmen|werfen|weiterreichen|weitergeben|zurückgeben|schreiben|aufrufen|protokollieren|importieren)[.!]*$)`,
  String.raw`^(?:pas de|aucune?) (?!(?:problème|souci|idée|raison|sortie|résultats?|erreurs?|réponse|changement|tests?)(?!\p{L}))[^.!?,;]{3,60}, toujours (?:utilise|utiliser|propage|propager|renvoie|renvoyer|passe|passer|retourne|retourner|écris|écrire|mets|mettre)\s\S`,
  String.raw`^(?:nada de|ningún|ninguna) (?!(?:nuevo|salida|resultados?|error(?:es)?|respuesta|cambios?|pruebas?|datos)(?!\p{L}))[^.!?,;]{3,60}, siempre (?:usa|propaga|devuelve|lanza|pasa|escribe|pon|registra|importa|inyecta|llama)\s\S`,
)

const THING = String.raw`(?!(?:it|this|that|them|these|those|something|anything)(?!\p{L}))`
const DO_TOO = String.raw`(?:bump|update|run|re-?run|regenerate|rebuild|raise|list|describe|document|adjust|extend|mention|increment|increase)(?: also)? (?:the|an?|its|all|every|each|both|make|npm|pnpm|yarn|cargo|go|python|pytest|[\p{L}\p{N}/_.-]+\.\p{L}+|\p{L}+_\p{L}+)(?!\p{L})|list it (?:in|under)(?!\p{L})|(?:add|write) an? (?:\p{L}+ )?(?:tests?|migration|changelog|entry|note|translation|comment|snapshot|line (?:in|to))(?!\p{L})|(?:tell|ask) me(?: first| before\b.*)?[.!]*$`
/** A document of the project: what must change with the code, and not with data of the program. */
const DOCUMENT = String.raw`(?:(?:[\p{L}\p{N}_-]+/){0,8}[\p{L}\p{N}_-]+\.md|openapi\.\w+|readme|changelog)`

/** What goes with a change of the code: "If you touch the layers, bump VERSION." */
const WITH_CHANGE = oneOf(
  String.raw`^(?:if|whenever) you (?:touch|change|edit|modify) ${THING}[^.!?,]{3,80}, (?:also |please |then )?(?:${DO_TOO})`,
  String.raw`^(?:if|when|whenever|after|before) you (?:touch|change|edit|modify|add|introduce|create|rename|remove|delete|move) (?:an?|any|another) [^.!?,]{3,80}, (?:also |please |then )?(?:${DO_TOO})`,
  String.raw`^(?:wenn|falls|sobald) du (?!(?:es|das|ihn|sie|dies|etwas) (?:anf|änd|anp|bea|hin|umb))[^.!?,]{3,80} (?:anfasst|änderst|anpasst|bearbeitest|hinzufügst|umbaust), (?:dann |bitte )?(?:erhöhe|aktualisiere|ergänze|führe|passe|schreibe?|ziehe?|trage?|erzeuge|generiere|dokumentiere|sag mir(?!,? (?:was|warum|ob))|frage? mich)\s\S`,
  String.raw`^(?:si|quand|lorsque|dès que) tu (?:touches|modifies|changes|ajoutes|édites) (?!(?:ça|cela|ceci)(?!\p{L}))[^.!?,]{3,80}, (?:mets|incrémente|lance|régénère|ajoute|documente|écris|augmente|adapte|pense à)\s\S`,
  String.raw`^(?:si|cuando) (?:tocas|cambias|modificas|añades|agregas|editas) (?!(?:esto|eso|algo)(?!\p{L}))[^.!?,]{3,80}, (?:sube|actualiza|ejecuta|regenera|incrementa|documenta|añade|agrega|escribe|ajusta)\s\S`,
  String.raw`^(?:如果|要是|只要|凡是)你?(?:改|动|動|修改|改动|新增|添加|碰)(?:了|到)?(?!它|这|那)[^，,。]{2,30}[，,](?:就|请|也|都)?(?:要|得|必须|记得)?(?:同步)?(?:更新|运行|跑|升级|补上|写|重新生成)\s?\S`,
  String.raw`^(?:when|whenever|if) (?:the|an?|any) [\p{L}\p{N} _-]{2,40} changes?, (?:also )?${DOCUMENT} (?:must|has to|needs to) (?:change|be (?:updated|adapted|adjusted))(?!\p{L})`,
  String.raw`^(?:wenn|sobald|falls) sich [^.!?,]{2,40} ändert, muss (?:auch )?${DOCUMENT} (?:\p{L}+ )?(?:nachgezogen|angepasst|aktualisiert|geändert) werden(?!\p{L})`,
  String.raw`^(?:quand|lorsque|si) [^.!?,]{2,40} change, ${DOCUMENT} doit (?:aussi )?(?:changer|être (?:mis à jour|adapté))(?!\p{L})`,
  String.raw`^(?:cuando|si) cambia [^.!?,]{2,40}, (?:también )?${DOCUMENT} (?:tiene que|debe) (?:cambiar|actualizarse)(?!\p{L})`,
  String.raw`^[^，,。]{2,16}(?:变了|改了|变更|有变化)(?:时|之后|后)?[，,]\s*${DOCUMENT}\s*(?:也|都)(?:要|得|必须)(?:改|更新|同步)`,
)
const TODAY_ONLY = oneOf(
  String.raw`(?<![.\p{L}])(?:now|today|tonight|currently|jetzt|heute|maintenant|aujourd.hui|ahora|hoy|yesterday|gestern)(?![\p{L}(])`,
  '现在|現在|今天|目前|昨天|刚才|这次|這次',
)

/** An order that the next sentence ("Always.") makes a rule. */
const ORDER = oneOf(
  String.raw`^(?:please )?(?:(?:don['’]?t|do not) (?:use|write|put|call|import|add|log|mock|commit|push|touch|edit|throw|catch|store|log|hardcode|nest|create)|use|write|put|prefer|avoid|name|format|return|throw|wrap|inject)\s+\S`,
  String.raw`^(?:bitte )?(?:verwende|benutze|nutze|schreibe?|vermeide|benenne|formatiere)\s+\S`,
  String.raw`^(?:utilise|écris|évite|nomme|formate|n['’](?:utilise|écris|appelle|importe|ajoute) (?:pas|plus)|ne (?:mets|mocke|commite|touche|modifie|stocke) (?:pas|plus))\s+\S`,
  String.raw`^(?:usa|utiliza|escribe|evita|nombra|no (?:uses|escribas|pongas|llames|importes|guardes|toques|añadas))\s+\S`,
  String.raw`^(?:请|請)?(?:不要|别|別)?(?:用|使用|写|调用|提交|修改)\s?\S`,
)
const FORBIDS = /^(?:please |bitte |请|請)?(?:don['’]?t |do not |n['’]|ne |no |不要|别|別)/iu
const ALWAYS =
  /^(?:always|every time|(?:jedes mal|immer)|toujours|siempre|(?:永远|永遠|每次|一直)(?:如此|都这样|都這樣|这样)?)[.!。！]*$/iu
const EVER = /^(?:ever|never|nie|niemals|jamais|nunca|jamás)[.!]*$/iu
/** A speaker who is not sure, or asks for it now. */
const UNSURE = oneOf(
  whole(
    'i (?:think|guess|suppose|believe|assume)|it seems|apparently|already|twice|gerade|schon|zweimal|doppelt|déjà|deux fois|dos veces|maybe|perhaps|please|glaube? ich|ich glaube|vermutlich|vielleicht|wohl|bitte',
  ),
  whole("je (?:crois|pense|suppose)|peut-être|s'il te plaît|creo|supongo|quizás?|por favor"),
  '(?<!\\p{L})again[.!]*$|我(?:猜|想|觉得|覺得)|可能|也许|大概|吧[。！]?$|一下[。！]?$',
)

/** Whether a sentence is "Always." alone, behind an order: then that order is a rule. */
export function makesRuleOf(text: string, before: string): boolean {
  if (/[?？]\s*$/.test(before)) return false
  if (!ALWAYS.test(text) && !(EVER.test(text) && FORBIDS.test(before))) return false
  return ORDER.test(before) && !TODAY_ONLY.test(before)
}

/**
 * Whether a sentence demands something of each thing of a kind, forbids something everywhere, or says what goes with a
 * change. Beside a task it may describe that task: only a message of nothing but rules teaches it. What something on the
 * screen must be, and most states, are in doubt.
 */
export function demandIn(text: string): 'rule' | 'doubt' | 'none' {
  const none = [TODAY_ONLY, UNSURE, TESTS_PASS, OF_STATE].some((pattern) => pattern.test(text))
  if (none || /[:：]\s*$/.test(text)) return 'none'
  if (WITH_CHANGE.test(text)) return SCREEN.test(text) ? 'doubt' : 'rule'
  if (OF_TODAY.test(text)) return 'none'
  if (NOWHERE.test(text)) return 'rule'
  if (!EACH.some(({ pattern, report }) => pattern.test(text) && !report.test(text))) return 'none'
  return STATE.test(text) || (SCREEN.test(text) && !HAS.test(text)) ? 'doubt' : 'rule'
}
