import { isOtherClause } from './question_clause.js'

/** A question, or the wish for an explanation. */
const QUESTION =
  /[?？]\s*$|^(?:please |bitte |por favor )?(?:explain|describe|summari[sz]e|sum up|tell me|what|why|how|which|where|who|when|is|are|does|do|can|erkläre?|erklär|beschreib|fasse? [^.]*zusammen|sag mir|was|warum|wie|welche\w*|wo|wer|explique|décris|résume|dis-moi|qu(?:e|el|elle|els|elles|oi)|pourquoi|comment|où|explica|describe|resume(?! (?:an?|the|all|any|each|every|after|from|where)\b)|dime|qué|por qué|cómo|cuál|dónde)(?!\p{L})|^(?:请)?(?:解释|說明|说明|总结|概括|告诉我|为什么|什么)/iu
/** A question in its form alone: "can you add …?" */
const REQUEST =
  /^(?:please )?(?:can|could|would|will) (?:you|we)\b(?! (?:please )?(?:explain|tell|describe|say))|^(?:kannst|könntest|würdest) du\b(?!.*\berklär)|^(?:peux|pourrais)[- ]tu\b(?!.*\bexpliqu)|^(?:puedes|podrías)\b(?!.*\bexplic)|^(?:请|能不能|可以|能否)/iu
/** "Describe the menu in the handbook": a page is written, where its file is named. */
const WRITES_PAGE =
  /^(?:please |bitte |por favor )?(?:describe|document|summari[sz]e|beschreib\p{L}*|décris|décrivez|resume)\s.*\s(?:in|into|dans|en)\s+(?:the |der |le |la |el )?(?:readme|changelog|[\w./-]+\.(?:mdx?|rst|txt|adoc))(?![\p{L}\p{N}])/iu
/** Work beside the code: documents, versions, names of folders, settings of tools. */
const BESIDE =
  /\b(?:readme|license|licence|lizenz|changelog|copyright|contributing|handbook|docs?|documentation|spelling|(?:build|status|coverage|ci|version) badges?|badges? (?:to|in|at|for) (?:the )?(?:top of the )?(?:readme|project)|logo|app icon|ci|github actions?|pre-commit|docker-compose(?:\.ya?ml)?|compose\.ya?ml|cmake option|(?:compile|target|min)sdk\w*|lock ?file|gitignore|(?:an?|the|new|unused|dev|unnecessary) (?:[\w@/.-]+ )?dependency|dependency of|dockerfile|docker[ -]image|image docker|imagen (?:de )?docker|gemfile|package\.json|pyproject\.toml|cargo\.toml|setup\.cfg|tsconfig|linter|bump|version|build number|install\w*anleitung|datenschutz\w*|imprint|impressum|(?:privacy|cookie) policy|terms of (?:use|service)|mentions légales|politique de confidentialité|aviso legal|política de privacidad|registro de cambios|licencia|versión|puerto|documentation|branche|icône|site|dépendances de développement|temporaires|tmp|ejemplo|fastlane|codemagic|homebrew|chocolatey|dockerignore|editorconfig|(?:ci|android|ios|nightly|gradle|maven|docker) builds?|build (?:time|cache|takes|is slow)|base image|basisimage|requirements\.txt|environment\.ya?ml|(?:lisezmoi|leeme|liesmich)\b|mitwirkende|contributeurs|colaboradores|contributors)\b|(?:部署|说明|开发|使用|设计)文档|文档(?:里|中)|镜像|许可证|项目名|隐私政策|服务条款|目录|版本/iu
/** Moves or removes files as they are. */
const MOVES =
  /^(?:please )?(?:rename|move|delete|remove|translate|benenne|lösche|verschiebe|renomme|supprime|traduis|renombra|borra|mueve|traduce)\s+(?:the |this |den |die |das |le |la |les |el |los )?(?:old |empty )?(?:folder|directory|repository|project|branch|file|files|ordner|datei|dossier|dépôt|branche|fichiers?|carpeta|archivos?|repositorio|[\w/-]+\.\w+|\w+ (?:to|in|en|a) \w+)/iu
