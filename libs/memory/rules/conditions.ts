import { withoutOpenings } from '../words/openings.js'

/**
 * A kind of work that a rule may be for. It names itself in five languages: "In tests, …", "Commit messages …", "Für SQL …".
 */
interface Condition {
  /** What the rule says: its opening, or the words that it begins with. */
  says: RegExp
  /** Words of a task that meet it. */
  task: RegExp
  /** Files of a task that meet it. */
  files?: RegExp
  /** Only files tell, so a task whose files are not known may meet it. */
  byFiles?: true
}

const CONDITIONS: readonly Condition[] = [
  {
    says: /\b(?:commit|committ|push|pull request|branch|rama)\w*|\bPRs?\b|提交|推送|分支/iu,
    task: /\b(?:commit|committ|push|merge|branch|rama|rebase)\w*|\bpull requests?\b|\bPR\b|提交|推送|分支|合并/iu,
  },
  {
    says: /\b(?:unit |integration )?(?:tests?|specs?|testing|pruebas?)\b|测试|測試/iu,
    task: /\b(?:test|spec|prueba|getest|probar)\p{L}*|\bcover(?:s|ed|age)?\b|测试|測試|用例/iu,
    files:
      /(?:^|\/)(?:tests?|specs?|__tests__|pruebas)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_|Tests?\.\w+$/u,
  },
  {
    says: /\b(?:docs|documentation|dokumentation|doku|documentación|handbuch|handbook)\b|文档|文檔/iu,
    task: /\b(?:docs?|document\p{L}*|dokument\p{L}*|readme|handbuch|handbook|manual)\b|文档|文檔|说明/iu,
    files: /\.(?:md|mdx|rst|adoc|txt)$|^docs?\//u,
  },
  {
    says: /\bchange ?log\b|änderungsprotokoll|registro de cambios|journal des modifications|变更日志|更新日志/iu,
    task: /\bchange ?log\b|änderungsprotokoll|registro de cambios|journal des modifications|变更日志|更新日志/iu,
    files: /changelog/iu,
  },
  {
    says: /\b(?:migrations?|migraci(?:ón|ones)|migrationen)(?!\p{L})|迁移|遷移/iu,
    task: /\b(?:migrat|migrac|migrier)\p{L}*|迁移|遷移/iu,
    files: /migra(?:tion|cion|ção)\w*\//u,
  },
  ...[
    [
      /\bsql\b/iu,
      /\.sql$/u,
      /\b(?:sql|quer(?:y|ies)|tables?|tabellen?|tablas?|vues?|vistas?)\b|查询|表/iu,
    ],
    [/\bcss\b|\bstyle ?sheets?\b/iu, /\.(?:css|scss|sass|less)$/u, /\bcss\b|\bstyl\w+/iu],
    [/\b(?:shell|bash)\b/iu, /\.(?:sh|bash)$/u, /\b(?:shell|bash|scripts?|skripte?)\b/iu],
    [/\bpython\b/iu, /\.pyi?$/u, /\bpython\b/iu],
    [/\btypescript\b/iu, /\.[cm]?tsx?$/u, /\btypescript\b/iu],
    [/\bjavascript\b/iu, /\.[cm]?jsx?$/u, /\bjavascript\b/iu],
    [/\b(?:go|golang)\b(?! (?:to|in|into|through|back|on)\b)/iu, /\.go$/u, /\bgolang\b/iu],
    [/\brust\b/iu, /\.rs$/u, /\brust\b/iu],
    [/\bjava\b/iu, /\.java$/u, /\bjava\b/iu],
    [/\bkotlin\b/iu, /\.kts?$/u, /\bkotlin\b/iu],
    [/\bswift\b/iu, /\.swift$/u, /\bswift\b/iu],
    [/\bruby\b/iu, /\.rb$/u, /\bruby\b/iu],
    [/\bphp\b/iu, /\.php$/u, /\bphp\b/iu],
    [/\bc\+\+|\bcpp\b/iu, /\.(?:cc|cpp|cxx|hpp|hh|h)$/u, /\bc\+\+|\bcpp\b/iu],
    [/\bterraform\b/iu, /\.tf$/u, /\bterraform\b/iu],
    [/\bhtml\b/iu, /\.html?$/u, /\bhtml\b/iu],
    [/\bdocker\w*/iu, /Dockerfile|\.dockerfile$/u, /\bdocker\w*/iu],
  ].map(([says, files, task]): Condition => ({ says, files, task, byFiles: true }) as Condition),
]

