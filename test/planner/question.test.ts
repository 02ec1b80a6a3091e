import t from 'tap'
import { asksOnly, onlyRuns, wantedBy } from '#planner'

const QUESTIONS = [
  'what does this project do?',
  'What is in value.txt?',
  'why does the test fail?',
  'How many files are here',
  'explain the parser',
  'Please explain how the queue works.',
  'can you tell me what main.ts does?',
  'Could you summarize the README?',
  'describe the architecture',
  'list the endpoints',
  'hi',
  'thanks!',
  'which of the two is faster?',
  'Is this thread-safe?',
  'Tell me about libs/core. Who calls it?',
  'review src/a.ts',
  'does it handle errors?',
  'say hello',
  'show me the config',
  '2+2?',
  'who wrote this?',
  'compare a.ts and b.ts',
  'Give me a list of the tests',
  'Give an overview of the code and its tests',
  'Give a short summary of the module',
  'Explain how to find the bug and fix the code',
  'List the steps to build it and create a release.',
  'find the definition of parse and the callers',
]
const WORK = [
  'fix the failing test',
  'Please fix the bug in src/a.ts',
  'can you add a flag?',
  'Could you please refactor the parser?',
  'What is wrong here? Fix it.',
  'The tests fail. Make them pass.',
  'The login page returns 401 for fresh tokens',
  'rename foo to bar',
  'I was wrong: the port has to be 8080. Only conf/a.conf keeps 80.',
  'It was a mistake: the limit has to be 5 again.',
  "let's implement the cache",
  'I want you to write a README',
  'We need to upgrade zod',
  'run the tests',
  'Explain the bug.\nThen fix it.',
  'Now also update the docs',
  'make sure that you remove the old code',
  'create hello.txt',
  'Some users get an error although their token is fresh.',
  'you should add tests',
  'change value.txt to two',
  'write a function that adds two numbers',
  'Translate the comments to English',
  'Give every package the version that docs/plan.md names.',
  'Give the parser a flag for comments.',
  'Find the rate in data/log.txt and write it into rates.txt.',
  'Look up the limit, then set the constant in src/a.ts to it',
  'Count the files in src and put the number into count.txt',
]

t.test('the first words of a task tell a question from work', async (t) => {
  for (const text of QUESTIONS) t.equal(asksOnly(text), true, text)
  for (const text of WORK) t.equal(asksOnly(text), false, text)
})

t.test('a task that only asks for a run needs no change', async (t) => {
  for (const text of [
    'run the tests',
    'Check whether the tests pass.',
    'what is 2+2?',
    'Please verify the build',
  ])
    t.equal(onlyRuns(text), true, text)
  for (const text of [
    'run the tests and fix what fails',
    'fix the bug',
    'Run the tests. Fix the failures.',
  ])
    t.equal(onlyRuns(text), false, text)
})

t.test(
  'a text that is its own answer differs from a text that goes into the project',
  async (t) => {
    for (const text of [
      'write a haiku about git',
      'suggest a commit message for adding VAT',
      'write a summary of this project for my boss',
      'Create a plan for adding VAT',
      'refactor ideas?',
      'rename x to y in this snippet: let x = 1',
      'fix the typo in this sentence: I has a dog',
      'make this shorter: It was a long day. Then add salt.',
      'remove the duplicates from this list: a, b, a',
      'draft an email to the team about the outage',
      'tell me a joke',
      'Write a short poem, please.',
      'improve this commit message: fixed stuff',
      'Translate this to German: hello world',
      'write release notes',
      'schreibe ein Haiku über Git',
      'écris un poème',
      '写一首诗',
    ])
      t.equal(wantedBy(text), 'text', text)
    for (const text of [
      'write a plan into docs/plan.md',
      'create a plan endpoint',
      'Write a commit message and commit',
      'write a summary to README',
      'fix this bug: total ignores qty',
      'add this line: foo',
      'make the response for errors shorter',
      'create a post for each user',
      'create a list of users in the sidebar',
      'make a plan for VAT. Then implement it.',
      'write an answer in answer.txt',
      'write a story generator',
      'tidy up',
      'multiply by qty',
    ])
      t.equal(wantedBy(text), 'change', text)
    for (const text of [
      'deploy it',
      'commit my work',
      'restart the server',
      'run the tests',
      'push',
    ])
      t.equal(wantedBy(text), 'run', text)
    for (const text of ['how do I change the port?', 'hi', 'explain the plan', '2+2?'])
      t.equal(wantedBy(text), 'report', text)
  },
)
t.test('a text that is wanted in the reply asks only for an answer', async (t) => {
  for (const text of [
    'write a haiku about git',
    'suggest a commit message for adding VAT',
    'write a summary of this project for my boss',
    'Create a plan for adding VAT',
    'refactor ideas?',
    'rename x to y in this snippet: let x = 1',
    'fix the typo in this sentence: I has a dog',
    'make this shorter: It is a very long sentence.',
    'remove the duplicates from this list: a, b, a',
    'give me three names for this module',
  ])
    t.ok(asksOnly(text), text)
  for (const text of [
    'write a summary of the project into README.md',
    'create a list of users in src/users.js',
    'write a plan to the file plan.md',
    'make the list sorted',
    'create a function that returns a list',
    'write a joke endpoint in the module',
    'rename this function: foo',
    'fix the typo in this file: a.txt',
    'add a name field to the table',
  ])
    t.notOk(asksOnly(text), text)
})

