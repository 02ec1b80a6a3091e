import t from 'tap'
import { asksOnly } from '#planner'

const ANSWERS = [
  'Was macht die Funktion parse?',
  'Erkläre mir bitte, wie der Parser aufgebaut ist.',
  'Kannst du mir erklären, warum der Test fehlschlägt?',
  'Wie viele Tests gibt es hier und was prüfen sie eigentlich?',
  'Bitte zeige mir alle Stellen, die den Cache verwenden.',
  'Que fait la fonction parse dans ce fichier ?',
  'Explique-moi comment le cache est vidé dans ce projet.',
  'Pourquoi est-ce que ce test échoue ?',
  '¿Qué hace este archivo y dónde se usa?',
  'Explica cómo funciona el analizador de este proyecto.',
  'Dime por favor cuántos módulos hay en este proyecto.',
  'O que faz esta função e quem a chama?',
  'Explique como o cache funciona neste projeto agora.',
  'Spiegami come funziona il parser di questo progetto.',
  'Perché questo test fallisce ogni volta su macOS?',
  'Leg uit hoe de parser in dit project werkt.',
  'Wyjaśnij, jak działa parser w tym projekcie.',
  'Förklara hur parsern fungerar i det här projektet.',
  'Bu fonksiyon ne yapıyor ve nerede kullanılıyor?',
  'Объясни, как устроен парсер в этом проекте.',
  'Почему этот тест падает каждый раз?',
  'Поясни, як працює парсер у цьому проєкті.',
  'ماذا تفعل هذه الدالة ومن يستدعيها؟',
  'यह फ़ंक्शन क्या करता है और कहाँ से बुलाया जाता है?',
  'この関数は何をしますか？',
  'パーサーの仕組みを説明してください。',
  'どこを修正すればいいですか？',
  '这个函数是做什么的？',
  '请解释一下缓存是怎么工作的。',
  '이 함수는 무엇을 하나요?',
  '파서가 어떻게 동작하는지 설명해 주세요.',
  'Hogyan működik ez a függvény, és ki hívja meg?',
]

const WORK = [
  'Behebe den Fehler im Parser.',
  'Kannst du die Tests reparieren?',
  'Bitte füge eine Option --json zum Programm hinzu.',
  'Der Login schlägt bei leerem Passwort fehl.',
  'Was macht parse? Benenne die Funktion danach um.',
  'Corrige le bug dans le parseur.',
  'Peux-tu ajouter un test pour ce cas ?',
  'Corrige el error del analizador.',
  '¿Puedes añadir una prueba para este caso?',
  'Adicione um teste para este caso.',
  'Aggiungi un test per questo caso.',
  'Dodaj test dla tego przypadku.',
  'Исправь ошибку в парсере.',
  'Можешь добавить тест для этого случая?',
  'パーサーのバグを修正してください。',
  'テストを追加してくれますか？',
  '请修复解析器中的错误。',
  '你能帮我添加一个测试吗？',
  '파서의 버그를 고쳐 주세요.',
]

t.test('a question in any language asks only for an answer', async (t) => {
  for (const text of ANSWERS) t.equal(asksOnly(text), true, text)
})

t.test('a request for work in any language asks for work, also as a polite question', async (t) => {
  for (const text of WORK) t.equal(asksOnly(text), false, text)
})

t.test('English is read as before', async (t) => {
  for (const text of ['what does it do?', 'how is it built', 'is it so?', 'hi', 'the parser?'])
    t.equal(asksOnly(text), true, text)
  for (const text of [
    'fix the parser',
    'can you fix the parser?',
    'The login fails with an empty password.',
  ])
    t.equal(asksOnly(text), false, text)
})
