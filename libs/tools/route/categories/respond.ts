import { hint, shape } from './hint.js'

/** An answer in words is enough. */
export const RESPOND = [
  shape(
    3.5,
    /^\s*(?:hi|hello|hey|good (?:morning|evening|afternoon)|hallo|guten (?:morgen|tag|abend)|moin|servus|bonjour|bonsoir|salut|coucou|hola|buenos d[ií]as|buenas (?:tardes|noches)|你好|您好|早上好|晚上好|嗨)(?![\p{L}\p{N}_])/iu,
  ),
  hint(
    3.5,
    `thanks thank_you thx great_job well_done goodbye bye who_are_you what_can_you_do how_are_you tell_me_a_joke
    your_name are_you_an what_model
    danke vielen_dank tschüss gut_gemacht wer_bist_du was_kannst_du wie_geht witz wie_heißt_du
    merci au_revoir bravo qui_es-tu que_peux-tu_faire que_sais-tu ça_va blague comment_t'appelles-tu
    gracias adiós bien_hecho quién_eres qué_puedes_hacer cómo_estás chiste cómo_te_llamas
    谢谢 多谢 再见 你是谁 你能做什么 你会什么 笑话 干得好 你叫什么 辛苦了 你怎么样`,
  ),
  hint(
    2,
    `what_do_you_think your_opinion difference_between in_general which_is_better was_hältst_du deine_meinung unterschied_zwischen
    que_penses-tu ton_avis différence_entre qué_opinas tu_opinión diferencia_entre 你觉得 你的看法 区别`,
  ),
  shape(-2, /[\w-]+\/[\w./-]+|\b\w+\.(?:ts|js|py|go|rs|java|c|cpp|md|json|rb|php)\b|`[^`]+`/i),
]
