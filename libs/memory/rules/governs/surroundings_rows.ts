import type { GovernedRow } from './governed_row.js'

/** Rules about what is around a program, and the tasks that can follow or break them; these need not write code. */
export const SURROUNDINGS_ROWS: readonly GovernedRow[] = [
  {
    subject: 'container docker image pod',
    says: 'container_image container_images images_pin latest_tag containers docker_image memory_and_cpu_limits',
    task: 'deploy container image. images. docker compose pod. sidecar manifest kubernetes helm cron_job cronjob redis. nginx postgres ausroll déploi despleg contenedor conteneur service replicas memory_limit volume probe environment_variable worker scale queue_consumer dienst speicherlimit skalier service. mémoire servicio memoria escal oomkilled restart_policy health_check',
    han: '容器 镜像',
    hanTask: '部署 服务 内存 扩容 探针',
    files: /Dockerfile|compose\.ya?ml$|(?:^|\/)(?:k8s|deploy\w*|helm|charts)\//u,
  },
  {
    subject: 'resource bucket instance',
    says: 'cloud_resource every_resource each_resource all_resources tags_owner account_id account_ids terraform',
    task: 'bucket queue. sqs. sns. instance cluster subnet network. vm. lambda. security_group vpc. dns. redis. alarm load_balancer database. nat. gateway region volume. iam. s3. elasticache rds. storage cdn. cloudfront firewall backup_bucket vpn. kubernetes_cluster node_pool public_ip certificate_for domain secret_manager cloudwatch log_group speicher netz datenbank_in réseau stockage grappe red. almacenamiento',
    form: /\b(?:us|eu|ap)-[a-z]+-\d\b/u,
    han: '云资源',
    hanTask: '存储桶 实例 集群 数据库实例 网络 存储 域名',
    files: /\.tf$/u,
  },
  {
    subject: 'script. scripts. shell bash skripte',
    says: 'shell_script shell_scripts bash_script bash_scripts shellcheck pipefail shell-skript',
    task: 'script skript shell bash automat cronjob one-liner entrypoint setup_step backup_every wrapper makefile autom',
    form: /\w\.sh\b/u,
    han: 'shell脚本',
    hanTask: '脚本 自动化',
    files: /\.sh$/u,
  },
  {
    says: ' lockfile lock_file versions_of_dependencies versionen_neuer_abh',
    task: 'dependenc install package.json add_the_package upgrade_to bump lockfile publish release. ci. pipeline dockerfile library libraries crate. npm. pip. bibliothek einbind binde. abhängigkeit bibliothèque dépendance biblioteca dependencia',
    form: /\b(?:add|bring in|use|install|remove) (?:the )?(?:package |library |crate )?[\w@/.-]+ (?:as a dependency|to the project)\b|\bworkflow\b/iu,
    han: '依赖版本',
    hanTask: '依赖 安装 引入',
    files:
      /(?:^|\/)(?:package\.json|pom\.xml|pyproject\.toml|Cargo\.toml|go\.mod)$|(?:^|\/)\.github\//u,
  },
  {
    says: 'github_actions ci_jobs ci_job ci_pipeline workflows actions_are pin_actions gitlab_ci jenkins',
    task: 'ci. github_action workflow pipeline release_job jenkins gitlab build_job nightly_build',
    han: '流水线',
    files: /(?:^|\/)\.github\/|gitlab-ci|Jenkinsfile|\.circleci/u,
  },
  {
    says: 'never_commit committe_nie committe_niemals ne_commite_jamais nunca_subas',
    task: 'commit push. check_in committe pushe sube_los_cambios',
    han: '不要提交 不能提交',
    hanTask: '提交',
  },
  {
    isOpen: true,
    says: 'pnpm npm. yarn. bun. poetry pipenv pip. uv. cargo_add third-party library_only standard_library',
    task: 'dependenc install package.json add_the_package upgrade_to bump lockfile publish release. ci. pipeline dockerfile library libraries crate. npm. pip. bibliothek einbind binde. abhängigkeit bibliothèque dépendance biblioteca dependencia',
    form: /\b(?:add|bring in|use|install|remove) (?:the )?(?:package |library |crate )?[\w@/.-]+ (?:as a dependency|to the project)\b|\bworkflow\b/iu,
    han: '',
    hanTask: '依赖 安装 引入',
    files:
      /(?:^|\/)(?:package\.json|pom\.xml|pyproject\.toml|Cargo\.toml|go\.mod)$|(?:^|\/)\.github\//u,
  },
  {
    isOpen: true,
    says: 'commit_message commit-nachricht messages_de_commit message_de_commit mensajes_de_commit',
    task: 'commit committe',
    han: '提交信息 提交说明',
    hanTask: '提交',
  },
]
