import t from 'tap'
import { readQuery } from '../../libs/map/words/query_words.js'
import { chooseRules, type TaskWords } from '../../libs/memory/rules/choice/choose_rules.js'
import { compareRules } from '../../libs/memory/rules/compare_rules.js'
import { scopeOfRule } from '../../libs/memory/rules/rule_scope.js'
import { kindOfTask } from '../../libs/memory/rules/task_kind.js'
import { subjectWords } from '../../libs/memory/words/subject_words.js'

/** Which of the rules a task gets, by their place in the list. */
function shown(texts: readonly string[], task: string, more: Partial<TaskWords> = {}): number[] {
  const rules = texts.map((text, at) => ({ name: `${at}`, text, created: '' }))
  return chooseRules(rules, { text: task, files: [], ...more }, 200)
    .map(({ name }) => Number(name))
    .sort()
}

t.test('two rules that only begin alike do not concern each other', (t) => {
  const pairs = [
    ['A partir de ahora respóndeme en una lista.', 'A partir de ahora los avisos salen una vez.'],
    ['从现在开始注释用英文。', '从现在开始每个班二十个孩子。'],
    ['Désormais chaque accès est vérifié.', 'Désormais un billet reste dans la base.'],
  ] as const
  for (const [newer, older] of pairs) t.equal(compareRules(newer, older), 'other', newer)
  t.end()
})

t.test(
  'a rule with another subject than the task is left out, one of which nothing tells is not',
  (t) => {
    const rules = ['Coordinates are always longitude first.', 'Always think of the badgers.']
    const near = ['src/invoices.ts']
    t.same(shown(rules, 'Sort the invoices.', { near }), [1])
    t.same(shown(rules, 'Sort the invoices.'), [1], 'no file is known for the task')
    t.same(shown(rules, 'Sort the badgers.', { near }), [1])
    t.same(
      shown(rules, 'Braid the withies.', { near }),
      [0, 1],
      'no word of the task is known, so nothing tells what it does not touch',
    )
    t.same(shown(rules, 'Swap the two coordinates.'), [0, 1])
    t.equal(scopeOfRule('Ab jetzt dauert eine Schicht zwölf Stunden.'), 'subject')
    t.equal(scopeOfRule('Nunca riegues si la humedad pasa del 60 %.'), 'subject')
    t.equal(scopeOfRule('Wrap every error before you return it, always.'), 'code')
    t.equal(scopeOfRule('Raise ValueError for bad input, never return None.'), 'code')
    t.equal(scopeOfRule('Never change a file outside of src without asking me.'), 'conduct')
    t.equal(scopeOfRule('Number plates are always stored without spaces.'), 'subject')
    t.end()
  },
)

t.test('a rule is in the head where the file of a task defines what it is about', (t) => {
  const rules = ['The volume always goes from 0 to 100.']
  const task = 'Add a mute switch to web/player.ts.'
  const more = { near: ['web/player.ts'], elsewhere: ['web/mixer.ts', 'setVolume'] }
  t.same(shown(rules, 'The slider jumps.', more), [])
  t.same(shown(rules, 'The slider jumps.', { near: more.near, names: ['setVolume'] }), [0])
  t.same(shown(rules, task, { ...more, names: ['play'] }), [0], 'by its subject')
  t.end()
})

t.test('one word of every program in common is too little, two are enough', (t) => {
  const rules = ['Coordinates of a kind are always longitude first.']
  const more = { near: ['src/mail.ts'], elsewhere: ['src/ban.ts'] }
  t.same(shown(rules, 'Round the total of a kind.', more), [])
  t.same(shown(rules, 'Round the total of the first kind.', more), [0])
  t.same(shown(rules, 'Add a page about coordinates.', more), [0])
  t.end()
})

t.test(
  'words have one form, with or without an accent, and a compound is one of its last part',
  (t) => {
    t.same([...subjectWords('Verträge')], [...subjectWords('Vertrage')])
    t.same([...subjectWords('更新的里的')], ['更新'])
    const rules = ['Eine Übersicht hat immer zwei Spalten Breite.']
    t.same(shown(rules, 'Erzeuge die Monatsübersicht.'), [0])
    t.end()
  },
)

