import type { KindRow } from './kind_row.js'

/** "Customers need a field for …": what a table gets. */
export const HAS_FIELD =
  /\b(?:needs?|gets?|brauch(?:t|en)|bekomm(?:t|en)|a(?:ont)? besoin d['’]|necesita[n]?)\s*(?:an?|one|ein|einen|eine|une?|una?)?\s*(?:new |neue[sn]? |nouve\p{L}+ |nuev[oa] )?(?:fields?|columns?|feld|spalte|champ|colonne|campo|columna)(?!\p{L})/iu

/** What is changed: a part of a program, or files of a language. */
export const PARTS: readonly KindRow[] = [
  {
    says: 'template vorlage gabarit plantilla modèle_de_page twig. jinja blade. handlebars. mustache. liquid.',
    task: 'modèle',
    han: '模板',
    files:
      /\.(?:twig|erb|hbs|ejs|jinja2?|j2|mustache|liquid|tmpl|gohtml|blade\.php)$|(?:^|\/)templates?\//u,
  },
  {
    says: 'config konfig einstellungen configuración configuration',
    task: 'setting switch_for einstellung schalter réglage option_de ajuste',
    han: '配置 设置项',
    files: /(?:^|\/)(?:config|conf|settings)\/|\.(?:ya?ml|toml|ini|env|conf|properties)$/u,
  },
  {
    says: "environment_variable env_variable env_var umgebungsvariable variable_d’environnement variables_d’environnement variable_d'environnement variables_d'environnement variable_de_entorno variables_de_entorno",
    task: 'environment configurable env. umgebung konfigurierbar environnement entorno',
    han: '环境变量',
    hanTask: '可配置',
    files: /(?:^|[/.])env(?:\.|$)/u,
  },
  {
    says: 'infrastructure infrastruktur infraestructura cloud_resource',
    task: 'instance security_group firewall subnet subnetz bucket cluster dns. load_balancer vpc. open_port replicas',
    han: '基础设施',
    hanTask: '防火墙 集群 实例',
    files: /(?:^|\/)(?:infra\w*|terraform)\/|\.tf$/u,
  },
  {
    says: 'component komponente composant componente react. vue. svelte.',
    han: '组件 組件',
    files: /(?:^|\/)components?\/|\.(?:tsx|jsx|vue|svelte)$/u,
    byFiles: true,
  },
  {
    says: 'CI. pipeline workflow github_actions gitlab_ci',
    task: 'github gitlab jenkins build_job',
    han: '流水线',
    files: /(?:^|\/)\.github\/|gitlab-ci|Jenkinsfile|\.circleci/u,
  },
  {
    says: 'translat übersetz traduc traduis locale i18n ui_text user-facing_text interface_text oberflächentext texte_der_oberfläche texten_der_oberfläche texte_in_der_oberfläche libellé textos_de textes_de',
    task: 'wording label caption title heading button_text beschriftung überschrift titel etiqueta título titre intitulé',
    han: '界面文字 文案 翻译 界面文本 本地化',
    hanTask: '文字 标题 按钮上',
    files: /(?:^|\/)(?:locales?|i18n|lang|translations?)\/|\.po$/u,
  },
  {
    says: 'endpoint handler controller endpunkt route routen rest-api api. apis. schnittstelle ruta url. urls. point_d’accès points_d’accès',
    form: /\b(?:GET|POST|PUT|PATCH|DELETE)\b|(?:^|\s)\/[a-z]+(?:\/[\w{}:-]+)+/u,
    han: '接口 路由 端点',
    hanTask: '请求',
    files: /(?:^|\/)(?:api|routes?|endpoints?|controllers?|handlers?)\//iu,
  },
  {
    says: "error_message fehlermeldung fehlertext messages_d’erreur message_d’erreur messages_d'erreur message_d'erreur mensajes_de_error mensaje_de_error exception ausnahme",
    task: 'error fehler erreur invalid ungültig reject warn melde raise throw abort fail lehne refus rechaz avis',
    han: '错误信息 错误消息 错误提示 报错信息 异常',
    hanTask: '错误 报错 提示 警告 拒绝',
  },
  {
    says: 'log. logs. logging logged log_message logge logmeldung logeintr logausgab logzeile protokollier journalis registros_de_log',
    task: 'logger protokoll journal trace bitácora',
    han: '日志',
  },
  {
    says: 'mail mails. email e-mail courriel correo',
    task: 'newsletter notif aviso benachrichtig',
    han: '邮件 郵件',
    files: /mail/iu,
  },
  {
    says: 'goroutine thread async concurren nebenläufig parallel concurrence hilos concurren coroutine',
    task: 'gleichzeitig simultané a_la_vez at_once lock mutex race',
    han: '并发 线程 协程 異步 异步',
    hanTask: '并行 同时',
  },
  {
    says: 'frontend front-end user_interface UI. oberfläche interface_utilisateur interfaz',
    task: 'button page. screen dialog menu window heading label fenster beschrift überschrift fenêtre ventana knopf seite bouton écran botón pantalla página',
    han: '前端 界面',
    hanTask: '页面 按钮',
    files: /\.(?:tsx|jsx|vue|svelte|html?|css|scss)$/u,
  },
  {
    says: 'table. tables. database. datenbank. base_de_données base_de_datos tabelle tabla. tablas. schema. datenbankschema esquema',
    task: 'column columna spalte colonne alter_table drop_table create_table field_to',
    form: HAS_FIELD,
    han: '表结构 数据表 修改表 数据库',
    hanTask: '一列 字段 建表',
    files: /schema|migrat|\.sql$/iu,
  },
  {
    says: 'cli command-line command_line flag. flags. option. options. befehlszeile kommandozeile ligne_de_commande línea_de_comandos opciones',
    task: 'argument parameter schalter',
    form: /(?:^|\s)--?[a-z][\w-]*/u,
    han: '命令行 选项',
    hanTask: '参数',
  },
  // Languages: where no word says it, the files do.
  language(
    'sql',
    /\.sql$/u,
    'query queries table tables tabelle tabellen tablas tabla vue. vues vista vistas abfrage consulta requête spalte column columna colonne',
    '查询 表',
  ),
  language(
    'css. stylesheet style_sheet styles',
    /\.(?:css|scss|sass|less)$/u,
    'styl feuille_de_style hoja_de_estilo colour color padding margin spacing font. fonts. layout. border. background farbe abstand schriftgr schriftart hintergrund couleur marge police. espacement arrière-plan margen fuente. espaciado fondo.',
    '颜色 間距 间距 边距 字体 字號 字号 背景 布局 圆角 对齐 红色 蓝色 绿色 灰色',
    '样式 樣式',
  ),
  language('shell bash', /\.(?:sh|bash)$/u, 'script skript', '脚本'),
  language('python', /\.pyi?$/u),
  language('typescript', /\.[cm]?tsx?$/u),
  language('javascript', /\.[cm]?jsx?$/u),
  language('golang', /\.go$/u),
  language('rust.', /\.rs$/u),
  language('java.', /\.java$/u),
  language('kotlin', /\.kts?$/u),
  language('swift.', /\.swift$/u),
  language('ruby rails', /\.rb$/u),
  language('php', /\.php$/u),
  language('cpp.', /\.(?:cc|cpp|cxx|hpp|hh|h)$/u),
  language('terraform', /\.tf$/u),
  language('html', /\.html?$/u),
  language('yaml. yml.', /\.ya?ml$/u),
  language('json.', /\.jsonc?$/u),
  language('toml.', /\.toml$/u),
  language('xml.', /\.xml$/u),
  language('markdown', /\.mdx?$/u),
  {
    says: 'docker',
    task: 'image. container',
    han: '镜像',
    files: /Dockerfile|\.dockerfile$|compose\.ya?ml$/u,
  },
]

function language(says: string, files: RegExp, task = '', hanTask = '', han = ''): KindRow {
  return { says, files, task, han, hanTask, byFiles: true }
}
