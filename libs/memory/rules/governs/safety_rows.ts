import { SENDS, STORES, TAKES, TELLS } from './families.js'
import type { GovernedRow } from './governed_row.js'

/** Rules about what must be kept safe, and the tasks that can follow or break them. */
export const SAFETY_ROWS: readonly GovernedRow[] = [
  {
    subject: 'secret credential geheimnis secreto clés',
    says: 'secrets vault api_key api_keys hardcode_key hardcode_secret hardcode_token hardcode_password credentials geheimnis zugangsdaten secrets_dans clés_api secretos credenciales claves_en',
    task: 'key. keys. secret token password credential integrat connect third-party webhook payment sms. oauth client. provider smtp deploy login schlüssel passwort anbind anbinde clé. clés. connecte intégr clave conecta integra api_token bearer stripe paypal twilio sendgrid slack telegram s3. smtp. database_url connection certificate license_key map_tiles openai maps verbind zertifikat connexion certificat conexión certificado',
    han: '写死密钥 密钥 凭证',
    hanTask: '接入 短信 支付 第三方 令牌 密码 登录 对接 证书 连接 微信 支付宝 阿里云',
  },
  {
    subject: 'password passwort passwörter contraseña',
    says: 'passwords_are password_is hash_password hashed argon2 bcrypt passwörter mots_de_passe contraseñas',
    task: 'password sign-up sign_up signup register registration login log_in account user_create reset credential passwort anmeld registrier konto mot_de_passe inscri connexion contraseña registro cuenta forgot change_email change_the_email invitation new_user admin_user vergessen neuer_nutzer oublié nouvel_utilisateur olvid nuevo_usuario',
    han: '密码',
    hanTask: '注册 登录 账号 重置 忘记 新用户 修改密码',
  },
  {
    subject: 'token jeton',
    says: 'tokens_must tokens_are token_is jwt session_token refresh_token access_token',
    task: 'token jwt session login log_in sign_in sign. refresh auth oauth logout anmeld sitzung connexion sesión remember_me stay_logged api_access invite_link share_link reset expire_after two-factor 2fa magic_link angemeldet einladungslink rester_connecté enlace_de_invitación cerrar_sesión',
    han: '令牌',
    hanTask: '登录 会话 认证 分享链接 邀请 免登录 过期 登出',
  },
  {
    says: 'personal_data pii. gdpr dsgvo rgpd personenbezogen données_personnelles datos_personales',
    task: 'customer user. users name email e-mail address phone export copy sample import log. logs profile person kunde nutzer adresse client usuario cliente dirección patient crash analytics tracking statistic third_party server. share. shares location position contact birth gender age. signature photo support report absturz teilen standort position geburt unterschrift foto plantage partag localis naissance signature statisti fallos compart ubicación nacimiento firma estadístic',
    families: [TAKES, SENDS],
    han: '个人信息 隐私数据 个人数据',
    hanTask: '用户 客户 导出 姓名 手机号 定位 位置 分享 统计 上报 头像 生日 地址 用户信息',
  },
  {
    says: 'escaped escaping escape_html escape_user escape_output sanitiz innerhtml dangerouslyset xss. csrf maskier échapp',
    task: 'show. render display html template comment message markdown link. links input form. preview page title name editor zeig anzeig kommentar nachricht vorlage affich commentaire muestra comentario mensaje plantilla',
    families: [TELLS, TAKES],
    han: '转义',
    hanTask: '显示 渲染 评论 富文本 留言',
    files: /\.(?:html?|twig|erb|hbs|ejs|jinja2?|vue|svelte|[jt]sx)$/u,
  },
  {
    says: 'permission authoriz authenticat check_the_role access_check require_login berechtigung zugriffsrecht droits_d permiso autoriz',
    task: 'endpoint route api. page admin delete remove update edit. view. download export permission role login access share invite endpunkt seite lösch zugriff rolle page. supprim accès rôle ruta borra acceso rol settings dashboard report members users team invite see_only only_admins only_the nur_admins mitglied einstellungen verwalt membres gérer uniquement_les miembros gestion solo_los',
    form: /\b(?:GET|POST|PUT|PATCH|DELETE)\b|(?:^|\s)\/[a-z]+(?:\/[\w{}:-]+)+/u,
    families: [STORES],
    han: '权限 鉴权',
    hanTask: '接口 页面 管理 删除 登录 后台 用户 审核 导出 编辑 页',
    files: /(?:^|\/)(?:api|routes?|controllers?|handlers?|views?)\//iu,
  },
  {
    says: 'encrypt verschlüssel chiffr cifra',
    task: 'encrypt backup store. save. upload send. transfer export archive snapshot key. verschlüssel sicherung speicher lade chiffr sauvegarde envoie cifra copia_de_seguridad guarda sube envía database disk token secret sync cloud sensitive password health medical geheim cloud sensib secret santé nube sensible salud',
    han: '加密',
    hanTask: '备份 上传 保存 传输 云 敏感 密码',
  },
  {
    subject: 'iam. policy policies role. roles.',
    says: 'iam. least_privilege',
    task: 'iam. policy permission access allow grant role bucket service_account may_read may_write zugriff droits permiso lambda function reader writer deploy_user github_actions assume cross-account queue topic table benutzer lesen_darf dienstkonto utilisateur compte_de_service usuario cuenta_de_servicio',
    form: /\blet (?:the )?\w+ (?:read|write|access|list|delete|publish)\b/iu,
    han: '访问策略 最小权限',
    hanTask: '权限 角色 授权 账号 只读',
  },
]
