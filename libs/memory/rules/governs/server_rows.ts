import type { GovernedRow } from './governed_row.js'

/** Rules about servers, data and what comes from outside, and the tasks that can follow or break them. */
export const SERVER_ROWS: readonly GovernedRow[] = [
  {
    subject: 'log. logs. logging protokoll journa',
    says: 'never_log never_logged not_log not_logged never_in_logs logging logger slf4j system.out println fmt.println console.log log_line log_message nunca_uses_print zap. winston pino. structlog loguru nie_loggen nicht_loggen protokollier journalis ne_journalise no_registres',
    task: 'log logs. logging logged print. prints. trace debug audit logmeldung logge protokoll journal registra bitácora imprim',
    han: '日志 打印',
    hanTask: '记录 输出',
  },
  {
    subject:
      'date dates. timestamp times. datum zeit. zeiten zeitpunkt zeitangab heure horodat fecha hora. horas. 时间',
    says: 'timestamp timestamps utc. java.time date-fns dayjs luxon moment.js dates datumswert zeitstempel datumsangaben horodat les_dates fechas times_are times_must all_times timezone time_zone datetime',
    task: 'date dates. time. times. day. days. daily month year week hour minute until expire expir deadline due. schedul history. older newest timestamp timezone calendar late. later early period datum zeit uhr tag. tage. täglich verspät frist fällig wann jour date. heure délai retard fecha hora día. días. cuándo plazo caduc retraso',
    form: /\b\w+_(?:at|on|date|time|until)\b|\b(?:show|display|print|tell|know|remember|see)s?\b.{0,60}\bwhen\b|(?:datum|zeitpunkt|frist|termin)(?!\p{L})/iu,
    han: '时间 日期',
    hanTask: '天 月 周 小时 过期 最后登录 历史',
  },
  {
    subject:
      'price amount money total currency preis betrag beträge geld prix montant precio importe dinero',
    says: 'money amounts_of amounts_are amounts_in prices_are prices_in price_in cents bigdecimal roundmoney beträge preise montants prix_sont prix_en importes precios',
    task: 'price pricing money amount total sum. fee. fees. tip. tax. vat. discount refund invoice bill. payment pay. paid charge cost revenue income salary balance currency cart checkout coupon order. shipping levy fine. fare toll rent. wage deposit preis betrag summe gebühr steuer mwst rabatt rechnung kosten zahl umsatz skonto menge miete lohn prix montant taxe tva. remise facture paiement devis frais amende loyer precio importe impuesto iva. descuento factura pago. cobro propina venta',
    han: '金额 价格 用分',
    hanTask: '费 钱 元 折扣 付款 退款 优惠 合计',
  },
  {
    subject: 'sql. query queries abfrage consulta',
    says: 'sql. .sql query_file select_* orm. prepared_statement concaténation concatenar_sql',
    task: 'sql query queries table column row. rows. database db. store. save. stored find. lookup look_up search filter delete remove insert join group_by report revenue count list. load. expired datenbank abfrage tabelle spalte such recherche base_de_données requête busca consulta tabla columna',
    form: /\b(?:GET|POST|PUT|PATCH|DELETE)\b/u,
    han: '',
    hanTask: '查询 数据库 表 列 搜索',
    files:
      /\.sql$|(?:^|\/)(?:db|store|repos?|repositor\w+|dao|models?|queries)\/|(?:repository|dao|store)\.\w+$/iu,
  },
  {
    subject:
      'endpoint route handler controller api. response endpunkt route ruta réponse respuesta antwort url',
    says: 'endpoint handler controller rest_api api_response responses_are routes urls. status_code endpunkt schnittstelle point_d’entrée http_handler problem+json json_keys',
    task: 'endpoint handler controller route api. return_4 return_5 status_code request response webhook json. url. serve endpunkt route schnittstelle antwort réponse requête ruta respuesta petición',
    form: /\b(?:GET|POST|PUT|PATCH|DELETE)\b|(?:^|\s)\/[a-z]+(?:\/[\w{}:-]+)+/u,
    han: '接口 路由 返回格式',
    hanTask: '请求 返回',
    files: /(?:^|\/)(?:api|routes?|endpoints?|controllers?|handlers?|views?|web)\//iu,
  },
  {
    says: 'zod. from_outside pydantic_for user_input request_bodies untrusted',
    task: 'accept read. input body. form. settings config import parse upload webhook field. fields. parameter query. validat post.',
    form: /\b(?:POST|PUT|PATCH)\b/u,
    han: '校验参数 用户输入',
    hanTask: '接收 输入 参数 表单 接口',
  },
  {
    subject: 'http. request network outgoing download netzwerk requête petición',
    says: 'api_client client.ts calls_to_the_backend http_client http_calls network_call outgoing_requests requêtes_réseau netzwerkaufruf netzwerkzugriff llamadas_de_red wx.request request.ts axios network_calls requests_to_the_same_host same_host mobile_data',
    task: 'button knopf bouton botón request fetch download upload load. load. save. sync poll submit server api. endpoint crawl scrap pages refresh retry more. lade. hol. sende. serveur charge. télécharg descarga carga envía',
    han: '请求',
    hanTask: '按钮 加载 下载 上传 接口 提交 同步 获取',
  },
  {
    says: 'main_thread background_thread coroutine rxjava asynchronous hauptthread nebenläufig hilo_principal fil_principal dateizugriff',
    task: 'button load save. saves. store fetch download upload background poll sync async thread parallel concurren retry delete watch file network refresh wait lade. speicher datei hintergrund charge enregistre fichier carga guarda archivo hilo',
    han: '主线程 异步 协程',
    hanTask: '加载 保存 下载 后台 并发',
  },
  {
    says: 'polars pandas dataframe data_frame',
    task: 'join merge group_by aggregat load. clean frame column csv. parquet per_ sum. mean. average filter rows calculat berechne gruppier calcula une. agrupa suma filtra calcule joins. datos',
    han: '数据框',
    hanTask: '统计 合并 分组 清洗',
  },
  {
    says: 'random_seed seed. seeds. zufallszahl graine_aléatoire semilla',
    task: 'train sampl shuffle split random dropout augment bootstrap initiali fold. seed generat trainier zufäll misch entraîn tirage aléatoire entren muestr aleatori baraj',
    isOfTests: true,
    han: '随机种子',
    hanTask: '训练 采样 打乱 随机 划分',
  },
  {
    says: 'parse_html scrap beautifulsoup selectolax',
    task: 'parse pars extract listing title. html selector element description table scrape',
    han: '解析html',
  },
  {
    says: 'for_pdf für_pdf pdf_immer pour_les_pdf para_pdf pdfs',
    task: 'pdf. pdfs. document print invoice. letter dokument druck anhang hänge. rechnung. brief imprim pièce documento imprime',
    han: '',
    hanTask: '打印 文档',
  },
]
