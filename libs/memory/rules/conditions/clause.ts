import { withoutOpenings } from '../../words/openings.js'
import { KINDS, plainLetters } from './kinds.js'

/** What a rule says about when it holds. */
export interface Clause {
  text: string
  /**
   * folder: a place of the project. opening: what comes before the order. subject: what the order is about. end: what
   * comes after the order; only a kind of work that the program knows counts there.
   */
  form: 'folder' | 'opening' | 'subject' | 'end'
  /** "Every new component …": only what makes one meets it. */
  creates?: true
  /** "When it rains, …": a case in the world of the program, and not what a task does. */
  isOfWorld?: true
}

const FOLDERS: readonly RegExp[] = [
  /\b(?:in|en|dans|im) (?:the |la |le |el |dem |der )?(?:folder|directory|package|module|carpeta|paquete|módulo|dossier|ordner|paket|modul) ([\p{L}\p{N}_/.-]{2,60})/iu,
  /\bin (?:the )?([\w/.-]{2,60}) (?:folder|directory|package|module)\b/iu,
]
/**
 * "In tests, …", "Für SQL immer …", "Si usas unsafe, …", "写 SQL 时，…": what comes before the order. "An invoice …" begins with an
 * article, "an der Kasse …" with a place.
 */
const OPENINGS: readonly RegExp[] = [
  /^(?!on (?:n['’]|ne |utilis|met |\p{L}+ (?:toujours|jamais)(?!\p{L})))(?:in|for|with(?:in)?|inside|under|on|when(?:ever)?|while|if|once|as soon as|each time|every time|before|after)\s+([^,:，：]{2,60}?)(?:[,，:]|\s+(?:please\s+)?(?:always|never)\b|\s+we (?:use|write|take)\b)/iu,
  /^(?:in|im|an(?= (?:de[rnm]|die|das|eine[rnm]?|jede[rnm]?|diese[rnm]?|alle[nr]?|unsere[rnm]?|\p{L}+(?:tagen|enden))(?!\p{L}))|am|für|bei|beim|mit|wenn|falls|sobald|bevor|nachdem|jedes ?mal,? wenn|vor|nach)\s+([^,:]{2,60}?)(?:[,:]|\s+(?:bitte\s+)?(?:immer|nie|niemals|stets)(?!\p{L})|\s+(?:verwenden|benutzen|nutzen|schreiben|nehmen) wir(?!\p{L}))/iu,
  /^(?:dans|pour|avec|quand|lorsque|lors de|si|en|avant|après|(?:à )?chaque fois que|à chaque)\s+([^,:]{2,60}?)(?:,|\s*:|\s+(?:toujours|jamais)(?!\p{L})|\s+(?:on utilise|nous utilisons)(?!\p{L}))/iu,
  /^(?:en|para|con|cuando|si|al|cada vez que|antes de|después de)\s+([^,:]{2,60}?)(?:[,:]|\s+(?:\p{L}+mos\s+)?(?:siempre|nunca)(?!\p{L})|\s+(?:usamos|utilizamos|escribimos)(?!\p{L}))/iu,
  /^(?:在|当|對於|对于|如果)?((?:(?!都放|放到|放在|写在|写到|寫在)[^，,：:。]){1,20}?)(?:时|時|中|里|裡|的时候|的時候|之前|以前|前|之后|后)(?:[，,：:]|一律|总是|總是|都|必须|必須|先|请)/u,
  /^(新增|添加|修改|删除|重构)([^，,：:。]{1,20}?)(?:都|必须|必須|一律|总是|總是)/u,
]
/** "Every new component always needs a story": what is made. */
const CREATED: readonly RegExp[] = [
  /^(?:(?:for |with |in )?(?:every|each|any|all) )?new ([\p{L}\p{N}+#.-]+(?: [\p{L}\p{N}+#.-]+){0,2}?)(?:,| (?:always|never|must|need|get|has|have|is|are|come|belong|go|carr)\p{L}*(?!\p{L}))/iu,
  /^(?:(?:für )?(?:jede[rsn]?|alle)|bei jede[rmn]) neue[rsnm]? ([\p{L}\p{N}+#.-]+)/iu,
  /^(?:(?:pour )?chaque|à chaque|tou(?:te)?s les) nouve(?:au|l|lle|lles|aux) ([\p{L}\p{N}+#.-]+)/iu,
  /^(?:(?:para )?(?:cada|todos los|todas las)) nuev[oa]s? ([\p{L}\p{N}+#.-]+)/iu,
  /^(?:(?:para )?(?:cada|tod[oa])) ([\p{L}\p{N}+#.-]+) nuev[oa]/iu,
  /^(?:每个|每個|每一个|所有|凡是)新(?:增|建|加)?的?([^，,：:。]{1,10}?)(?:都|必须|必須|一律|总是|總是|要|，|,)/u,
]
/** Things of which a rule may be said as a whole: "Commit messages are always …", "Fehlermeldungen immer …". */
const THINGS = [
  '(?:commit|pull request|PR|branch)[- ]?(?:messages?|titles?|names?|descriptions?|nachrichten|texte|titel|namen)',
  'commits|pull requests|messages? de commits?|mensajes? de commits?|noms? de branches?|nombres? de ramas?',
  '(?:unit |e2e |integration )?(?:tests|specs)|pruebas|docs|documentation|dokumentation|documentación|changelog|migrations|migraciones|migrationen',
  String.raw`(?:sql|css|python|typescript|javascript|kotlin|php|terraform|html)(?:[- ]\p{L}+)?`,
  '(?:api )?(?:endpoints|routes)|endpunkte|rutas|(?:e-?)?mails|correos|courriels|components|komponenten|composants|componentes|templates|vorlagen|gabarits|plantillas|dockerfiles?',
]
const THINGS_CHINESE =
  '提交信息|提交说明|分支名|测试|文档|变更日志|SQL|接口|路由|组件|模板|邮件|界面文字'
const SUBJECT = new RegExp(
  [
    String.raw`^(?:(?:always|please|write|keep|use|immer|bitte|schreib\p{L}*|toujours|écri\p{L}*|siempre|escrib\p{L}*|请|一律)\s*)*`,
    String.raw`(?:(?:the|all|our|die|alle|unsere|les|la|le|tous les|nos|los|el|todos los|nuestr[oa]s?)\s+)?`,
    `(${THINGS.join('|')})(?!\\p{L})|^(${THINGS_CHINESE})`,
  ].join(''),
  'iu',
)
/** "… when you fix a bug.", "… before each commit.", "… in tests." */
const ENDS: readonly RegExp[] = [
  /\s(?:when(?:ever)?|while|if|before)\s+((?:you|we|a|an|any|each|every|\p{L}+ing)\s?[^,.]{0,60})[.!]*$/iu,
  /[\s,](?:wenn|falls|sobald|bevor) (du [^,.]{2,60})[.!]*$/iu,
  /\s(?:quand|lorsque|si|avant) ((?:tu|on|nous|vous|de|chaque|un|une) ?[^,.]{2,60})[.!]*$/iu,
  /\s(?:cuando|si|al|antes de) ([^,.]{2,60})[.!]*$/iu,
  /(?<!(?:even|nor|auch|sogar|même|ni|siquiera))\s(?:in|for|inside|within|im|für|bei|beim|vor|dans|pour|en|para) ((?:(?:the|all|our|den|alle|allen|les|los|las|jedem|cada|chaque|each|every) )?[\p{L}\d+-]+(?: [\p{L}\d+-]+)?)[.!]*$/iu,
]
/** "When the radio is silent": what neither the agent does nor a person who writes code. */
const OF_WORLD =
  /^(?:(?:when(?:ever)?|while|if|once|as soon as|each time|every time|before|after) (?!(?:you|we|i|one|someone|somebody|a|an|any|each|every)(?!\p{L})|\p{L}+ing(?!\p{L})|[^,]{1,30} (?:is|are|gets?) (?:\p{L}+ed|shown|written|sent|built|read|made)(?!\p{L}))|(?:wenn|falls|sobald|bevor|nachdem) (?!(?:du|wir|man|ich|ihr)(?!\p{L}))|bei (?=[^,]*\d)|(?:quand|lorsque?|si|avant que) (?!(?:tu|on|nous|vous|je)(?!\p{L}))|(?:cuando|si) (?!\p{L}+(?:s|mos)(?!\p{L}))|[^，,：:。]{1,20}?(?:时|時|之前|以前|前|之后|后)[^写寫改加测測删刪]*$)/iu
/** "… from a test." */
const ORIGIN =
  /\s(?:from|aus|depuis|desde) ((?:an?|the|einem|dem|un|une|el|la) [\p{L}\d+-]+)[.!]*$/iu
/** "In this project" is where every task of the folder is. */
const HERE =
  /\b(?:this|our|diese[mns]?|unser(?:em)?|ce|notre|este|nuestro) (?:project|repo|repository|codebase|team|projekt|projet|dépôt|proyecto|repositorio)\b|[这這本](?:个|個)?(?:项目|項目|仓库|倉庫)|我们的(?:项目|仓库)/iu
/** "In this project commit messages …": the condition comes behind it. */
const IN_THIS_PROJECT =
  /^(?:in|for|im|für|dans|pour|en|para|在)?\s*(?:(?:this|our|diese[mns]?|unser(?:em)?|ce|notre|este|nuestro) (?:project|repo|repository|codebase|projekt|projet|dépôt|proyecto|repositorio)(?!\p{L})|[这這本](?:个|個)?(?:项目|項目)(?:里|中)?)[\s,，]*/iu
/** "Tests must pass before …": that is about every change. */
const OF_EVERY_CHANGE =
  /\b(?:pass(?:ed|es)?|green|run|grün|laufen|bestehen|passent|passer|pasan|pasar|ejecut\p{L}*)(?!\p{L})|通过|运行/iu
/** "Before you finish, …", "Vor dem Ende …", "回答我之前": that is in each task. */
const EACH_TASK =
  /(?<!\p{L})(?:the end|finish\w*|(?:you are|you're|being) done|you (?:start|begin|answer|reply)|answering|ende|fertig\p{L}*|du anfängst|du antwortest|(?:de )?finir|la fin|(?:de )?terminar|acabar|responder(?:me)?)(?!\p{L})|回答|完成|结束/iu
/** "After each change, …", "每次修改后": that is in each task that writes code. "Each change of the schema" is not. */
const EACH_CHANGE =
  /^(?:(?:each|every|any|a|jede[rnm]?|einer|chaque|toute|cada|todo|toda) )?(?:changes?|edits?|änderung(?:en)?|changements?|modifications?|cambios?|modificaci[oó]n)(?: (?:to|of|in|an|am|du|au|del|en) (?:the |our |dem |den )?code)?$|^每次(?:修改|改动|更改|变更)(?:代码)?$/iu
/** A prohibition at the end of which a place is named holds in each task: "Never change anything in docs/". */
const BANS = /^(?:never|don'?t|do not|nie|niemals|nunca|ne\s|n['’]|不要|绝不|永远不)/iu

/** What a rule says about when it holds; null where it says nothing. */
export function clauseOf(rule: string): Clause | null {
  const plain = withoutOpenings(rule)
    .replace(/^[\s,;:，、：–-]+/u, '')
    .trim()
  const folder = firstOf(FOLDERS, plain)
  if (folder !== null) return HERE.test(folder) ? null : { text: folder, form: 'folder' }
  const created = firstOf(CREATED, plain)
  if (created !== null) return { text: created, form: 'opening', creates: true }
  const [, latin, chinese] = SUBJECT.exec(plain.replace(IN_THIS_PROJECT, '')) ?? []
  const subject = latin ?? chinese
  if (subject !== undefined && !OF_EVERY_CHANGE.test(plain))
    // "Mails must never be sent from a test": either of them may be what a task does.
    return { text: `${subject} ${ORIGIN.exec(plain)?.[1] ?? ''}`.trim(), form: 'subject' }
  const opening = firstOf(OPENINGS, plain)
  if (opening !== null && (EACH_TASK.test(opening) || EACH_CHANGE.test(opening))) return null
  if (opening !== null && HERE.test(opening)) return null
  if (opening !== null)
    return { text: opening, form: 'opening', ...(OF_WORLD.test(plain) && { isOfWorld: true }) }
  const end = BANS.test(plain) ? null : firstOf(ENDS, plain)
  if (end === null || !KINDS.some(({ says }) => says.test(plainLetters(end)))) return null
  return { text: end, form: 'end' }
}

function firstOf(patterns: readonly RegExp[], text: string): string | null {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.slice(1).join(' ').trim()
    if (found !== undefined) return found
  }
  return null
}
