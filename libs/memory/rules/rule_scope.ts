import { withoutOpenings } from '../words/openings.js'
import { subjectWords } from '../words/subject_words.js'
import { topicsOf } from '../words/topics.js'
import { isAboutCode } from '../words/weak_words.js'

/**
 * Where a rule holds, by its form. conduct: whatever a task is about. code: wherever code is written. subject: only
 * where the task has its subject. unknown: nothing tells.
 */
export type RuleScope = 'conduct' | 'code' | 'subject' | 'unknown'

/** How the agent talks, and how it ends a task. */
const CONDUCT =
  /\b(?:answers?|answering|respond|reply|replies|explain|explanations?|speak|talk|tell me|sentences?|bullet points|step by step|facts|guess(?:es|ing)?|assumptions?|not sure|unsure|after (?:each|every|any|all) (?:change|edit|task)s?|after (?:editing|changing)|before (?:finishing|you finish|each commit|every commit|the end)|lint\w*|formatter|format (?:the|your|all|every) code|prettier|gofmt|rustfmt|clang-format|clippy|eslint|ruff|commit\w*|branch\w*|push|pull requests?|rebase|antwort\w*|erklär\w*|sprich|rede|sätzen?|stichpunkt\w*|nach jeder änderung|vor dem (?:commit|ende)|réponds|répondre|explique\w*|phrases?|avant de finir|après chaque|respóndeme|cont[eé]sta(?:me)?|responde|explica|frases?|antes de (?:terminar|acabar)|después de cada)\b|\b(?:never|don'?t|do not|no|nothing)\b.*\bwithout (?:asking|my (?:ok|okay|consent|approval|permission|word))\b|\bohne (?:mich zu fragen|rückfrage|nachfrage|meine zustimmung)\b|\bsans (?:me (?:le )?demander|mon accord)\b|\bsin (?:preguntarme|consultarme|mi permiso)\b|没(?:有)?问[过過]?我|未经我|回答|解释|提交|每次改|分支/iu

/** "The server must answer within 50 ms": a thing answers, and not the agent. */
const THING_ANSWERS =
  /(?<!\b(?:you|i|we) )\b(?:must|may|can|shall|should|has to|have to|does(?:n't| not)|do(?:n't| not)|that|which|will|to) (?:(?:not|always|never|also|only) )*(?:answer|respond|reply)\b|\b(?:muss|darf|soll|kann|die|der|das) [^.]{0,40}?\bantworte[nt]\b/giu

/** The person who speaks is part of it: "always ask me before you add a package". */
const WITH_ME =
  /(?<![\p{L}])(?:(?:ask|tell|show|warn|remind|inform|consult) me|(?:always |please )?ask (?:before|first)|(?:frage?|warne?|erinnere?) mich|(?:sage?|zeige?|melde?) mir|\p{L}+-moi|(?:pregúnta|avísa|consúlta|recuérda|muéstra)me)(?![\p{L}])|[问問]我|告[诉訴]我|提醒我/iu

/** What is done before a task ends: "run the tests before you say done". */
const AT_THE_END =
  /\brun (?:(?:all|the|our|your|whole|full|unit) )*(?:tests?|test suite|checks?)\b|\bbefore (?:you )?(?:say|saying|report|reporting|claim|claiming|call|calling|are|you're)\b[^.]{0,30}\b(?:done|finished|complete|ready|fixed)\b|\b(?:führe?|lasse?)\b[^.]{0,20}\btests?\b[^.]{0,10}\b(?:aus|laufen)\b|\blance[rz]? (?:toujours )?(?:tous )?les tests\b|\bejecut\p{L}* (?:siempre )?(?:todas )?(?:los tests|las pruebas)\b|(?:运行|運行|跑)(?:所有|全部|一遍)?(?:测试|測試)/iu

/** How code looks, whatever it does. */
const CODE =
  /\b(?:comments?|docstrings?|jsdoc|indent\w*|tabs|(?:\d+|two|three|four|eight|with|use|using|indent\w*) spaces|spaces (?:for|not|instead)|semicolons?|trailing commas?|(?:single|double) quotes|quotes|line length|characters (?:a|per) line|camel ?case|snake[_ ]?case|pascal ?case|kebab[- ]?case|identifiers?|variable names|naming|type hints?|type annotations?|strict types|global variables|globals|magic numbers|constructors?|constructeurs?|konstruktor\w*|autowired|dependency injection|unique_ptr|shared_ptr|smart pointers?|raw (?:new|pointers?)|namespaces?|getters?|setters?|generics|abstract class(?:es)?|singletons?|static methods?|dataclass(?:es)?|lambdas?|decorators?|switch statements?|nested|nesting|malloc|heap|unsafe|unwrap\w*|force unwrap\w*|panic|early returns?|pure functions|arrow functions|inheritance|composition|named exports|default exports|immutable|mutable|goto|eval|console\.log|ternar\w+|kommentier\w*|kommentare?|einrück\w*|bezeichner|semikolons?|anführungszeichen|globale\w* variablen?|commente\w*|commentaires?|indente\w*|identifiants|guillemets|variables globales|fonctions pures|comenta\w*|sangr\w*|identificadores|comillas|variables globales|funciones puras)\b|\bany\b(?=.*\btypescript)|(?<![\p{L}\p{N}])(?:var|let|const)(?![\p{L}\p{N}])|\b(?:lines?\b.*\bcharacters|zeilen\b.*\bzeichen|lignes?\b.*\bcaractères|líneas?\b.*\bcaracteres|lignes? de code|lines? of code|(?:functions?|methods?) (?:of|with|longer|over|above|up) .*\blines|fonctions? de .*\blignes|funktionen? .*\bzeilen|funciones .*\blíneas)\b|每行|注释|註解|缩进|引号|分号|命名/iu

/** What names a place: a path, a name in code, a word in backticks. */
const PLACE =
  /`[^`]+`|\b\w+\(\)|\b[\w-]+(?:\/[\w.-]+)+\/?|\b[\w-]+\.[a-z]{1,6}\b|\b[a-z]+[A-Z]\w*\b|\b\w+_\w+\b/u

/** Names that languages give: errors, and types. */
const LANGUAGE_NAME = /\b[A-Z]\w*(?:Error|Exception|Result|Option)\b/gu

/** A place that must stay as it is: the agent may come there in any task. */
const BAN =
  /(?:\b(?:never|don'?t|do not|nie(?:mals)?|jamais|nunca|no)\b|不要|别|勿)[^.!?。]{0,20}?(?:\b(?:never |nunca )?(?:touch|edit|change|modify|delete|read|open|write to|ändern?|anfassen|lösch\w*|lies|lesen|touch\w*|modifi\w*|lis|lire|toques|edites|leas|modifiques|borres)\b|修改|删除|碰)\s*(?:nunca )?(?:the |to |in |le |la |el )?(?:(?:folder|directory|file) )?(?=[\w./-]*\w)[\w.-]*[./][\w./-]*|\b(?:nie(?:mals)?|nicht)\b[^.!?]{0,30}[\w.-]+[./][\w./-]*[^.!?]{0,20}(?:ändern|anfassen|löschen|lesen)|\bne\s+(?:touch|modifi|li[st]|édit|supprim|chang)\p{L}*\s+(?:jamais|plus|pas)\s+(?:à\s+|au\s+)?(?:le |la |les |l['’])?(?:dossier |fichier )?[\w.-]*[./][\w./-]*/iu

/** A sentence about a thing of the trade and not an order: "Coordinates are always longitude first." */
const FACT =
  /^(?:(?:the|an?|each|every|all|any|both|der|die|das|ein|eine|jede[rs]?|alle|les?|la|un|une|chaque|tou(?:s|tes) les|el|los|las|una|cada|tod[oa]s l[oa]s)\s|l['’]|(?!(?:we|you|i|everyone|wir|ich|du|nous|on|vous|tu|je|nosotros)\b)[\p{L}\d'’-]+(?: [\p{L}\d'’-]+){0,3}? (?:is|are|must|may|can|shall|should|has|have|needs?|gets?|goes|go|comes?|stays?|lasts?|costs?|counts?|carr(?:y|ies)|hangs?|starts?|ends?|wird|werden|ist|sind|darf|dürfen|muss|müssen|soll|sollen|kann|können|hat|haben|bekomm\p{L}*|geht|gehen|gilt|gelten|dauert|dauern|liegt|liegen|bleib\p{L}*|kommt|kommen)\s)/iu
/** German puts the verb first behind "from now on": "Ab jetzt dauert eine Schicht …". */
const FACT_GERMAN = /^\p{L}+(?:t|en|ist|sind)\s(?:ein|eine|der|die|das|jede[rs]?|alle)\s/iu
const FACT_CHINESE =
  /^(?!(?:我们|我們|咱们|请|請|不要|别|勿|绝不|从不|总是|一律|永远不要|在?(?:这个|這個|本)项目))[\p{Script=Han}]{2,12}?(?:总是|總是|永远|永遠|绝不能|绝不|不能|必须|必須|只能|最多|至少|一律|都|由)/u
/** "Nunca riegues si la humedad …": it holds in one case. */
const CASE =
  /\s(?:if|when|whenever|unless|until|before|after|without|wenn|falls|sobald|bevor|nachdem|ohne|quand|lorsqu\p{L}*|si|avant|après|sans|cuando|antes|después|sin)\s\S|如果|之前|之后|以前/iu

/** "Comments and commit messages in English": that is about code, too. */
const COMMIT_TEXTS =
  /commit[- ](?:messages?|nachrichten|texte?n?)|messages? de commits?|mensajes? de commits?|提交(?:信息|说明)/giu
/** "Never commit notebooks with outputs": what is in a commit; "never commit without asking" is conduct. */
const COMMITTED_THING =
  /\bnever commit (?!to\b|on\b|in\b|without|directly|straight|anything|if\b|when|before|unless|yourself|or\b|and\b|code that)(?:[\w.-]+ ){0,2}?[\w.-]+s\b|\bcommitte nie(?:mals)? (?!ohne|bevor|wenn|direkt|auf|in[sm]?\b|von)\p{L}+|\bne commite jamais (?:de |des |les )(?!mani)\p{L}+/iu

/** Where a rule holds. The same text gives the same answer. */
export function scopeOfRule(text: string): RuleScope {
  const about = withoutOpenings(text)
    .replace(/^[\s,;:，、：–-]+/u, '')
    .trim()
  const isFact = FACT.test(about) || FACT_GERMAN.test(about) || FACT_CHINESE.test(about)
  if (COMMITTED_THING.test(text)) return 'subject'
  const isCode = CODE.test(text)
  const said = isCode ? text.replace(COMMIT_TEXTS, ' ') : text
  const conduct = isFact ? said.replace(THING_ANSWERS, ' ') : said
  if ([CONDUCT, AT_THE_END, BAN, WITH_ME].some((form) => form.test(conduct))) return 'conduct'
  if (isCode) return 'code'
  // "Raise ValueError": a name of the language is no place.
  const isPlace = PLACE.test(isFact ? text : text.replace(LANGUAGE_NAME, ' '))
  if (isPlace) return 'subject'
  if (isAboutCode([...subjectWords(about)])) return 'code'
  if (topicsOf(text).size > 0) return 'subject'
  return isFact || CASE.test(about) ? 'subject' : 'unknown'
}
