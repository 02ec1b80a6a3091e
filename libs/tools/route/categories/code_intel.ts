import { hint, shape } from './hint.js'

/** Names of the code: where they are defined, who uses them, what types they have. */
export const CODE_INTEL = [
  hint(
    3.5,
    `defined definition definitions declared declaration callers caller who_calls called_from references
    usages used_by call_graph call_hierarchy implementations_of implements_the subclasses inherits depends_on
    dependencies_of type_errors type_check who_uses where_used signature_of imported_by which_functions_call
    definiert definition* deklariert aufrufer wer_ruft aufgerufen verwendungen referenzen wer_benutzt wer_verwendet
    hängt_ab signatur unterklassen importiert typfehler
    défini* déclaré* appelant* qui_appelle appelée références usages_de qui_utilise dépend signature sous-classes
    importe erreurs_de_type
    definid* definición declarad* quién_llama llamad* referencias usos_de quién_usa depende firma subclases
    importa errores_de_tipo
    定义 声明 调用者 谁调用 被调用 引用 谁使用 在哪里使用 用到 依赖 签名 子类 继承 类型错误 调用关系`,
  ),
  hint(
    0.8,
    `function class method symbol interface variable constant module type funktion klasse methode symbol schnittstelle variable
    fonction classe méthode función clase método símbolo variable 函数 类 方法 符号 变量 接口`,
  ),
  shape(0.7, /[a-z0-9]_[a-z0-9]|[a-z][A-Z]|\w\(\)/),
  hint(
    -3,
    `install installier* installe* instala* 安装 add create write implement fix rename remove change refactor define_a update
    füg* erstell* schreib* behebe benenn* entfern* änder* definiere
    ajoute* crée* écris corrige* renomme* supprime* modifie*
    añade crea escribe arregla renombra elimina cambia agrega corrige
    添加 创建 编写 修复 重命名 删除 修改 增加 实现 重构`,
  ),
]
