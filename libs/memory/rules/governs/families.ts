/** What many tasks say about one kind of work, in five languages; rows of governed areas are made of them. */
export interface Family {
  /** Beginnings of words, a line for each language. */
  words: string
  /** Chinese words, which may be anywhere. */
  han: string
}

/** A person sees or touches something new. */
export const SHOWN: Family = {
  words: `button screen dialog page. pages. badge banner tooltip toast menu tab. tabs. card. cards. panel sidebar navbar header. footer. dashboard widget modal popup empty_state placeholder icon chart form. forms. caption heading checkbox dropdown picker slider toggle carousel gallery avatar spinner skeleton snackbar wizard onboarding landing swip drag tap. click hover scroll favourite favorite bookmark heart. star. rating emoji overlay drawer toolbar breadcrumb accordion stepper thumbnail preview
  knopf schaltfl seite. seiten. dialog fenster karte. leiste anzeige überschrift reiter kachel ansicht übersicht einblend wischen antippen anklick favorit auswahlliste vorschau hinweis startseite eingabemaske
  bouton écran fenêtre carte. bandeau onglet formulaire vignette aperçu glisser cliqu survol favori curseur liste_déroulante accueil infobulle
  botón pantalla ventana tarjeta pestaña formulario deslizar arrastr favorit corazón estrella casilla desplegable vista_previa portada panel`,
  han: '页面 页 按钮 弹窗 卡片 菜单 首页 标签 表单 界面 弹出 点击 滑动 拖拽 收藏 点赞 下拉 轮播 侧边栏 图标 提示框 预览 勾选',
}

/** Words are shown to a person. */
export const TELLS: Family = {
  words: `show. shows. display label message text title say. says. tell. tells. hint notice warn warning explain describe caption notif alert prompt confirm greet welcome
  zeig beschrift meldung text titel hinweis warn frag. fragen bestätig begrüß nachricht rückfrage
  affich texte titre message avert prévien demande. demander confirm libellé indique
  muestra mostrar mensaje texto título avis pregunt confirm indica etiqueta saluda`,
  han: '显示 提示 文字 标题 弹出 展示 确认 警告 询问',
}

/** Something comes from outside: a person, a file, another program. */
export const TAKES: Family = {
  words: `accept input body. form. forms. field fields. import upload webhook parameter param. params. query. filter. filtered filters sort. search validat register sign_up signup comment edit. edits change_the change_their update profile contact submit enter. enters type_in invite reply feedback booking reserve
  eingabe eingeb formular feld felder filter such hochlad kommentar bearbeit änder registrier absend profil kontakt einlad buchen
  saisi formulaire champ filtr cherch recherch télévers commentaire modifi inscri envoyer_un profil contact réserv
  entrada formulario campo filtr busc subir suba comentario edit modific registr enviar_un perfil contacto reserv`,
  han: '输入 参数 表单 提交 上传 筛选 搜索 注册 修改 编辑 评论 导入 填写 接收 留言',
}

/** Something is kept in a database. */
export const STORES: Family = {
  words: `save. saves saved saving stor. store. stores stored persist remember keep. keeps insert update. updates delete. deletes deleting remove. record. archive history soft_delete undo restore favourite favorite bookmark mark. rename_the cancel book. booking pause. assign approve merge duplicate
  speicher merken lösch entfern ändern aktualisier archiv anlegen anlege wiederherstell stornier rückgängig buch markier zuordn freigeb
  enregistr sauvegard supprim modifi archiv conserv gard annul réserv restaur marqu attribu valid
  guard borr elimin modific archiv conserv cancel reserv restaur marc asign aprob almacen anul`,
  han: '保存 删除 更新 修改 记录 存 取消 归档 恢复 收藏 标记 撤销 新增 下单',
}

/** A time or a date matters. */
export const TIMES: Family = {
  words: `date dates. time. times. day. days. daily month year week weekly weekday hour hourly minute second. seconds. until before_the expir deadline due. schedul history. older. newest newer timestamp timezone calendar late. later early earlier period today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday reminder remind. repeat every_ recur annual quarter past. future. age. birthday birth duration elapsed appointment slot. slots. opening_hours overdue snooze countdown noon midnight ago. since. last_login last_seen when_ clock stale timeout
  datum zeit uhr uhrzeit tag. tage. tagen täglich woche wöchentlich monat jahr stunde verspät frist fällig wann erinner heute morgen. gestern montag dienstag mittwoch donnerstag freitag samstag sonntag geburt alter. dauer termin ablauf abgelaufen läuft_ab wiederhol vergangen öffnungszeit kalender
  date. dates. heure jour. jours. semaine mois. année délai retard quand rappel demain hier. aujourd lundi mardi mercredi jeudi vendredi samedi dimanche naissance âge. durée échéance rendez-vous répét horaire expir passé. calendrier
  fecha hora. horas. día. días. semana mes. meses. año. años. cuándo plazo caduc retraso recordatorio recordar mañana ayer. hoy. lunes martes miércoles jueves viernes sábado domingo nacimiento edad. duración vence venc cita. citas. repet repit semanal mensual diari calendario horario`,
  han: '天 月 周 小时 分钟 过期 最后登录 历史 日期 时间 每天 明天 昨天 今天 提醒 到期 生日 年龄 星期 预约 定时 超时 之前 最近',
}

