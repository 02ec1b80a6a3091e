import { hint, shape } from './hint.js'

/** Files are to be changed. */
export const WRITE = [
  hint(
    3,
    `fix fixes implement implements add create write rewrite change edit modify update replace rename remove
    delete insert append convert patch repair correct make_it make_the refactor extract_the simplify optimize
    optimise improve extend adapt rework translate_the_comments port raise_the lower_the bump reduce increase speed_up make_sure make_them sorge
    behebe beheb* reparier* korrigier* implementier* füg* erstell* schreib* änder* ersetz* benenn* umbenennen
    entfern* lösch* ergänz* verbesser* vereinfach* erweiter* baue_ein einbauen passe_an aktualisier* refaktorier* mach*
    corrige* répare* implémente* ajoute* crée* écris écrire modifie* change* remplace* renomme* supprime*
    améliore* simplifie* refactorise* mets fais ajoutez corrigez
    corrige arregla* implementa* añad* agrega* crea crear escrib* modifica* cambia* reemplaza* sustituye renombra*
    elimina* borra* mejora* simplifica* refactoriza* actualiza* haz
    修复 修正 实现 添加 增加 创建 新建 编写 写一个 写个 修改 更改 改成 改为 替换 重命名 删除 移除 优化 改进 简化 重构 更新 补充 修一下`,
  ),
  hint(
    1.5,
    `bug bugs broken fail fails drops complain* crash crashes wrong incorrect typo should must doesn't_work does_not_work regression
    fehler kaputt falsch abstürzt stürzt soll muss funktioniert_nicht
    bogue* cassé* plante erreur incorrect doit ne_marche_pas ne_fonctionne_pas
    fallo error roto falla incorrecto debe no_funciona
    错误 崩溃 不对 坏了 应该 必须 失败 问题 出错`,
  ),
  shape(
    -2.5,
    /^\s*(?:what|how|why|where|which|who|when|explain|describe|show|list|find|search|was|wie|warum|wo|welche|pourquoi|comment|où|qu'est|qué|cómo|dónde|por qué|cuál|为什么|什么|哪里|在哪|怎么|如何)(?![\p{L}\p{N}_])/iu,
  ),
  hint(
    -1.5,
    `don't_change without_changing ohne_zu_ändern nicht_ändern sans_modifier sin_cambiar 不要修改 不改`,
  ),
]
