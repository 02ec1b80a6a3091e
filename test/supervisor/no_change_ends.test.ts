import t from 'tap'
import { endOf } from '#core'
import { act, openLoop, say } from '../kit/loop.js'

const FILES = {
  'calc.js':
    'export function add(a, b) {\n  return a - b\n}\nexport function mul(a, b) {\n  return a * b\n}\n',
  'check.sh': 'grep -q "a + b" calc.js\n',
}
const READ = act(['read_file', { path: 'calc.js' }])
const RUN = act(['run_command', { command: 'sh check.sh' }])
const many = (text: string) => Array.from({ length: 7 }, () => say(text))

t.test('a task that asks for a change never ends with exit 0 while nothing changed', async (t) => {
  const refused = act(['patch_file', { path: 'calc.js', old_str: 'a - c', new_str: 'a + b' }])
  const claim = 'add() in calc.js now adds. All 2 tests pass.'
  const resolve = act(['resolve', { cites: ['e1'], summary: claim }])
  const table: [string, ReturnType<typeof say>[]][] = [
    ['fix the failing test', [RUN, ...many(claim)]],
    ['fix the failing test', [RUN, ...Array.from({ length: 7 }, () => resolve)]],
    ['make the tests pass', [RUN, ...many(claim)]],
    ['Fix add() in calc.js', [READ, RUN, ...many(claim)]],
    ['Fix add() in calc.js', [RUN, refused, ...many(claim)]],
    ['Behebe den fehlschlagenden Test', [RUN, ...many('add() addiert jetzt. Alle Tests laufen.')]],
    ['修复失败的测试', [RUN, ...many('已修复 add，所有测试通过。')]],
    ['fix the failing test', [RUN, ...many('I looked at the tests.')]],
    ['fix add() in calc.js', [READ, ...many('I looked at the file.')]],
  ]
  for (const [task, replies] of table) {
    const loop = openLoop(t, { files: FILES, replies })
    const { result } = await loop.run(loop.add(task), { testCommand: 'sh check.sh' })
    if (result === null) throw new Error('no result')
    t.match(endOf(result), { exit: 1 }, `${task}: ${result.text}`)
    t.match(result, { proven: false, changes: [] })
    t.match(result.text, /^unproven: (?!not so)/, 'the words of the model come first')
  }
})

t.test('a question back ends the task in every language alike, without blame', async (t) => {
  const table = [
    ['correct the function', 'Which function should I change: add or mul?'],
    ['correct the function', 'Do you want me to change add or mul?'],
    ['fix it', 'There are two functions in calc.js. Which one do you mean?'],
    ['Korrigiere die Funktion', 'Soll ich die Funktion add oder mul ändern?'],
    ['Korrigiere die Funktion', 'Welche Funktion meinst du?'],
    ['修正这个函数', '请问您要修改哪个函数？'],
    ['修正这个函数', '你想让我修改 add 还是 mul'],
    ['Corrige la fonction', 'Quelle fonction dois-je corriger : add ou mul ?'],
    ['Corrige la función', '¿Qué función quieres que corrija, add o mul?'],
  ] as const
  for (const [task, question] of table)
    for (const first of [[READ], []]) {
      const loop = openLoop(t, { files: FILES, replies: [...first, ...many(question)] })
      const { result } = await loop.run(loop.add(task), { testCommand: 'sh check.sh' })
      if (result === null) throw new Error('no result')
      t.match(endOf(result), { exit: 1, code: 'NOTHING_DONE' }, question)
      t.equal(result.reason, 'the model asks back, and nothing was changed', question)
      t.equal(result.text, question)
      t.ok(result.steps <= 2, `${question}: ${result.steps} steps`)
    }
})

t.test('different searches that find nothing end as stalled', async (t) => {
  const replies = Array.from({ length: 60 }, (_, at) =>
    act(['grep', { pattern: `nowhere_${at}x` }]),
  )
  const loop = openLoop(t, { files: FILES, replies })
  const { result } = await loop.run(loop.add('fix addx in calc.js'))
  t.match(result, { subtype: 'stalled', text: /steps in a row that showed nothing new/ })
  t.ok((result?.steps ?? 99) <= 35, `${result?.steps} steps`)
})

t.test(
  'an end that says why nothing has to change is asked for once, with a true sentence',
  async (t) => {
    for (const says of [
      'mul() already multiplies, so I changed nothing.',
      'Ich habe nichts geändert, weil mul() schon multipliziert.',
      '我没有修改任何文件，因为 mul 已经正确。',
    ]) {
      const loop = openLoop(t, {
        files: { 'calc.js': 'exports.mul = (a, b) => a * b\n' },
        replies: [act(['read_file', { path: 'calc.js' }]), ...Array(4).fill(say(says))],
      })
      const { result, events } = await loop.run(loop.add('fix mul()'))
      t.match(result, { steps: 3, proven: false }, says)
      const notes = events.flatMap((event) => (event.type === 'note' ? [event.text] : []))
      t.notMatch(notes.join('\n'), /Nothing was done yet/, says)
    }
  },
)
