/**
 * Subjects of rules and tasks, as beginnings of words in five languages. Two texts with one subject have to do with each
 * other, though they share no word: "round the total" and "prices in cents". Chinese words may be anywhere.
 */
const SUBJECTS: Readonly<Record<string, { begins: string; chinese: string }>> = {
  money: {
    begins:
      'price pricing money amount total subtotal cost tax vat discount invoice billing billed bill charge payment paid refund cent currency round decimal cart checkout preis betrag beträge summe rechnung steuer rabatt kosten zahlung zins rate cent währung rund prix montant facture taxe remise paiement panier arrond devise precio importe factura impuesto descuento pago cobr redonde céntimo',
    chinese: '金额 价格 合计 折扣 发票 税 付款 费用 取整',
  },
  time: {
    begins:
      'date time day month year week weekly daily utc calendar schedul monday timestamp midnight daylight holiday clock datum zeit tag monat jahr woche uhr termin kalender feiertag jour mois année semaine horaire calendrier fecha día mes año semana calendario',
    chinese: '日期 时间 每天 每月 每周 时区',
  },
  mail: {
    begins:
      'mail email e-mail sms notif newsletter message recipient smtp inbox outbox nachricht benachrichtig willkommensmail courriel correo mensaje aviso notifi',
    chinese: '邮件 短信 通知',
  },
  log: {
    begins: 'log logs logging logged logger print println console journal protokoll registro',
    chinese: '日志',
  },
  error: {
    begins:
      'error exception raise throw fail crash panic retry fehler ausnahme scheiter erreur échou lever excepción errores fallo falla',
    chinese: '错误 异常 失败',
  },
  test: {
    begins:
      'test tests tested testing spec specs pytest unittest jest vitest coverage mock testen prueba pruebas',
    chinese: '测试',
  },
  database: {
    begins:
      'database sql query queries migration schema table column index transaction postgres mysql sqlite row rows record datenbank abfrage tabelle spalte requête base table colonne consulta tabla columna',
    chinese: '数据库 查询 表 列',
  },
  dependency: {
    begins:
      'dependenc librar package third-party vendor abhängigkeit bibliothek dépendance bibliothèque dependencia biblioteca librería',
    chinese: '依赖 库',
  },
  component: {
    begins:
      'component button page menu dialog modal widget sidebar navbar header footer toolbar view screen komponente knopf seite menü composant bouton page écran componente botón pantalla',
    chinese: '组件 按钮 页面 菜单 首页',
  },
  colour: {
    begins:
      'colour color red green blue grey gray dark theme palette background css hex farbe rot grün blau grau hintergrund couleur rouge vert bleu thème color rojo verde azul fondo',
    chinese: '颜色 背景 红 绿 蓝 灰',
  },
  wording: {
    begins:
      'label wording text string translat locali i18n caption placeholder title beschriftung übersetz texte traduc libellé etiqueta título',
    chinese: '文本 文字 翻译 标题',
  },
  access: {
    begins:
      "auth login logged log-in logout sign-in password passwort token session permission role credential secret api.key jeton admin anmeld zugang rechte berechtigung kennwort connexion mot permis droit contraseña clave acceso permiso sesión accès jeton rôle droits anonym anyone anybody guest invité invitado gast unbefugt zugriff jedermann n'importe cualquiera",
    chinese: '登录 密码 令牌 权限 账号',
  },
  api: {
    begins:
      "api endpoint route rest json http status response request url 404 graphql endpunkt schnittstelle route ruta point d'accès requête réponse respuesta antwortcode",
    chinese: '接口 路由',
  },
  network: {
    begins:
      'network http server request fetch download upload timeout socket sync url netz wlan abgleich synchron anfrage réseau requête télécharg délai red petición descarg solicitud',
    chinese: '网络 请求 下载',
  },
  storage: {
    begins: 'disk cache buffer stream filesystem storage speicher puffer tampon almacen',
    chinese: '缓存 磁盘',
  },
  job: {
    begins: 'job jobs worker queue cron background celery nightly auftrag tarea cola tâche file',
    chinese: '任务 队列',
  },
  removal: {
    begins:
      'delete deleting deletion remove removing removal drop purge erase clean-up cleanup archive lösch entfern supprim efface retir borr elimin desaparec',
    chinese: '删除 移除 清理',
  },
  parallel: {
    begins:
      'transaction lock race async await thread concurren parallel executor block atomic idempot twice again nebenläufig doppelt simultané doble',
    chinese: '并发 线程 事务 异步',
  },
  picture: {
    begins: 'image picture photo avatar icon thumbnail logo bild foto imagen icono',
    chinese: '图片 图像 头像',
  },
  report: {
    begins: 'report export csv pdf excel spreadsheet statistic bericht auswertung rapport informe',
    chinese: '报表 报告 导出 统计',
  },
  chart: {
    begins: 'chart graph plot diagram axis axes diagramm achse graphique gráfic',
    chinese: '图表 坐标',
  },
  stock: {
    begins:
      'stock inventory warehouse goods lager bestand ware entnahme quantit entrepôt existencia almacén',
    chinese: '库存 商品',
  },
  order: {
    begins:
      'order orders booking reservation purchase shipment bestell buchung reservier commande réservation pedido reserva compra',
    chinese: '订单 预订',
  },
  measure: {
    begins:
      'distance meter metre kilomet mile pixel tile gramm unit unité weight speed length entfernung gewicht strecke einheit longueur poids distancia peso unidad medida',
    chinese: '距离 公里 单位 重量',
  },
  sound: {
    begins:
      'sound audio volume loud mute noise silence microphone speaker lautstärke laut stumm geräusch lautsprecher mikrofon bruit muet haut-parleur sonido volumen ruido altavoz',
    chinese: '音量 声音 静音',
  },
  climate: {
    begins:
      'temperature celsius kelvin fahrenheit degree heat cold warm humid moisture weather rain sensor temperatur grad wärme kälte feucht wetter regen messwert température humidité météo pluie capteur temperatura humedad clima lluvia grados',
    chinese: '温度 湿度 天气 传感器',
  },
  water: {
    begins:
      'water irrigat plant garden soil wasser gieß bewässer pflanze garten boden eau arros plante jardin agua riego riegu regar planta jardín',
    chinese: '浇 植物 花园',
  },
  place: {
    begins:
      'coordinat longitude latitude map maps pin gps road street country location position geo koordinat längengrad breitengrad karte standort straße land lage coordonnée carte lieu rue pays coordenada mapa ubicación país',
    chinese: '坐标 地图 位置 地址',
  },
  number: {
    begins:
      'decimal float fraction precision percent dezimal gleitkomma bruchteil genauigkeit prozent zins rate cent décimal virgule pourcent coma porcentaje',
    chinese: '小数 精度 百分',
  },
  form: {
    begins:
      'form forms input field valid formular feld eingabe pflichtfeld formulaire champ saisie formulario campo',
    chinese: '表单 输入 字段',
  },
}

/** A word ends here. Written once a list and without the flag `i`: V8 compiles such a class in each process. */
const END = '(?![\\p{L}\\p{N}])'

const PATTERNS = Object.entries(SUBJECTS).map(([name, { begins, chinese }]) => {
  const words = begins.split(' ')
  // A short beginning is a whole word: `row` is no `rowan`, `red` no `redo`.
  const short = words.filter((one) => one.length < 5)
  const long = words.filter((one) => one.length >= 5)
  const latin = [...long, ...(short.length > 0 ? [`(?:${short.join('|')})s?${END}`] : [])]
  const anywhere = chinese.split(' ')
  return {
    name,
    pattern: new RegExp(`(?<![\\p{L}\\p{N}])(?:${latin.join('|')})|${anywhere.join('|')}`, 'u'),
  }
})

/** The subjects that a text has. Words within a name count: `sendEmail`, `cart_total`. */
export function topicsOf(text: string): Set<string> {
  const plain = text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return new Set(PATTERNS.filter(({ pattern }) => pattern.test(plain)).map(({ name }) => name))
}
