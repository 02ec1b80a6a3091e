import { CALLS, FILES, MONEY, STORES, TAKES, TIMES } from './families.js'
import type { GovernedRow } from './governed_row.js'

/** Rules about servers, data and what comes from outside, and the tasks that can follow or break them. */
export const SERVER_ROWS: readonly GovernedRow[] = [
  {
    subject: 'log. logs. logging protokoll journa',
    says: 'never_log never_logged not_log not_logged never_in_logs logging logger slf4j system.out println fmt.println console.log log_line log_message nunca_uses_print zap. winston pino. structlog loguru nie_loggen nicht_loggen protokollier journalis ne_journalise no_registres',
    task: 'log logs. logging logged print. prints. trace debug audit logmeldung logge protokoll journal registra bitácora imprim error errors exception catch crash troubleshoot diagnos investigate fail failing failed retry report why_it debugging fehler absturz protokollier diagnose fehlschl erreur échec plant panne diagnosti fallo falla error. errores depur rastre login payment',
    han: '日志 打印',
    hanTask: '记录 输出 排查 报错 异常 失败 崩溃 追踪',
  },
  {
    subject:
      'date dates. timestamp times. datum zeit. zeiten zeitpunkt zeitangab heure horodat fecha hora. horas. 时间',
    says: 'timestamp timestamps utc. java.time date-fns dayjs luxon moment.js dates datumswert zeitstempel datumsangaben horodat les_dates fechas times_are times_must all_times timezone time_zone datetime',
    task: 'date dates. time. times. day. days. daily month year week hour minute until expire expir deadline due. schedul history. older newest timestamp timezone calendar late. later early period datum zeit uhr tag. tage. täglich verspät frist fällig wann jour date. heure délai retard fecha hora día. días. cuándo plazo caduc retraso',
    form: /\b\w+_(?:at|on|date|time|until)\b|\b(?:show|display|print|tell|know|remember|see)s?\b.{0,60}\bwhen\b|(?:datum|zeitpunkt|frist|termin)(?!\p{L})/iu,
    families: [TIMES],
    han: '时间 日期',
    hanTask: '天 月 周 小时 过期 最后登录 历史',
  },
  {
    subject:
      'price amount money total currency preis betrag beträge geld prix montant precio importe dinero',
    says: 'money amounts_of amounts_are amounts_in prices_are prices_in price_in cents bigdecimal beträge preise montants prix_sont prix_en importes precios',
    task: 'price pricing money amount total sum. fee. fees. tip. tax. vat. discount refund invoice bill. payment pay. paid charge cost revenue income salary balance currency cart checkout coupon order. shipping levy fine. fare toll rent. wage deposit preis betrag summe gebühr steuer mwst rabatt rechnung kosten zahl umsatz skonto menge miete lohn prix montant taxe tva. remise facture paiement devis frais amende loyer precio importe impuesto iva. descuento factura pago. cobro propina venta',
    families: [MONEY],
    han: '金额 价格 用分',
    hanTask: '费 钱 元 折扣 付款 退款 优惠 合计',
  },
  {
    subject: 'sql. query queries abfrage consulta',
    says: 'sql. .sql query_file select_* orm. prepared_statement concaténation concatenar_sql',
    task: 'sql query queries table column row. rows. database db. store. save. stored find. lookup look_up search filter delete remove insert join group_by report revenue count list. load. expired datenbank abfrage tabelle spalte such recherche base_de_données requête busca consulta tabla columna filter sort by_date by_name by_price top_ most newest oldest aggregate per_ overview report statist dashboard group archive sortier übersicht auswert tri. trie. triées par_ordre ordena por_fecha informe',
    form: /\b(?:GET|POST|PUT|PATCH|DELETE)\b/u,
    families: [STORES],
    han: '',
    hanTask: '查询 数据库 表 列 搜索 统计 排序 筛选 报表 汇总 最多',
    files:
      /\.sql$|(?:^|\/)(?:db|store|repos?|repositor\w+|dao|models?|queries)\/|(?:repository|dao|store)\.\w+$/iu,
  },
  {
    subject:
      'endpoint route handler controller api. response endpunkt route ruta réponse respuesta antwort url',
    says: 'endpoint handler controller rest_api api_response responses_are routes urls. status_code endpunkt schnittstelle point_d’entrée http_handler problem+json json_keys',
    task: 'endpoint handler controller route api. return_4 return_5 status_code request response webhook json. url. serve endpunkt route schnittstelle antwort réponse requête ruta respuesta petición filter sort paginat upload login logout register webhook health_check download delete the_api api_for rest. public_url page_size filtern abruf pagin filtrar descarg refuse reject 404 400 422 409 401 403 limit_requests rate_limit',
    form: /\b(?:GET|POST|PUT|PATCH|DELETE)\b|(?:^|\s)\/[a-z]+(?:\/[\w{}:-]+)+/u,
    han: '接口 路由 返回格式',
    hanTask: '请求 返回 分页 筛选 登录 注册 下载 回调 返回',
    files: /(?:^|\/)(?:api|routes?|endpoints?|controllers?|handlers?|views?|web)\//iu,
  },
  {
    says: 'zod. from_outside pydantic_for user_input request_bodies untrusted',
    task: 'accept read. input body. form. settings config import parse upload webhook field. fields. parameter query. validat post. number range min max email phone login address date_range csv body patch number_of quantity',
    form: /\b(?:POST|PUT|PATCH)\b/u,
    families: [TAKES],
    han: '校验参数 用户输入',
    hanTask: '接收 输入 参数 表单 接口 手机号 邮箱 范围',
  },
  {
    subject: 'http. request network outgoing download netzwerk requête petición',
    says: 'api_client calls_to_the_backend http_client http_calls network_call outgoing_requests requêtes_réseau netzwerkaufruf netzwerkzugriff llamadas_de_red axios network_calls requests_to_the_same_host same_host mobile_data',
    task: 'button knopf bouton botón request fetch download upload load. load. save. sync poll submit server api. endpoint crawl scrap pages refresh retry more. lade. hol. sende. serveur charge. télécharg descarga carga envía',
    families: [CALLS],
    han: '请求',
    hanTask: '按钮 加载 下载 上传 接口 提交 同步 获取',
  },
  {
    says: 'main_thread background_thread coroutine rxjava asynchronous hauptthread nebenläufig hilo_principal fil_principal dateizugriff',
    task: 'button load save. saves. store fetch download upload background poll sync async thread parallel concurren retry delete watch file network refresh wait lade. speicher datei hintergrund charge enregistre fichier carga guarda archivo hilo',
    families: [CALLS, FILES],
    han: '主线程 异步 协程',
    hanTask: '加载 保存 下载 后台 并发',
  },
  {
    says: 'polars pandas dataframe data_frame',
    task: 'join merge group_by aggregat load. clean frame column csv. parquet per_ sum. mean. average filter rows calculat berechne gruppier calcula une. agrupa suma filtra calcule joins. datos monthly weekly by_month by_region per_store outlier missing duplicates normali pivot report statist correlation median percentile forecast seasonal résume moyen moyenne nettoy regroup mediane par_mois par_région media. promedio limpi por_mes mittelwert durchschnitt bereinig je_monat pro_monat',
    han: '数据框',
    hanTask: '统计 合并 分组 清洗 平均 中位数 缺失 去重 透视',
  },
  {
    says: 'random_seed seed. seeds. zufallszahl graine_aléatoire semilla',
    task: 'train sampl shuffle split random dropout augment bootstrap initiali fold. seed generat trainier zufäll misch entraîn tirage aléatoire entren muestr aleatori baraj noise monte_carlo simulat benchmark experiment cross-validation kfold permutation rausch simulier bruit simul ruido simula',
    isOfTests: true,
    han: '随机种子',
    hanTask: '训练 采样 打乱 随机 划分 模拟 噪声 交叉验证',
  },
  {
    says: 'parse_html scrap beautifulsoup selectolax',
    task: 'parse pars extract listing title. html selector element description table scrape crawl website web_page links meta robots sitemap webseite site_web página_web',
    han: '解析html',
    hanTask: '网页 爬',
  },
  {
    says: 'for_pdf für_pdf pdf_immer pour_les_pdf para_pdf pdfs',
    task: 'pdf. pdfs. document print invoice. letter dokument druck anhang hänge. rechnung. brief imprim pièce documento imprime receipt label ticket certificate report_as quittung etikett urkunde reçu étiquette attestation billet recibo etiqueta certificado',
    han: '',
    hanTask: '打印 文档 打印 发票 票据 证书',
  },
]