t.test(
  'a plural of three or four letters is a form of its word, a word that ends so is not',
  (t) => {
    const same =
      'fee fees, log logs, tag tags, key keys, bug bugs, file files, date dates, tax taxes'
    for (const pair of same.split(', ')) {
      const [one = '', many = ''] = pair.split(' ')
      t.same([...subjectWords(many)], [...subjectWords(one)], pair)
    }
    const alone = 'gas bus css aws axis pass news lens tls ios'.split(' ')
    for (const word of alone) t.same([...subjectWords(word)], [word], word)
    const rule = 'Always round fees up to whole euros, because the tax office does.'
    t.same(shown([rule], 'Raise the fee in src/fee.js.', { near: ['src/fee.js'] }), [0])
    t.end()
  },
)

t.test('a task about an author or a template is about code, one about a policy is not', (t) => {
  t.equal(kindOfTask('Show the author below a post in templates/thread.html.'), 'code')
  t.equal(kindOfTask('Add the name of the author to the book.'), 'code')
  t.equal(kindOfTask('Update the privacy policy.'), 'beside')
  t.end()
})

t.test('a path at the end of a sentence is a path, in any script', (t) => {
  const paths = (text: string) => readQuery(text).paths
  t.same(paths('Remember the last song in web/src/player.ts.'), ['web/src/player.ts'])
  t.same(paths('Fix cart.ts.'), ['cart.ts'])
  t.same(paths('在 src/班级.py 里按年龄排序。'), ['src/班级.py'])
  t.end()
})

t.test('a condition with which a task shares nothing leaves its rule out', (t) => {
  const [rule = '', area = ''] = [
    'If you use unsafe, always say why.',
    'For jobs, always set a limit.',
  ]
  const task = { near: ['src/cart.ts'] }
  t.same(shown([rule], 'Round the total.', task), [])
  t.same(shown([rule], 'Read the block with unsafe.', task), [0])
  const unknown = 'If you use a winch, always say why.'
  t.same(
    shown([unknown], 'Round the total.', task),
    [0],
    'nothing knows the words of the condition',
  )
  t.same(shown([rule], '修复合计。', task), [0], 'words of another script cannot be compared')
  const rain = 'When it rains, always close the roof.'
  t.same(
    shown([rain], 'Round the total.', task),
    [0],
    'a case of the world is no condition of a task',
  )
  t.same(shown([rule], 'What is total?', task), [], 'an answer writes no code')
  const project = ['src/cart.ts', 'jobs/clean.ts']
  t.same(shown([area], 'Round the total.', { ...task, project }), [], 'a part that is not touched')
  t.same(shown([area], 'Round it.', { project, near: ['jobs/clean.ts'] }), [0])
  const ask = 'Always ask me before you delete a file.'
  t.same(shown([ask], 'Round the total.', task), [0], 'a task may come there on its way')
  const end = 'Vor dem Ende immer cargo clippy laufen lassen.'
  t.same(shown([end], 'Setze die Version auf 0.9.', task), [0], 'that is in each task')
  t.end()
})

t.test('a rule about what is new is shown where something is made', (t) => {
  const cases: [rule: string, meets: string, not: string][] = [
    ['Every new component always needs a story.', 'Create a component Tip.', 'Sort totals.'],
    ['Jeder neue Dienst braucht immer ein Limit.', 'Ergänze den Dienst Post.', 'Prüfe den Dienst.'],
    [
      'Pour chaque nouvelle entité, ajoute toujours un test.',
      "Crée l'entité Devis.",
      "Lis l'entité.",
    ],
    ['Cada nueva tarea lleva siempre un límite.', 'Crea una tarea.', 'Revisa la tarea.'],
    ['每个新组件都必须有测试。', '新建组件 Tip。', '调整宽度。'],
  ]
  for (const [rule, meets, not] of cases) {
    t.same(shown([rule], meets), [0], meets)
    t.same(shown([rule], not), [], not)
  }
  t.end()
})

