import type { KindRow } from './kind_row.js'
import { HAS_FIELD } from './parts.js'

/** What is done: a commit, a test, a new name. */
export const WORK: readonly KindRow[] = [
  {
    says: 'commit push. pushing pushes pushen pushe pull_request PR. PRs. branch rama. ramas.',
    task: 'merge rebase',
    han: '提交 推送 分支',
    hanTask: '合并',
  },
  {
    says: 'test. tests. testing testen unit_test integration_test spec. specs. prueba',
    task: 'test. teste. testest getestet probar covers. covered. coverage. cover. spec.',
    han: '测试 測試',
    hanTask: '用例',
    files:
      /(?:^|\/)(?:tests?|specs?|__tests__|pruebas)\/|[._-](?:test|spec)s?\.\w+$|(?:^|\/)test_|Tests?\.\w+$/u,
  },
  {
    says: 'docs. documentation dokumentation doku. documentación handbuch handbook',
    task: 'doc. document dokument readme manual. décri',
    han: '文档 文檔',
    hanTask: '说明',
    files: /\.(?:md|mdx|rst|adoc|txt)$|^docs?\//u,
  },
  {
    says: 'changelog change_log änderungsprotokoll registro_de_cambios journal_des_modifications release_notes',
    han: '变更日志 更新日志',
    files: /changelog/iu,
  },
  {
    says: 'migration migraci flyway liquibase change_a_table change_the_schema',
    task: 'migrat migrier column columna spalte colonne schema schéma esquema',
    form: HAS_FIELD,
    han: '迁移 遷移',
    hanTask: '字段 一列 列名',
    files: /migra(?:te|tion|cion|ção)\w*\//u,
  },
  {
    says: 'renam umbenen umbenan umzubenen renomm renombr cambies_el_nombre cambiar_el_nombre',
    task: "benenne. benennt. called. s'appel se_llam llamarse heißen. heisst.",
    form: /\bcall (?:it|this|them)\b|\bs['’]appel/iu,
    han: '重命名 改名 更名',
    hanTask: '改叫 叫做 名字',
  },
  {
    says: 'delet remov drop lösch entfern supprim enlèv enlev retir borr elimin quitar quites quitas',
    task: 'quita. quite. clean_up throw_away weg. wirf. get_rid',
    han: '删除 刪除 移除 去掉 删掉',
  },
  {
    says: 'refactor refaktor restructur umbau umstruktur aufräum remani réorganis reestructur',
    task: 'split extract tidy simplif clean_up zerleg vereinfach räume. teile. trenne. découp simplifi extrai sépar divid extrae simplific ordena',
    han: '重构 重構 整理',
    hanTask: '拆 抽出 简化',
  },
  {
    says: 'bug bugs. bugfix fix. fixes. fixing fixe fehler_beheb fehlerbeheb behebst behebung correction_de corriges_un corriges_une corrijas arreglas arregles réparer répares',
    task: 'crash wrong broken fail error issue behebe behoben fehler falsch stürzt kaputt repar répar corrig plant erreur arregl falla cae. incorrect',
    han: '修复 修復 bug',
    hanTask: '修 崩溃 报错 错误 不对 失败',
  },
  {
    says: 'dependenc dependencia abhängigkeit dépendance third-party librar bibliothek bibliothèque librería biblioteca npm_package',
    task: 'install upgrade aktualisier hebe. npm. pip. cargo_add upgrade_to paket paquet package. packages. add_the_package crate. crates. gem. gems. nuget.',
    form: /\b(?:add|bring in|pull in)\s+(?:the )?[\w@/.-]+ to the (?:project|build|app)\b|\b(?:pandas|numpy|requests|zod|axios|lodash|react-\w+|moment|dayjs|luxon|express|fastapi|django|flask|pydantic|serde|tokio|clap|rayon|jackson|guava|lombok|gson|jest|vitest|mocha|cobra|viper|zap|gin|sidekiq|devise|nokogiri|guzzle|monolog|carbon|openpyxl|scipy|matplotlib|sqlalchemy|celery|redis|three\.js|d3|tailwind\w*)\b|\b(?:use|using|with|mit|nimm|nutze|verwende|avec|utilise|con|usa|用)\s*[a-z][a-z0-9]*-[a-z0-9-]+/iu,
    han: '依赖 依賴 第三方',
    hanTask: '安装 引入',
    files:
      /(?:^|\/)(?:package\.json|requirements[\w-]*\.txt|pyproject\.toml|Cargo\.toml|go\.mod|Gemfile|pom\.xml|build\.gradle(?:\.kts)?|composer\.json)$/u,
  },
  {
    says: 'release. releases. releasing publish veröffentlich release- version. versions. versión publier publies publicar publiques publicas livrer',
    task: 'bump prépare_la_version publi livraison lanza',
    form: /\bv?\d+\.\d+\.\d+\b/u,
    han: '发布 發布 版本 发版',
  },
  {
    says: 'faster quicker schneller plus_rapide más_rápid optimi optimier performance leistung beschleunig rendimiento',
    task: 'fast faster slow speed memory quick schnell langsam speicherverbrauch rapid vite. lent accélér mémoire rápid lent velocidad acelera memoria',
    han: '优化 優化 性能',
    hanTask: '快 慢 内存 加速',
  },
  {
    says: 'deploy déploi despleg desplieg ausrollen ausliefer',
    task: 'rollout roll_out production produktion kubernetes helm',
    han: '部署 上线',
    files: /(?:^|\/)(?:deploy\w*|k8s|helm|charts)\//u,
  },
  {
    says: 'metric. metrics. benchmark kennzahl métrique métrica',
    task: 'accuracy f1. evaluat measur latency throughput auswert évalu evalú evaluación messe. miss. mesure mide.',
    han: '指标 基准测试',
    hanTask: '准确率 评估 测量',
    files: /(?:^|\/)(?:bench\w*|metrics?)(?:\/|[._])/u,
  },
  {
    says: 'review code-review überprüf revis relecture',
    han: '审查 评审 审核',
  },
  {
    says: 'new_file new_files new_module new_class new_package new_script neue_datei neuen_datei neue_dateien neues_modul neue_klasse neuen_klasse nouveau_fichier nouveaux_fichiers nouveau_module nouvelle_classe nuevo_archivo nuevos_archivos nuevo_módulo nueva_clase',
    task: 'add. new create creat write. introduc neu erstell leg. lege. ergänz füge. schreib ajoute crée. nouve écris añad crea. crear nuev escrib',
    han: '新文件 新模块 新类 新建',
    hanTask: '新 添加 增加 加 写',
  },
]