/** "In tests, …", "Für SQL immer …", "Avant chaque commit, …", "写 SQL 时，…": what comes before the order. */
const OPENINGS: readonly RegExp[] = [
  /^(?:in|for|with(?:in)?|inside|on|when(?:ever)?|before|after)\s+([^,:.]{2,60}?)(?:,|:|\s+(?:please\s+)?(?:always|never)\b)/iu,
  /^(?:in|im|für|bei|beim|mit|wenn|vor|nach)\s+([^,:.]{2,60}?)(?:,|:|\s+(?:bitte\s+)?(?:immer|nie|niemals|stets)(?!\p{L}))/iu,
  /^(?:dans|pour|avec|quand|lors de|avant|après)\s+([^,:.]{2,60}?)(?:,|\s*:|\s+(?:toujours|jamais)\b)/iu,
  /^(?:en|para|con|cuando|al|antes de|después de)\s+([^,:.]{2,60}?)(?:,|:|\s+(?:siempre|nunca)\b)/iu,
  /^(?:在|当|對於|对于|写|寫|编写|新增|修改)?([^，,：:。]{1,20}?)(?:时|時|中|里|裡|的时候|之前|以前|前|后)(?:[，,：:]|一律|总是|總是|都|必须|必須|先|请)/u,
]
/** "Commit messages are always …", "Pull request titles follow …", "Die Dokumentation …", "提交信息一律 …". */
const SUBJECT = new RegExp(
  [
    String.raw`^(?:(?:always|please|write|keep|use|immer|bitte|schreib\p{L}*|toujours|écri\p{L}*|siempre|escrib\p{L}*|请|一律)\s*)*`,
    String.raw`(?:(?:the|all|our|die|alle|unsere|les|la|le|tous les|nos|los|el|todos los|nuestr[oa]s?)\s+)?`,
    `(${[
      '(?:commit|pull request|PR|branch)[- ]?(?:messages?|titles?|names?|descriptions?|nachrichten|texte|titel|namen)',
      'commits|pull requests|messages? de commits?|mensajes? de commits?|noms? de branches?|nombres? de ramas?',
      '(?:unit |e2e |integration )?(?:tests|specs)|pruebas|docs|documentation|dokumentation|documentación|changelog|migrations|migraciones|migrationen',
      String.raw`(?:sql|css|python|typescript|javascript|kotlin|php|terraform|html)(?:[- ]\p{L}+)?`,
    ].join('|')})(?!\\p{L})`,
    '|^(提交信息|提交说明|分支名|测试|文档|变更日志|SQL)',
  ].join(''),
  'iu',
)
/** "Tests must pass before …": that is about every change. */
const OF_EVERY_CHANGE =
  /\b(?:pass(?:ed|es)?|green|run|grün|laufen|bestehen|passent|passer|pasan|pasar|ejecut\p{L}*)(?!\p{L})|通过|运行/iu

/** What a rule says about when it holds, where the program knows that kind of work; null for none. */
export function statedCondition(text: string): Condition | null {
  const plain = withoutOpenings(text)
    .replace(/^[\s,;:，、：–-]+/u, '')
    .trim()
  const [, latin, chinese] = SUBJECT.exec(plain) ?? []
  const subject = latin ?? chinese
  if (subject !== undefined && !OF_EVERY_CHANGE.test(plain))
    return CONDITIONS.find(({ says }) => says.test(subject)) ?? null
  for (const pattern of OPENINGS) {
    const found = pattern.exec(plain)?.[1]
    const condition = found && CONDITIONS.find(({ says }) => says.test(found))
    if (condition) return condition
  }
  return null
}

/**
 * Whether a task meets what a rule states.
 * @param near  files that the task changes, as far as they are known
 * @returns     `unknown` where only its files would tell, and they are not known
 */
export function meetsCondition(
  { task, files, byFiles }: Condition,
  {
    text,
    near,
    kind,
  }: { text: string; near: readonly string[]; kind: 'answer' | 'beside' | 'code' },
): 'yes' | 'no' | 'unknown' {
  if (task.test(text)) return 'yes'
  if (files !== undefined && kind !== 'answer' && near.some((path) => files.test(path)))
    return 'yes'
  return byFiles && kind === 'code' && near.length === 0 ? 'unknown' : 'no'
}
