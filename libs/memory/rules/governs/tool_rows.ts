import { BESIDE, MAKES } from './families.js'
import type { GovernedRow } from './governed_row.js'

/** Rules about tools, data science and measurements, and the tasks that can follow or break them. */
export const TOOL_ROWS: readonly GovernedRow[] = [
  {
    subject: 'setting option config einstellung paramètre ajuste',
    says: 'settings_need settings_must every_setting config_values configuration_values new_options defaults_for einstellungen_brauchen einstellungen_haben paramètres_ont ajustes_tienen hardcode_config magic_values environment_variables env_vars umgebungsvariable',
    task: 'setting option config configurable default toggle switch environment env. parameter preference port limit interval einstell schalter umgebung standardwert konfigur réglage paramètre environnement ajuste opción entorno max maximum limit timeout retries size threshold url host key. rate every_ minutes days length ttl. choose flag höchst grenze dauer adresse pfad schwelle limite durée seuil adresse taille máximo límite umbral duración tamaño',
    form: /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/u,
    han: '配置项 环境变量',
    hanTask: '设置 配置 参数 开关 可配置 上限 最多 超时 阈值 地址 数量',
    files: /(?:^|\/)(?:config|settings)\b/u,
  },
  {
    says: 'hyperparameter',
    task: 'hyperparameter learning_rate dropout epoch batch warm layer weight_decay optimi train parameter seed tokens model size temperature threshold schedule decay augment regulari momentum clip gradient smoothing hidden heads channels blocks loss weights optimizer patience early_stopping lernrate schicht verlust couche perte taux capa pérdida tasa',
    han: '超参数',
    hanTask: '学习率 训练 轮 批 层 损失 优化器 衰减 正则',
  },
  {
    says: 'inference_mode no_grad for_predictions model_weights checkpoints_are',
    task: 'predict inference serv evaluat checkpoint model warm embed classif generat vorhersag prédi prédictions predic score demo api_for infer batch_predict confusion accuracy validation_set test_set evalu prédire prévoir évalu predec clasific bewert',
    han: '推理',
    hanTask: '预测 评估 模型 推断 打分 验证集 准确率',
  },
  {
    subject: 'notebook',
    says: 'notebook',
    task: 'notebook explor jupyter explorat analys auswert analyse análisis',
    han: '笔记本',
    hanTask: '探索 分析',
    files: /\.ipynb$/u,
  },
  {
    subject: 'plot figure chart diagramm graphique gráfic',
    says: 'plots figures matplotlib plotly seaborn every_plot every_figure axes diagramme graphiques_sont gráficos_llevan',
    task: 'plot figure chart graph. histogram visuali draw heatmap curve diagramm zeichne graphique courbe gráfic dibuja trace. tracer tracez zeig_den_verlauf verlauf kurve balken kreis pie. bar. bars scatter boxplot trend over_time timeline visualise map_of streudiagramm nuage camembert évolution barres dispersión evolución barras pastel tendencia pinta grafica',
    han: '图表',
    hanTask: '画 曲线 直方图 趋势 散点 柱状 折线 饼图 可视化 画图',
  },
  {
    subject: 'metric kennzahl métrique métrica',
    says: 'metric_names metrics_are metrics_have prometheus metrics_start métriques_sont métricas_llevan',
    task: 'metric count. measur latency histogram gauge counter monitor how_long how_often throughput zähl. miss. messe kennzahl compte. mesure métrique cuenta. mide métrica count_the number_of duration errors_per alert dashboard health instrument observ trac tempo dauer anzahl alarm durée nombre_de alerte duración número_de alerta',
    han: '指标',
    hanTask: '统计 监控 计数 耗时 告警 次数 监测 埋点',
  },
  {
    says: 'exit_code stderr stdout',
    task: 'print output error exit command option warn message progress show. list. fail quiet verbose json. ausgabe meld fehler sortie affich erreur salida imprim error report reports progress summary status table_of line. lines dry_run stats fails failing abort interrupt fortschritt zusammenfassung abbruch progression résumé échou abandon progreso resumen falla aborta',
    han: '退出码 标准输出 标准错误',
    hanTask: '输出 打印 报错 命令 进度 汇总 状态 失败 中断',
  },
  {
    says: 'goroutine worker_thread spawn',
    task: 'goroutine parallel concurren background watch poll async at_once worker ticker stream every_second server listen nebenläufig gleichzeitig hintergrund arrière-plan simultané segundo_plano a_la_vez',
    families: [BESIDE],
    han: '协程',
    hanTask: '并发 并行 后台',
  },
  {
    says: 'proto. protobuf grpc .proto rpc. rpcs',
    task: 'proto protobuf grpc rpc. message field service_method endpoint api. method service call rpc stream_of request response client_for server_for field. new_method dienst aufruf appel llamada',
    han: '',
    hanTask: '接口 消息 服务 调用 字段',
    files: /\.proto$/u,
  },
  {
    says: 'graphql resolver',
    task: 'graphql resolver query mutation schema field type. api. expose field. fields argument pagination filter subscription nested list_of abfrage requête consulta',
    han: '',
    hanTask: '字段 查询',
    files: /\.graphqls?$|resolvers?\//u,
  },
  {
    subject: 'image picture icon asset sprite texture bild imagen',
    says: 'images_are images_must pictures_are webp. svg. assets_are assets_go sprites textures bilder_sind les_images las_imágenes',
    task: 'image picture photo icon asset logo avatar sprite texture thumbnail banner upload bild foto symbol icône imagen icono foto cover screenshot graphic illustration background_image gallery emoji favicon qr. titelbild galerie grafik hintergrundbild couverture galerie illustration fond. portada galería ilustración fondo',
    han: '图片 图标',
    hanTask: '头像 素材 封面 背景图 二维码 截图 照片',
    files: /\.(?:png|jpe?g|svg|webp|gif)$|(?:^|\/)assets\//u,
  },
  {
    says: 'tables_with virtuali',
    task: 'list. table rows. scroll log. history grid tabelle liste zeilen tableau lignes tabla filas messages chat feed results entries thousands many_ verlauf ergebnisse einträge résultats messages entradas resultados mensajes',
    han: '虚拟列表',
    hanTask: '列表 表格 聊天 消息 结果 记录',
  },
  {
    says: 'public_function exported_function public_method public_class exported_type fonction_publique fonctions_publiques öffentliche_funktion öffentliche_methode función_pública funciones_públicas',
    task: 'add. new. creat writ introduc build. make. need defin implement export expose public function method class endpoint neu erstell leg. lege. ergänz füg schreib bau. baue. funktion ajout crée. nouve écri fonction añad crea. nuev escrib función',
    families: [MAKES],
    han: '公共函数 公开函数 导出的函数',
    hanTask: '新 添加 增加 加 写 实现 函数',
  },
]
