import { BESIDE, CALLS, FILES, MONEY, SENDS, STORES } from './families.js'
import type { GovernedRow } from './governed_row.js'

const TABLES =
  'table column field entity model schema migration record relation add_to_the_database tabelle spalte feld entität modell tabelle. table. colonne champ entité modèle tabla columna campo entidad modelo'
const TABLES_CHINESE = '表 字段 列 实体 模型'

/** Rules about what is stored, and the tasks that can follow or break them. */
export const STORE_ROWS: readonly GovernedRow[] = [
  {
    subject: 'table. tables. column tabelle spalte colonne tabla columna',
    says: 'table_names names_of_tables column_names primary_key foreign_key soft_delete deleted_at created_at tabellennamen spaltennamen noms_de_tables noms_des_tables nombres_de_tablas nombres_de_las_tablas',
    task: `${TABLES} attribute property belongs has_many status flag tag tags category address phone note notes date_of merkmal eigenschaft kategorie adresse notiz anmerkung attribut propriété statut catégorie adresse note. propiedad estado categoría dirección nota`,
    families: [STORES],
    han: '表名 字段名 主键 外键 软删除',
    hanTask: `${TABLES_CHINESE} 状态 分类 标签 备注 属性 加一列 加字段`,
    files: /\.sql$|(?:^|\/)(?:migrations?|models?|entit\w+|schema)(?:\/|\.)/iu,
  },
  {
    says: 'transaction',
    task: 'transaction save. saves. store update insert transfer book. charge order. payment delete several both atomic buch speicher überweis lösch enregistre transfer réserv guarda reserva cobra seat platz stock inventory seats credits points bestand punkte stock. points existencias puntos',
    families: [STORES, MONEY],
    han: '事务',
    hanTask: '保存 更新 转账 下单 支付 扣 库存 积分',
  },
  {
    subject: 'cache',
    says: 'cache. caches cached caching redis. ttl. zwischenspeicher',
    task: 'cache redis ttl. slow speed faster load. fetch expire invalidat memoiz langsam schnell lent rapide lento rápid dashboard list. popular statist ranking leaderboard counts home_page again_and_again',
    families: [CALLS],
    han: '缓存',
    hanTask: '慢 加速 过期 首页 统计 排行',
  },
  {
    says: 'paginat cursor-based seitenweise por_páginas',
    task: 'list. lists. all. page. pages. search endpoint history export table feed scroll liste alle suche lista todos busca historial historique show_all overview admin_page management_page log_page users_page orders_page history_of activity comments members search_results gallery every. browse übersicht verlauf alle_ kommentare ergebnisse anzeigen toutes_les tous_les aperçu commentaires résultats todas los_ ver_todos comentarios resultados',
    form: /\bGET\b/u,
    han: '分页',
    hanTask: '列表 查询 搜索 接口 列出 所有 管理 记录 历史 评论 订单列表 全部',
  },
  {
    says: 'idempoten safe_to_run_twice run_twice rerun',
    task: 'job task. step retry load. loads. webhook consumer event daily nightly import sync charge payment worker cron schedul queue refund aufgabe auftrag tâche tarea cobro payment pay. charge refund declined duplicate twice send. email again double renew subscription book order zahl doppelt erneut paiement deux_fois rembours pago dos_veces reembols',
    han: '幂等',
    hanTask: '任务 重试 回调 支付 消费 扣款 重复 退款 续费',
  },
  {
    says: 'whole_file into_memory in_memory stream_large large_files in_chunks fichiers_entiers en_mémoire enteros_en_memoria por_bloques in_den_speicher große_dateien stückweise',
    task: 'file files read. import export csv. upload download log. logs. parse. count lines stream json. parquet datei lies. einles fichier lis. lire télécharg archivo fichero lee. leer registro líneas',
    families: [FILES],
    han: '整个文件 流式 分块',
    hanTask: '文件 读取 导入 导出 上传 下载',
  },
  {
    subject: 'event message. messages. topic mqtt ereignis événement evento',
    says: 'kafka mqtt rabbitmq websocket event_names events_are message_queue queue_messages topic_names',
    task: 'event mqtt websocket broadcast publish publi emit consume queue topic message notif subscrib veröffentlich ereignis événement evento real-time live. sensor sensors status_change device devices notify_the sync gerät sensor capteur appareil dispositivo',
    families: [SENDS],
    han: '消息队列 事件',
    hanTask: '发布 订阅 消费 通知 设备 实时 上报',
  },
  {
    subject: 'mail email e-mail notification benachrichtig courriel correo',
    says: 'mails_are mails_go emails_are emails_go every_mail every_email notifications_are notifications_go les_courriels los_correos',
    task: 'mail email e-mail notif send. remind invit confirm newsletter reset welcome receipt erinner benachrichtig schick versende courriel rappel notifi envoie correo aviso avisa recordatorio envía',
    families: [SENDS],
    han: '邮件 通知',
    hanTask: '发送 提醒',
  },
  {
    subject: 'job jobs. cron background airflow celery scheduled worker',
    says: 'jobs_are every_job each_job cron_jobs background_jobs celery nightly_job scheduled_job',
    task: 'job cron schedul nightly background worker queue task. every_hour every_night daily celery auftrag nachts tâche tarea cada_noche every_day every_morning every_week weekly once_a at_midnight reminder cleanup clean_up digest report_every jeden_ täglich wöchentlich chaque_ tous_les_jours cada_ todos_los_días diari',
    families: [BESIDE],
    han: '定时任务 后台任务',
    hanTask: '每天 定时 队列 任务 每晚 每周 清理 凌晨',
  },
]
