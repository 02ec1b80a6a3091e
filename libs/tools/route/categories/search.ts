import { hint } from './hint.js'

/** Places or files are to be found by text or name. */
export const SEARCH = [
  hint(
    3,
    `search grep find locate look_for list_all list_the_files list_files list_every which_files every_place all_places
    all_files occurrences of_all_files count_the how_many_files
    such* find* durchsuch* lokalisier* liste* welche_dateien alle_stellen alle_dateien vorkommen wie_viele
    cherche* trouve* recherche* localise* liste* quels_fichiers toutes_les_occurrences tous_les_fichiers combien_de
    busca* encuentra* localiza* lista* qué_archivos todas_las_apariciones todos_los_archivos cuántos
    搜索 查找 寻找 找出 找到 找一下 列出 哪些文件 所有文件 多少个`,
  ),
  hint(
    1.5,
    `where wo où dónde 哪里 在哪 contain containing contains mention mentions named todo todos fixme
    enthalten enthält heißen contenant contient nommés contienen contiene llamados 包含 名为`,
  ),
  hint(
    -1.5,
    `defined definition definiert définie définition definida definición 定义 callers called_from aufgerufen
    on_the_web online internet im_netz en_ligne en_internet 网上 上网
    and_fix and_replace and_rename and_remove und_behebe und_ersetz* und_entfern* et_corrige et_remplace
    y_corrige y_reemplaza y_arregla 并修复 并替换 然后修改 find_out_why finde_heraus`,
  ),
]