/** Runs a program, commits, or takes another version: the whole task is one sentence. */
const RUNS =
  /^(?:(?:please|bitte|por favor) )?(?:(?:start|run|restart|stop|launch|starte|stoppe|lance|démarre|arrête|arranca|inicia|reinicia)\s+(?:the |all |den |die |das |le |la |les |el |los |las )?(?:(?:dev|test|local|lokalen?) )?(?:server|service|app|application|database|tests?|build|benchmarks?|dienst|datenbank|serveur|base|servidor|servicio|pruebas)(?!\p{L})|(?:commit|push|committe|pushe|haz (?:un )?commit|fais un commit)(?!\p{L})|(?:upgrade|update|aktualisiere|hebe|mets à jour|actualiza)\s+(?:to |auf |\S+ (?:to|auf|à|en|vers|a) )[\w.]*\d|(?:speed up|clean) the build)[^.。]*[.。]?$|^(?:启动|重启|运行)[^。]*(?:服务|服务器|测试)?。?$|^(?:把[^。]*)?提交(?:到|代码|改动|更改|修改|一下|所有)[^。]*。?$|^(?:(?:please|bitte) )?(?:open|create|draft|write|describe|öffne|erstelle|schreibe?|ouvre|crée|abre|crea) (?:(?:the|a|an|den|die|das|einen|eine|le|la|un|une|el|una) )?(?:(?:text|description|title|beschreibung|texte|descripción|texto) (?:of|for|des|der|für|de|del|pour|para) (?:(?:the|a|this|den|die|das|diesen|la|le|un|una|el) )?)?(?:pull request|merge request|PR|MR)(?!\p{L})[^.。]*[.。]?$|^(?:升级|更新)[^。]*到\s*v?\d[^。]*。?$|^(?:删除|删掉|移动|重命名)[^。]*(?:文件|目录|文件夹)[^。]*。?$/iu
/** Changes the form of files and nothing that they do. */
const FORMS =
  /^(?:please )?(?:(?:sort|order|organi[sz]e|remove|delete|clean up|tidy)\s+(?:(?:the|all|any|old|unused)\s+)*imports?(?!\p{L})|(?:re)?format\s+(?:all|the|every|this)\s|(?:sortiere|ordne|entferne|formatiere)\s+(?:(?:die|alle|unbenutzte[n]?)\s+)*(?:importe?|imports|dateien)(?!\p{L})|(?:trie|range|supprime|formate)\s+(?:(?:les|tous|toutes)\s+)*(?:imports?|fichiers)(?!\p{L})|(?:ordena|quita|formatea)\s+(?:(?:los|todos|las)\s+)*(?:imports?|importaciones|archivos)(?!\p{L})|整理.*(?:import|导入)|格式化)/iu
const CODE_FILE =
  /\.(?:[cm]?[jt]sx?|py|go|rs|rb|php|java|kt|swift|c|h|cc|cpp|cs|ex|exs|vue|svelte|html?|twig|erb|hbs|ejs|jinja2?|css|scss|sql|sh)\b/iu

/** A page for people. "Read notes.txt and …" is about a program that reads it. */
const TEXT_FILE = /(?<![\w*])[\w/.-]+\.(?:md|mdx|rst|adoc)\b/iu

/** What a task asks for, by its words: an answer, work beside the code, or code. */
export function kindOfTask(text: string): 'answer' | 'beside' | 'code' {
  const plain = text.trim()
  const sentences = plain
    .split(/(?<=[.!?])\s+(?=\S)|(?<=[。！？])\s*(?=\S)/u)
    .filter((one) => /\p{L}/u.test(one))
  const asks = (one: string) =>
    QUESTION.test(one) &&
    ![REQUEST, WRITES_PAGE].some((form) => form.test(one)) &&
    !isOtherClause(one)
  if (sentences.every(asks)) return 'answer'
  if (MOVES.test(plain) || RUNS.test(plain) || FORMS.test(plain)) return 'beside'
  if (CODE_FILE.test(plain)) return 'code'
  return BESIDE.test(plain) || TEXT_FILE.test(plain) ? 'beside' : 'code'
}
