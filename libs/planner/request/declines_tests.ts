/** The user does not want the tests to run, in the languages of the glossary and in Russian. */
const DECLINES =
  /\b(?:do not|don't|never|no need to|without|not) (?:run|running|execut\w+|start\w*|launch\w*) (?:the |any |our |your )*(?:unit )?(?:tests?|suite|test suite)\b|\bskip (?:running )?the tests?\b(?! )|\bleave the (?:tests?|testing) to me\b|\bI(?:'ll| will| shall) (?:run|do) the (?:tests?|testing)\b|\b(?:tests?|suite) (?:nicht|keinesfalls) (?:laufen|ausführen|starten)|\blass (?:bitte )?die tests? (?:weg|nicht laufen)|\bführe? (?:bitte )?(?:keine|die) tests?(?: bitte)?(?: nicht)? aus\b|\bkeine tests? (?:ausführen|laufen|starten)|\bohne (?:die )?tests? (?:auszuführen|laufen zu lassen|zu starten)|\bn['’](?:exécute[rz]?|lance[rz]?) pas les tests|\bne (?:lance[rz]?|fais|faites|exécute[rz]?) pas (?:tourner )?les tests|\bsans (?:lancer|exécuter) les tests|\bno (?:ejecutes?|corras?|lances?) (?:las pruebas|los tests?)|\bsin (?:ejecutar|correr|lanzar) (?:las pruebas|los tests?)|\bnão (?:execute|rode|rodar|executar) os testes|\bnon (?:eseguire|lanciare) i test|(?:不要|不用|不必|别|請勿|请勿)(?:再)?(?:运行|跑|执行|運行|執行)(?:任何|单元)?(?:测试|測試)|(?:не запускай(?:те)?|не надо запускать|без запуска) тест/iu

/** Whether the user's words say that the tests must not run. */
export function declinesTests(asked: string): boolean {
  return DECLINES.test(asked)
}
