import { hint, shape } from './hint.js'

/** Something outside of this machine is to be read. */
export const WEB = [
  shape(4.5, /\bhttps?:\/\/(?!(?:localhost|127\.|\[::1\]))\S+|\bwww\.\S+/i),
  hint(
    3.5,
    `on_the_web the_web search_the_web online on_the_internet internet google website web_page webpage download
    release_notes latest_version newest_version latest_release stack_overflow
    im_netz im_internet im_web webseite website herunterladen lade* neueste_version aktuelle_version googeln
    en_ligne sur_internet sur_le_web internet site_web page_web télécharge* dernière_version
    en_línea en_internet en_la_web página_web sitio_web descarga* última_versión
    网上 上网 互联网 网页 网站 下载 最新版本 联网 在线`,
  ),
  hint(
    -3,
    `add_a fix implement the_download download_function download_button download_handler website_folder
    web_server webserver web_app web-app webpack schreib* implementier* behebe corrige* ajoute* implémente* añade arregla implementa
    修复 添加 实现`,
  ),
]