t.test('a message that only teaches or ends a rule asks for no change', async (t) => {
  for (const text of [
    'From now on always use single quotes in JavaScript.',
    'always use tabs',
    'Never commit without running the tests.',
    'Remember that prices are stored in cents.',
    'remember: the tests run with make check',
    'We use pnpm, not npm.',
    'Write tests with vitest, always.',
    'In tests, always use the fake clock.',
    'forget the rule about single quotes',
    'delete the rule about tabs',
    'merke dir: immer Tabs verwenden',
    'ab jetzt immer deutsch antworten',
    'A partir de ahora escribe los tests en vitest.',
    'Désormais, écris les messages en anglais.',
    '以后提交信息用英文写。',
    'Utilise toujours des tabulations.',
    "N'utilise jamais de tabulations.",
    'Ne modifie jamais le fichier de verrouillage.',
    'Écris toujours des tests.',
    'No uses nunca tabulaciones.',
    'No pongas nunca comentarios en español.',
    'Escribe siempre pruebas.',
    'Schreibe nie Kommentare.',
    'Schreib immer Tests.',
    'Füge nie Abhängigkeiten hinzu.',
  ])
    t.equal(wantedBy(text), 'report', text)
  for (const text of [
    'From now on always use single quotes. Fix add.',
    'Fix add and from now on round up.',
    'The server always returns 500 when the cart is empty.',
    'Never works on Windows, please repair.',
    "Don't forget to update the README.",
    'In this project, fix the parser.',
    'delete the rules file',
    'Add a "remember me" checkbox.',
    'Schreibe immer noch Tests für add.',
    'Écris les tests qui manquent toujours.',
    'Escribe una prueba que falle siempre.',
    'Füge eine Zeile hinzu, die nie leer ist.',
  ])
    t.equal(wantedBy(text), 'change', text)
})

t.test('a task beside a rule is demanded, and a rule alone asks for nothing', (t) => {
  for (const task of [
    'From now on answer in French, and fix discount.',
    'Remember: the meeting is at 5. From now on answer in French, and fix discount.',
    'We use pnpm in this project, so fix the tests',
  ])
    t.equal(wantedBy(task), 'change', task)
  t.not(wantedBy('Always run the linter, and fix what it reports.'), 'change')
  t.end()
})