t.test('a task that runs, commits or upgrades something writes no code', (t) => {
  const beside = [
    'Start the server on port 9000.',
    'Haz commit de lo que cambiamos.',
    'Upgrade vite to 6.',
    'Lance le serveur.',
    '升级 vite 到 6。',
    '把改动提交到 git。',
  ]
  for (const text of beside) t.equal(kindOfTask(text), 'beside', text)
  t.equal(kindOfTask('Start the server with a random port in app.ts. Then log it.'), 'code')
  t.equal(kindOfTask('提交表单后跳转到首页。'), 'code')
  t.end()
})

t.test('a rule that says when it holds is shown there only, in five languages', (t) => {
  const near = ['src/cart.ts']
  const cases: [rule: string, meets: [string, string[]?][], not: [string, string[]?][]][] = [
    [
      'In tests, always use the fake clock.',
      [['Cover the cart.'], ['Add a case.', ['test/cart.test.ts']]],
      [['Round the total.']],
    ],
    [
      'Commit messages are always in English.',
      [['Fix the total and commit it.']],
      [['Fix it.'], ['Explain it.']],
    ],
    ['Before you push, always run npm run check.', [['Fix it, then push.']], [['Fix the total.']]],
    [
      'In der Dokumentation immer die Sie-Form verwenden.',
      [['Beschreibe die Liste.', ['docs/handbuch.md']]],
      [['Sortiere die Liste.']],
    ],
    [
      'Pour SQL, toujours préfixer les vues.',
      [['Ajoute une ligne.', ['db/a.sql']]],
      [['Arrondis le total.']],
    ],
    [
      'En las migraciones, siempre incluye la vuelta atrás.',
      [['Crea una migración.']],
      [['Redondea el total.']],
    ],
    ['提交之前一律先运行 make test。', [['修复取整并提交。']], [['修复取整。']]],
    [
      'In Go files, always wrap errors with %w.',
      [
        ['Round it.', ['a.go']],
        ['Round it.', []],
      ],
      [['Round it.'], ['Where is main?', ['a.go']]],
    ],
  ]
  const more: typeof cases = [
    [
      'Beim Umbenennen immer auch die Doku anpassen.',
      [['Die Methode total soll summe heißen.']],
      [['Runde die Summe.']],
    ],
    [
      'Cuando optimices algo, mide siempre antes y después.',
      [['La búsqueda es demasiado lenta.']],
      [['Redondea el total.']],
    ],
    [
      'Quand tu ajoutes une route, mets toujours à jour docs/routes.md.',
      [['Il faut une nouvelle URL.']],
      [['Arrondis le total.']],
    ],
    ['修 bug 的时候，一律先写复现测试。', [['空购物车会崩溃。']], [['加一列合计。']]],
    [
      'Always write a failing test first when you fix a bug.',
      [['The total is wrong.']],
      [['Let the cart have a name.']],
    ],
    ['For SQL migrations, always add a down script.', [], [['Round it.', []]]],
    [
      'If you add an environment variable, always list it in env.example.',
      [['Make the port configurable.'], ['Umgebung lesen.']],
      [['Round the total.']],
    ],
    [
      'After you change the infrastructure, always describe the way back.',
      [['Open the firewall for 8443.'], ['Rename it.', ['infra/net.tf']]],
      [['Round the total.']],
    ],
    [
      'When you claim that something is faster, always show the benchmark.',
      [['Speed up the inner loop.']],
      [['Round the total.']],
    ],
    [
      'When you report a metric, always give five runs.',
      [['Evaluate the new tokenizer.']],
      [['Round the total.']],
    ],
  ]
  for (const [rule, meets, not] of [...cases, ...more]) {
    for (const [task, files = near] of meets)
      t.same(shown([rule], task, { near: files }), [0], `${rule} | ${task}`)
    for (const [task, files = near] of not)
      t.same(shown([rule], task, { near: files }), [], `${rule} | ${task}`)
  }
  for (const rule of [
    'Never commit without running the tests.',
    'Never add a dependency without asking me.',
    'Ne modifie jamais le dossier vendor/.',
  ])
    t.same(shown([rule], 'Round the total.', { near }), [0], rule)
  t.end()
})

