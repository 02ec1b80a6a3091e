import { hint, shape } from './hint.js'

/** Something that is there is to be shown or explained. */
export const READ = [
  hint(
    2.5,
    `read show open explain describe summarize summarise summary overview print_the look_at walk_me_through
    tell_me_about what's_in cat view
    lies* zeig* erklär* öffne beschreib* fass* überblick schau* erläuter*
    lis lire montre* explique* décri* ouvre résume* affiche* aperçu
    lee muestra* explica* describe* abre resume* enseña* visión_general
    读 阅读 查看 显示 解释 说明 打开 介绍 总结 描述 看看 看一下 讲讲 概述`,
  ),
  hint(
    2,
    `what_does what_do what_is what_are how_does how_do how_is why_does why_is which which_of what_happens
    was_macht was_ist was_steht was_bedeutet wie_funktioniert warum wozu welche*
    que_fait qu'est-ce que_contient comment_fonctionne comment_marche pourquoi quel* à_quoi_sert
    qué_hace qué_es qué_contiene qué_significa cómo_funciona por_qué cuál* para_qué
    什么 怎么工作 如何工作 为什么 是干嘛 做什么 什么意思 哪个 内容`,
  ),
  shape(0.8, /[\w./-]+\.[a-z]{1,5}\b|`[^`]+`/i),
  hint(
    -2,
    `implement* create add write rewrite fix change rename remove delete update
    schreib* implementier* erstell* behebe ändere entfern* lösch* ersetze
    ajoute* corrige* écris crée* supprime* renomme* modifie* remplace*
    añade agrega corrige escribe crea elimina renombra cambia borra reemplaza
    修复 添加 修改 删除 重命名 写一个 创建 实现 改成`,
  ),
]
