import { type LetterPattern, letterPattern } from '#core'
import { oneOf } from '../languages/language.js'
import { OF_TODAY, TESTS_PASS } from './statements.js'

/** Verbs of an order about code. What a program does for its user ("show", "open") may be the task of today. */
const VERB = String.raw`(?:put|use|store|log|query|write|read|add|call|return|throw|raise|send|block|alter|change|edit|touch|commit|push|import|keep|pass|take|expose|print|cache|mock|catch|swallow|trust|hardcode|round|convert|compare|allocate|sleep|wait|hold|delete|drop|skip|check|validate|wrap|inject|assume|rely|depend|mutate|modify|share|leak|nest|name|prefix|mix|copy|respect)(?!\p{L})`
/** A thing of today is named with its article. */
const KIND = String.raw`(?!(?:the|this|that|these|those|my|your|it|they|he|she|i|we|you|there|what|why|when|if)(?!\p{L}))\p{L}`
/** An order for today comes first. */
const NO_TASK = String.raw`(?!(?:please |bitte )?(?:add|let|make|create|build|show|display|fix|implement|write|change|update|remove|allow|give|set|move|draw|render|rename|support|print|extend|füge?|baue?|erstelle?|zeige?|mach|lass|ändere|schreibe?|ajoute|crée|affiche|fais|añade|crea|muestra|haz)(?!\p{L}))`
const NO_PERSON = String.raw`(?!(?:that |which )?(?:i|we|you|users?|people|customers?)(?!\p{L}))`
const NEEDED = String.raw`(?:timeout|time limit|limit|test|comment|doc comment|docstring|migration|entry|bound|deadline|owner|reason|version number|version|guard|fallback|ticket)(?!\p{L})`
const HAN = String.raw`^(?![我它他她这那這]|(?:请|請)?(?:写|加|修|做|给|把|让|找|查|显示|解释)|(?:图片|图标|列表|页面|按钮|标题|颜色|菜单|弹窗))[^，,：:。]{1,16}`
const NOT_HAN = String.raw`[，,](?:请|請)?(?:不要|不能|不许|不許|禁止|别|別|不得)(?!忘|再)\S{2}`

/** "The cache is shared by all, so never put anything personal into it.": a reason or a place, and what never happens. */
const NEVER = oneOf(
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}[,;:] (?:so |and |then )?(?:please )?never ${VERB} ?\S`,
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}[,;] (?:so )?we (?:always|never) ${VERB} ?\S`,
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}[,;] (?:also |und |deshalb |daher )?(?:lege?|verwende|benutze|nutze|schreibe?|speichere?|logge|nimm|gib|rufe?|ändere|lösche|importiere|packe?|setze?|committe|vertraue?|prüfe?|fasse?) (?:\p{L}{1,20} ){0,3}?(?:nie|niemals) \S`,
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}, (?:así que )?(?:(?:nunca|jamás) (?:te fíes|uses|pongas|guardes|escribas|llames|confíes|toques|borres|cambies|metas|usa|respeta|pon|guarda|escribe|devuelve|comprueba|valida)|(?:usa|respeta|pon|guarda|escribe|devuelve|comprueba|valida) nunca)(?!\p{L}) ?\S`,
  String.raw`^(?:une?|chaque|toute?s?) [^.!?;,]{3,80} (?:est|sont) \p{L}+ée?s? [^.!?;,]{2,60}, jamais \p{L}+ée?s? \S`,
  String.raw`${HAN}(?:从来不|從來不|从不|從不|永不)(?:真正|物理|直接)?(?:删|刪|改|写|寫|存|用|调|調|发|發|覆盖|覆蓋|回滚|修改|提交)[^，,。]{0,12}[，,](?:只|一律|统一|統一|而是)\S`,
)
/**
 * "Nothing below core may import from the app.", "Every export needs a test.": what is said about whatever is of a kind may be
 * the task of today, as may what is always done after a reason.
 */