t.test(
  'a rule of a language is shown without a known file only where the project has much of it',
  (t) => {
    const rule = 'In shell scripts always start with set -euo pipefail.'
    const tree = ['infra/main.tf', 'infra/net.tf', 'k8s/api.yaml', 'docs/run.md']
    const task = 'Create a subnet for the database.'
    t.same(shown([rule], task, { project: [...tree, 'scripts/backup.sh'] }), [])
    t.same(shown([rule], task, { project: ['a.sh', 'b.sh', ...tree] }), [0])
    t.same(shown([rule], 'Write a script that rotates logs.', { project: tree }), [0])
    t.end()
  },
)

t.test(
  'an answer does not get a rule about a change, though it shares a word of its condition',
  (t) => {
    const rule = 'Before a backfill, always make a snapshot.'
    t.same(shown([rule], 'Why did the backfill fail last night?'), [])
    t.same(shown([rule], 'Run the backfill of the orders.'), [0])
    const ask = 'Always ask me before you delete a file.'
    t.same(shown([ask], 'What does the delete button do?'), [0], 'about conduct')
    for (const text of [
      'Summarise the last commits.',
      'Fasse die Tests zusammen.',
      '总结最近的提交。',
    ])
      t.equal(kindOfTask(text), 'answer', text)
    for (const text of ['Open a pull request.', 'Write the text of the PR for the cart.'])
      t.equal(kindOfTask(text), 'beside', text)
    t.equal(kindOfTask('Open a pull request. Then round the total in cart.ts.'), 'code')
    t.end()
  },
)

t.test('a thing that answers is no conduct of the agent', (t) => {
  t.equal(scopeOfRule('The server must always answer within 50 ms.'), 'subject')
  t.equal(scopeOfRule('A signal that does not answer always counts as red.'), 'subject')
  t.equal(scopeOfRule('Der Server muss immer in 50 ms antworten.'), 'subject')
  for (const text of [
    'You must always answer in English.',
    'Answers are always short.',
    'Always answer in English.',
  ])
    t.equal(scopeOfRule(text), 'conduct', text)
  t.end()
})

t.test('a rule about the tests at the end holds in each task', (t) => {
  const project = ['cart.py', 'test_cart.py']
  for (const text of [
    'Always run the tests before you say done',
    'Always run all tests before you finish.',
    'Führe immer die Tests aus, bevor du fertig bist.',
    'Lance toujours les tests avant de finir.',
    '完成之前一定要运行测试',
  ])
    for (const task of ['add a function avg to cart.py', 'fix the bug in total', 'write docs']) {
      const about = { text: task, files: ['cart.py'], elsewhere: ['test_cart.py'], project }
      const rules = [{ name: 'a', text, created: '2026-01-01' }]
      t.equal(chooseRules(rules, about, 200).length, 1, `${text} | ${task}`)
    }
  t.end()
})

t.test('a rule about each change holds in each task that writes code', (t) => {
  for (const rule of [
    'After each change always update docs/guide.md.',
    'Nach jeder Änderung immer auch docs/anleitung.md anpassen.',
    'Après chaque modification, mets toujours à jour docs/guide.md.',
    'Después de cada cambio, actualiza siempre docs/guia.md.',
    '每次修改之后，都更新 docs/guide.md。',
  ]) {
    t.same(shown([rule], 'Round the total.', { near: ['src/cart.py'] }), [0], rule)
    t.same(shown([rule], 'Write a test for the rate in lib/rate.py.'), [0], rule)
  }
  const ofOne = ['After each change of the schema, always write a migration.']
  t.same(shown(ofOne, 'Round the total.', { near: ['src/cart.py'] }), [])
  t.end()
})