/** Money is counted or moved. */
export const MONEY: Family = {
  words: `price pricing money amount total subtotal sum. fee. fees. tip. tip tax. taxes vat. discount refund invoice billing bill. bills. payment pay. pays. paid charge cost. costs. revenue income salary balance currency cart checkout coupon voucher order. orders. shipping levy fine. fines. fare toll rent. rental wage deposit budget expense subscription plan. plans. donation commission credit. loan interest instalment installment payout gift_card margin quote. quotes. receipt surcharge membership profit turnover basket
  preis betrag summe gebühr steuer mwst rabatt rechnung kosten zahl umsatz skonto miete lohn guthaben budget ausgabe spende zins rate. raten. angebot beleg buchung gutschein einnahm warenkorb abonnement trinkgeld kaution mahn porto
  prix montant taxe tva. remise facture paiement pay. devis frais amende loyer solde budget dépense don. dons. panier abonnement cotisation acompte réduction recette salaire versement
  precio importe impuesto iva. descuento factura pago. pagos. pagar cobr propina venta. ventas saldo presupuesto gasto donación carrito suscripción cuota ingreso sueldo alquiler recibo vale. comisión interés`,
  han: '费 钱 元 折扣 付款 退款 优惠 合计 价格 金额 支付 订单 余额 工资 账单 发票 购物车 会员 税 券',
}

/** Something goes over the network. */
export const CALLS: Family = {
  words: `request fetch download upload load. loads. loading save. sync poll submit server api. endpoint crawl scrap pages. refresh retry more. retries stream webhook socket connect send. sends post. robots sitemap redirect url. urls. rss. feed. remote backend cdn. dns. lookup translate weather share. shar push. online offline integrat third-party
  lade. laden lädt hol. holen sende. server abruf abfrag schick hochlad herunterlad synchron teilen verbind anbind übertrag
  charge. charger serveur télécharg récupér envo synchronis partag connect interrog
  carga descarg sube. subir envía enviar servidor sincroniz compart conect consulta. obten trae.`,
  han: '加载 下载 上传 接口 提交 同步 获取 请求 发送 推送 分享 对接 拉取',
}

/** Files are read or written. */
export const FILES: Family = {
  words: `path file files folder directory dir. read. reads write. writes load. loads. save. saves walk recursive export import download upload scan glob subfolder script csv. json. yaml. toml. xlsx excel spreadsheet parquet zip. archive backup log_file dump cache_to on_disk disk open. rename copy. attach attachment config_file template snapshot output_to
  datei ordner pfad lies. lesen einles schreib. schreibt speicher verzeichnis anhang ablegen sicherung export import tabelle_als
  fichier dossier chemin lis. lire écri enregistr répertoire export import joint sauvegard disque
  archivo fichero carpeta ruta. lee. leer escrib guard directorio adjunt export import copia disco`,
  han: '文件 目录 读取 写入 导出 导入 文件夹 保存 路径 附件 备份 excel csv 磁盘',
}

/** A message goes to another person or program. */
export const SENDS: Family = {
  words: `mail email e-mail notif send. sends sending remind reminder invit confirm newsletter reset. welcome receipt push. sms. slack telegram whatsapp alert digest subscribe unsubscribe announce broadcast message. messages. inform inbox
  erinner benachrichtig schick versend sende. mail einlad bestätig nachricht melde. rundschreiben newsletter anschreib
  courriel rappel notifi envo mail prévien invit confirm lettre_d message alert
  correo aviso avisa recordatorio envía enviar notific invit confirm mensaje boletín alerta`,
  han: '发送 提醒 邮件 短信 通知 推送 群发 邀请',
}

/** Work goes on beside other work. */
export const BESIDE: Family = {
  words: `goroutine parallel concurren background watch poll async at_once at_the_same_time simultan worker ticker stream every_second server listen queue lock deadlock race thread pool batch job schedul cron nightly retry timeout debounce throttl overlap double_click twice
  nebenläufig gleichzeitig parallel hintergrund warteschlange sperr nachts wettlauf doppelt
  arrière-plan simultané parallèle concurren file verrou tâche deux_fois en_même_temps
  segundo_plano a_la_vez paralelo concurren simultáne cola. bloque tarea dos_veces hilo`,
  han: '并发 并行 后台 定时 队列 锁 线程 任务 异步 秒杀 同时 重复',
}

/** Something new is made in code. */
export const MAKES: Family = {
  words: `add. adds new. creat writ introduc build. make. makes need defin implement export expose public support. allow. let. lets extend generat compute calculat function method class endpoint helper
  neu erstell leg. lege. ergänz füg schreib bau. baue. funktion soll. sollen berechne unterstütz ermöglich können. kann.
  ajout crée. créer nouve écri fonction calcul permet faut. génèr doit. pouvoir
  añad crea. crear nuev escrib función calcul permit quiero genera debe. tiene_que poder`,
  han: '新 添加 增加 加 写 实现 函数 支持 做一个 生成 计算',
}
