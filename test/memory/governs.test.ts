import t from 'tap'
import { chooseRules, type TaskWords } from '../../libs/memory/rules/choice/choose_rules.js'
import { clauseOf } from '../../libs/memory/rules/conditions/clause.js'
import {
  areasOfRule,
  areasOfTask,
  touchesGoverned,
} from '../../libs/memory/rules/governs/governed.js'
import { wordIndex } from '../../libs/memory/rules/governs/word_index.js'
import { findRules } from '../../libs/memory/rules/learn/find_rules.js'
import { scopeOfRule } from '../../libs/memory/rules/rule_scope.js'
import { kindOfTask } from '../../libs/memory/rules/task_kind.js'

/** Whether a task gets the rule. */
function isShown(text: string, task: string, more: Partial<TaskWords> = {}): boolean {
  const rules = [{ name: 'one', text, created: '' }]
  return chooseRules(rules, { text: task, files: [], ...more }, 200).length === 1
}

t.test('a rule is shown where a task can touch what it governs, in five languages', (t) => {
  const cases = [
    ['Timestamps are always in UTC.', 'orders get a column shipped_at', 'print the help in colour'],
    ['Never log tokens.', 'Print the failed sign-ins.', 'Round the angle.'],
    ['We use polars, never pandas.', 'Join both frames by id.', 'Let the server listen on IPv6.'],
    ['We use pathlib, never os.path.', 'Scan the folder.', 'Give the dialog a title.'],
    ['Every HTTP call must always have a timeout.', 'Sync with the server.', 'Round the angle.'],
    ['Jobs always end after ten minutes.', 'Add a nightly cleanup.', 'Give the dialog a title.'],
    ['Beträge speichern wir immer in Cent.', 'Berechne den Rabatt.', 'Drehe das Bild um 90 Grad.'],
    [
      'Les dates sont toujours en UTC.',
      "Affiche l'heure du vol.",
      'Renforce le contraste du bouton.',
    ],
    ['Nunca uses print, usamos logging.', 'Imprime el estado.', 'Crea la tabla de proveedores.'],
    ['金额永远用分存储。', '给订单加上折扣。', '调整头像的大小。'],
  ] as const
  for (const [rule, meets, other] of cases) {
    t.ok(isShown(rule, meets), `${rule} | ${meets}`)
    t.notOk(isShown(rule, other), `${rule} | ${other}`)
  }
  t.end()
})

t.test(
  'a rule is left out where a task only writes tests, gives names or works beside the code',
  (t) => {
    const money = 'Amounts are always integer cents.'
    t.ok(isShown(money, 'Show the order total.'))
    t.notOk(isShown(money, 'Add a test that an order has a number.'))
    t.ok(isShown('We use JUnit 5 with AssertJ, no Hamcrest.', 'Write tests for cancel.'))
    t.notOk(
      isShown('Always use pathlib, never os.path.', 'Rename the method that opens a file to load'),
    )
    t.notOk(isShown('Always use pathlib, never os.path.', 'Rename the folder reader to scanner.'))
    for (const task of [
      'add ruff to pre-commit',
      'remove the unused lodash dependency',
      'sort the imports',
      'plans/wiring.md still shows pins 3 and 4 the wrong way round',
    ])
      t.notOk(isShown('Never allocate on the heap.', task), task)
    t.ok(isShown('Never use the latest tag for container images.', 'write a docker-compose.yml'))
    t.notOk(
      isShown('Never use unwrap outside of tests.', 'Write a test for decode.'),
      'an exception',
    )
    t.ok(isShown('Never use unwrap outside of tests.', 'Let decode read the header.'))
    t.end()
  },
)