const EACH = oneOf(
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}[,;:] (?:so |and |then )?(?:please )?always ${VERB} ?\S`,
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}[,;] (?:also |und |deshalb |daher )?(?:lege?|verwende|benutze|nutze|schreibe?|speichere?|logge|nimm|gib|rufe?|ändere|lösche|importiere|packe?|setze?|committe|vertraue?|prüfe?|fasse?) (?:\p{L}{1,20} ){0,3}?(?:immer|stets) \S`,
  String.raw`^${NO_TASK}\p{L}[^.!?;]{7,160}, (?:así que )?(?:siempre (?:te fíes|uses|pongas|guardes|escribas|llames|confíes|toques|borres|cambies|metas|usa|respeta|pon|guarda|escribe|devuelve|comprueba|valida)|(?:usa|respeta|pon|guarda|escribe|devuelve|comprueba|valida) siempre)(?!\p{L}) ?\S`,
  String.raw`^(?:whatever|anything|everything) ${NO_PERSON}[^.!?,]{3,80} (?:must|has to|may only|needs|belongs) (?!again|still)(?:also )?(?:be [\p{L}-]+(?:ed|able|ible)|have|carry|use|go|pass|come|live|stay|follow|an?|its|in|on|behind|to|under)(?!\p{L})`,
  String.raw`^nothing (?:that|which|in|inside|below|outside|under|of) [^.!?,]{2,80} (?:may|must)(?: ever| not)? (?!have |still )\S`,
  String.raw`^(?:each|every) \p{L}[^.!?,]{2,60} needs (?:an?|its(?: own)?) (?:[\p{L}-]+ ){0,2}?${NEEDED}`,
  String.raw`^no (?!(?:problem|idea|way|need|tests?|files?|folders?|docs?|logs?|rows?|results?|errors?|output|response|answer|change|effect|data|entry|entries)(?!\p{L}))[^\s.!?,;]+ (?:outside(?: of)?|inside|within|below|in) [^.!?;]{2,50}, (?:return|use|throw|propagate|log|inject|prefer|raise|wrap|pass) (?!.{0,200}(?<!\p{L})then[.!]*$)\S`,
  String.raw`^we (?:retry|wrap|escape|prefix|pin|hash|encrypt|validate|squash|sign|abbreviate) (?!(?:it|this|that|them)(?!\p{L}))(?!.{0,200} and (?:the|it|then)(?!\p{L}))\S`,
  String.raw`^wer [^.!?,]{3,60}, (?:braucht (?:immer |stets )?(?:eine?n?|die|den|das)|darf (?:nie|niemals|nicht|nur)|muss (?:immer|stets)) (?!noch|wieder)\S`,
  String.raw`^alles,? was (?!(?:ich|man|wir|du)(?!\p{L}))[^.!?,]{3,60}, (?:braucht|muss|darf|gehört) (?!noch|wieder)\S`,
  String.raw`${HAN}只能(?:通过|通過|用|由|从|從|走)[^，,。]{1,20}${NOT_HAN}`,
  String.raw`${HAN}(?:统一|統一)(?:都)?(?:用|使用|走|放|写|寫)[^，,。]{1,24}${NOT_HAN}`,
)
/** "Money lives in integers, never in floats.": both halves say where, with the same word. */
const CONTRASTS: readonly LetterPattern[] = [
  oneOf(
    String.raw`^${KIND}[^.!?;,]{2,80} (?:lives?|belongs?|go|goes|stays?|comes?|is|are) (?:[^\s,]+ )?(in|on|as|from|into|behind|with|at|by) [^!?;,]{2,60}, never \1 \S`,
  ),
  oneOf(
    String.raw`^(?!(?:der|die|das|den|es|sie|er|ich|wir|man)(?!\p{L}))\p{L}[^.!?;,]{2,80} (?:liegt|liegen|gehört|gehören|steht|stehen|kommt|kommen|ist|sind|bleibt|bleiben) (?:[^.!?;,]{2,30} )?(als|im|in|aus|mit|auf|an|vom|von) [^.!?;,]{2,60}, (?:nie|niemals) \1 \S`,
  ),
  oneOf(
    String.raw`^(?:les|des|une?|chaque|toute?s?) [^.!?;,]{3,80} (?:est|sont|va|vont|reste|restent) (en|dans|par|avec|sur|comme) [^.!?;,]{2,60}, jamais \1 \S`,
  ),
  oneOf(
    String.raw`^(?:los|las|un|una|cada) [^.!?;,]{3,80} (?:va|van|es|son|queda|quedan) (en|con|por|como|desde) [^.!?;,]{2,60}, nunca \1 \S`,
  ),
]
/** What reports an error or today's work, in any of the languages. */
const REPORT: LetterPattern = letterPattern(
  // `response.Fail` is a name of code, and "alles, was …" no past.
  String.raw`(?<![\p{L}.])(?:fail\w*|crash\w*|wrong\w*|broken|breaks?|bugs?|empty|missing|too|incorrect\w*|no longer|still|slow\w*|stuck|stale|(?<!^alles,? )was|were|had|got|said|twice|but|why|fix|i|my|me|us|here|leere?[nrs]?|falsch\p{L}*|kaputt\p{L}*|fehlt|fehlen|hängt|war|waren|ich|mir|mein\p{L}*|warum|vides?|fau(?:x|sses?)|échou\p{L}*|plante\p{L}*|corrige|répare|était|étaient|je|vacías?|vacíos?|falla\p{L}*|malas?|malos?|arregla|corrige|era|eran|yo)(?!\p{L})|坏|错|失败|修复|为什么|空的|了[。！]?$`,
)

/** Whether a sentence says by its two halves what never happens: a rule. What is said about each of a kind is in doubt. */
export function clauseIn(text: string): 'rule' | 'doubt' | 'none' {
  if ([REPORT, OF_TODAY, TESTS_PASS].some((pattern) => pattern.test(text))) return 'none'
  if ([NEVER, ...CONTRASTS].some((pattern) => pattern.test(text))) return 'rule'
  return EACH.test(text) ? 'doubt' : 'none'
}
