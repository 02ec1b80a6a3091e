import { subjectWords } from './subject_words.js'

const setOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).flatMap((word) => [...subjectWords(word)]))

/**
 * Words that many tasks and many rules have, whatever they are about, in five languages. One of them in common says
 * little; two of them say as much as one of their own.
 */
const WEAK_WORDS = setOf(
  `user users customer client person people visitor owner member data value list number text item entry thing part kind type way place point line group set size count result option setting detail content information
  show display send give take read save store load start stop open close check create return support allow accept appear work handle happen change find search look see print count compute calculate new old next last first second third big small long short early late empty full missing wrong right good
  day week month year hour minute today tomorrow page button field form table row screen view website web
  benutzer kunde person leute wert liste zahl nummer text eintrag teil art stelle punkt zeile gruppe größe ergebnis zeige zeig anzeige anzeigen sende senden gib nimm lies lesen speicher speichern gespeichert lade starte öffne prüfe prüfen erzeuge ergänze füge hinzu suche finde berechne neue neuer neues alte letzte nächste erste zweite seite feld tag woche monat jahr stunde minute
  utilisateur client personne valeur liste nombre texte élément partie type ligne groupe résultat affiche afficher envoie envoyer donne prend lis enregistre ouvre ferme vérifie crée ajoute cherche trouve calcule nouveau nouvelle ancien dernier prochain premier page bouton champ jour semaine mois année heure minute
  usuario cliente persona valor lista número texto elemento parte tipo línea grupo resultado muestra mostrar envía enviar da toma lee guarda guardan abre cierra comprueba crea añade busca encuentra calcula nuevo nueva viejo último próximo primero página botón campo día semana mes año hora minuto
  用户 客户 数据 列表 显示 发送 保存 检查 查找 计算 一条 新的 页面 按钮 字段`,
)

/** What programs are made of, in any trade. A rule of which most words are such is about how code is written. */
const CODE_WORDS = setOf(
  `code function functions method class classes interface struct enum trait type types variable variables constant constants parameter parameters argument arguments namespace macro generic generics pointer reference null nil none undefined boolean string integer float array loop recursion callback promise async await then closure lambda error errors exception exceptions return returns raise throw throws catch try wrap assert malloc alloc heap static statically global mutable immutable final val const var let statement instance constructor getter setter python typescript javascript kotlin java swift rust golang ruby php haskell scala clojure elixir perl lua
  characters
  code funktion funktionen methode klasse klassen schnittstelle variable variablen konstante parameter argument modul schleife rekursion fehler ausnahme rückgabe statisch global zeichen vererbung
  code fonction fonctions méthode classe classes variable variables constante paramètre argument boucle récursion erreur erreurs exception statique global caractères 
  código función funciones método clase clases variable variables constante parámetro argumento bucle recursión error errores excepción estático global caracteres 
  函数 方法 变量 常量 参数 循环 递归 异常 全局 静态 空格 字符 一行`,
)

/** What a word that a rule and a task share says: two weak words are one. */
export function weightOf(word: string): number {
  return WEAK_WORDS.has(word) ? 0.5 : 1
}

/** Whether most of a rule's words are what programs are made of. */
export function isAboutCode(words: readonly string[]): boolean {
  const own = words.filter((word) => !/^\d+$/.test(word))
  const code = own.filter((word) => CODE_WORDS.has(word)).length
  return code >= 2 ? code * 2 >= own.length : code === 1 && own.length <= 2
}
