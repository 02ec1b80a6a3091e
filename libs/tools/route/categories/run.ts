import { hint, shape } from './hint.js'

/** A program is to be run. */
export const RUN = [
  hint(
    3,
    `run rerun execute launch start_the start_a build compile install npm pytest cargo make_test go_test docker
    check_whether_the_tests benchmark deploy restart stop_the kill_the lint_the git_status git_log
    führ* starte* start* ausführen bau* kompilier* installier* beende* lass_die laufen
    lance* exécute* démarre* compile* installe* construis arrête* relance*
    ejecuta* corre lanza* inicia* compila* instala* arranca detén construye
    运行 执行 启动 编译 构建 安装 跑一下 跑测试 跑 停止 重启`,
  ),
  hint(
    1,
    `test tests suite linter server script command build tests_pass
    testen skript befehl tests_suite serveur commande pruebas servidor comando guion 测试 脚本 服务器 命令`,
  ),
  hint(
    -2.5,
    `fix add write implement create rewrite repair change update explain
    behebe schreib* füg* implementier* erstell* änder* erklär*
    corrige* ajoute* écris crée* modifie* explique*
    arregla* añade escribe crea cambia agrega explica*
    修复 添加 编写 写 修改 创建 解释 增加`,
  ),
  shape(-1.5, /\bhow (?:do|does|is|are)\b|\bwhere\b/i),
]
