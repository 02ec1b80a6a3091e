import { hint } from './hint.js'

/** Several steps are to be ordered first. */
export const PLAN = [
  hint(
    3.5,
    `plan roadmap step_by_step break_down break_it_down migrate migration strategy architecture_for design_a design_the
    propose_an propose_a outline todo_list to-do_list milestones
    plane planen schritt_für_schritt migrier* strategie entwirf entwerfe* zerlege meilensteine aufgabenliste
    planifie* étape_par_étape migre* migration stratégie conçois feuille_de_route décompose*
    planifica* paso_a_paso migra* migración estrategia diseña* hoja_de_ruta desglosa*
    计划 规划 步骤 一步一步 迁移 方案 路线图 拆分 设计一个 设计`,
  ),
  hint(
    1.5,
    `whole_codebase entire_codebase across_all_modules multiple_files several_files rewrite_the_whole first_then
    gesamte_codebasis mehrere_dateien ganze_projekt plusieurs_fichiers tout_le_projet varios_archivos todo_el_proyecto
    整个项目 多个文件 整个代码库`,
  ),
  hint(-2, `explain_the_plan what_is_the_plan read_the_plan`),
]
/** A long message has several parts. */
export const LONG_CHARS = 200
export const LONG_WEIGHT = 2