const ASKED = [
  'Have the migrations been run?',
  'Can we trust this cache after a restart?',
  'Could you check whether the index is used?',
  'Outline how authentication works here.',
  'What did you change, and why?',
  'Is there a test for this?',
  'See if the docs mention the flag.',
  'I want to know who calls parse.',
  'Figure out which commit broke the build.',
  'Do we still need this polyfill?',
  'Prüfe, wie oft die Funktion aufgerufen wird.',
  'Überprüfe, ob die Tests laufen.',
  'Ich möchte, dass du mir den Ablauf erklärst.',
  'Kontrolliere, ob das Passwort irgendwo im Klartext steht.',
  'Quiero que me expliques el flujo.',
  'Comprueba si las pruebas pasan.',
  'Verifica si hay contraseñas en el código.',
  '¿Hay que reiniciar el servidor?',
  'Vérifie si les liens marchent.',
  "Je voudrais que tu m'expliques ce code.",
  'Tu as modifié quels fichiers ?',
  'Faut-il redémarrer le serveur ?',
  '检查一下测试是否通过。',
  '我想知道谁调用了 parse。',
  '给我讲讲这个模块。',
  '这里需要加锁吗？',
  'Verifique se o servidor responde.',
  'Quero que você me explique o fluxo.',
  'Veja quantos testes falham.',
  'Você mudou quais arquivos?',
  'Prüfe, ob alle Links in der README funktionieren.',
  'Veja se os testes passam.',
  'Explain the scheduler in docs/scheduler.md.',
  'Mira que hace la función cargar y explícamelo.',
]
const WISHED = [
  'Can we drop support for Node 16?',
  'Have every endpoint return JSON errors.',
  'Could we use a Set there instead of an array?',
  'I want the table to be sortable.',
  'The error message must name the file.',
  'Teach the parser to accept comments.',
  'It would be nice if the list remembered its scroll position.',
  'Put the constants in their own module.',
  'Swap the order of the two buttons.',
  'Ich möchte, dass die Liste sortiert ist.',
  'Es soll eine Warnung erscheinen, wenn die Datei fehlt.',
  'Könntest du die Tests nach src verschieben?',
  'Die Funktion muss null zurückgeben.',
  'Quiero que la lista esté ordenada.',
  'Hay que traducir los mensajes.',
  'Necesito que el script acepte dos argumentos.',
  'Me gustaría que la página cargara más rápido.',
  '¿Podemos quitar la dependencia de jQuery?',
  'Il faut renommer la variable x.',
  "J'aimerais que le bouton soit rouge.",
  'Tu pourrais ajouter un test ?',
  'Vous pouvez supprimer ce fichier ?',
  '给 API 加上超时设置。',
  '我希望列表能按日期排序。',
  '让命令行支持 --json 参数。',
  '把标题换成中文。',
  'Quero que a lista fique ordenada.',
  'Você poderia corrigir o teste?',
  'É preciso traduzir as mensagens.',
  'Troque o ícone do menu.',
  'Could we get rid of the lodash dependency?',
  'Have the CLI print its version with -V.',
  'Quiero que el informe se guarde en PDF.',
  'Hay que quitar el código muerto de utils.js.',
  'Tu peux corriger le bug du panier ?',
  '给登录页面加一个“忘记密码”链接。',
  '我想让报表支持导出 Excel。',
  'Você pode trocar o logo da página inicial?',
  'Figure out why the test fails and fix it',
  'Vérifie si les liens marchent et corrige-les',
]

t.test('a wish in six languages wants a change, a check whether something holds does not', (t) => {
  for (const sentence of WISHED) t.equal(wantedBy(sentence), 'change', sentence)
  for (const sentence of ASKED) t.not(wantedBy(sentence), 'change', sentence)
  t.end()
})

/** What is pasted alone, and the same beside a question. */
const REPORTS = [
  'TypeError: x is undefined at a.ts:3',
  "KeyError: 'id'",
  'Error: listen EADDRINUSE',
  'NullPointerException at Foo.java:12',
  'a.go:12:3: undefined: foo',
  "src/a.ts(3,5): error TS2304: Cannot find name 'x'.",
  'FAIL test/a.test.js',
  'npm ERR! missing script: test',
  'Aborted (core dumped)',
  'error[E0382]: borrow of moved value',
  'Traceback (most recent call last):\n  File "a.py", line 3, in <module>\n    f()\nNameError: f',
  'build failed',
  'The tests fail',
  'CI is red.',
]

t.test('an error alone asks for a repair, beside a question for an answer', async (t) => {
  for (const text of REPORTS) {
    t.equal(wantedBy(text), 'change', text)
    for (const ask of ['What does this mean?', 'Explain this.', 'Tell me what it means:'])
      t.equal(wantedBy(`${ask}\n${text}`), 'report', `${ask} ${text}`)
  }
  for (const text of ['is TypeError an error?', 'hello', 'explain KeyError: when is it raised'])
    t.equal(wantedBy(text), 'report', text)
  t.equal(wantedBy('build the docs'), 'run')
})