t.test(
  'a rule is left out only by what it is about, and what is said of a function holds for code',
  (t) => {
    const plays = 'Ansible plays carry a clear name, always, and must be idempotent.'
    t.ok(isShown(plays, 'Let the proxy answer visitors.'), 'a later word names what is idempotent')
    t.notOk(isShown('Idempotent webhooks, always.', 'Rotate the picture.'))
    t.ok(
      isShown('Never log tokens.', 'Add a second index to the store.'),
      'its area is not touched, but another one of its words is',
    )
    t.ok(
      isShown('When a route changes, always update openapi.yaml.', 'Filter by price: ?min=&max='),
      'an area without its word',
    )
    t.notOk(isShown('Encryption of backups is always AES.', 'Sort the rooms by size.'))
    const times = 'Times are stored in UTC and only converted in the template.'
    t.ok(isShown(times, 'The train leaves an hour late.'), 'an end that is a part of the rule')
    t.ok(isShown('Every new function always needs type hints.', 'Convert degrees to Fahrenheit.'))
    t.notOk(isShown('Every new widget always needs a story.', 'Convert degrees to Fahrenheit.'))
    t.end()
  },
)

t.test('a rule about a part of the project is left out where the task does not name it', (t) => {
  const project = ['src/parser.rs', 'src/net/client.rs']
  t.notOk(isShown('Never call unwrap in the parser.', 'Follow redirects.', { project }))
  t.ok(isShown('Never call unwrap in the parser.', 'Let the parser read comments.', { project }))
  t.ok(isShown('Never call unwrap in the winch.', 'Follow redirects.', { project }))
  t.end()
})

t.test(
  'a rule about what is committed holds for commits, one about committing for each task',
  (t) => {
    const notebooks = 'Never commit notebooks with outputs.'
    t.ok(isShown(notebooks, 'commit the exploration notebook'))
    t.notOk(isShown(notebooks, 'train a baseline'))
    t.equal(scopeOfRule('Never commit without my permission.'), 'conduct')
    t.equal(scopeOfRule('Committe niemals ohne meine Erlaubnis.'), 'conduct')
    t.same(clauseOf('In this project commit messages follow the house style.')?.form, 'subject')
    const english = 'Kommentare und Commit-Nachrichten schreiben wir immer auf Englisch.'
    t.ok(isShown(english, 'Commit bitte die Änderungen'))
    t.notOk(isShown(english, 'Wie viele Routen hat der Server?'))
    t.equal(scopeOfRule('We never use raw new and delete.'), 'code', 'no path is named')
    t.end()
  },
)

t.test('a question may name a file, and a page that is described is no answer', (t) => {
  t.equal(kindOfTask('Explique à quoi sert 001.xml'), 'answer')
  t.equal(kindOfTask('Erklär mir die Zustände in src/state_machine.cpp'), 'answer')
  t.equal(kindOfTask('Describe the menu in docs/guide.md.'), 'beside')
  t.equal(kindOfTask('add a badge with the number of unread mails'), 'code')
  t.end()
})

t.test(
  'words are found where they begin, as whole words, at the end of compounds and in Chinese',
  (t) => {
    const { rowsOf } = wordIndex(
      [['dat fecha'], ['log.'], ['datum'], ['error_message']],
      [['时间']],
    )
    t.same([...rowsOf('The data of the log')].sort(), [0, 1])
    t.same([...rowsOf('a login dialog')], [], 'a part of another word')
    t.same([...rowsOf('Haltbarkeitsdatum')], [2])
    t.same([...rowsOf('Error messages')], [3])
    t.same([...rowsOf('显示时间')], [0])
    const touched = areasOfTask({ text: 'x'.repeat(20_000), near: [], kind: 'code' })
    t.equal(touched.size, 0, 'a long word')
    t.equal(
      touchesGoverned(areasOfRule('Think of the badgers.'), touched),
      null,
      'no area is known',
    )
    t.end()
  },
)

t.test('a rule of two halves is one rule, and a kind of error is no report', (t) => {
  for (const text of [
    'When you change a table, always add a file to migrations/ and never edit an old one.',
    'We use thiserror for the error types of this crate, not anyhow.',
    'Nunca uses panic, devuelve siempre un error.',
  ])
    t.same(
      findRules(text).rules.map(({ quote }) => quote),
      [text],
      text,
    )
  t.same(findRules('We use the cache and the error comes back.').rules, [])
  t.end()
})
