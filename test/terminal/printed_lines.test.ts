import fc from 'fast-check'
import t from 'tap'
import { createTheme, openInput } from '#terminal'
import { openHeadless } from '../kit/headless.js'

function sit(t: { teardown(run: () => void): void }, columns: number, rows = 24) {
  const screen = openHeadless(columns, rows)
  const { input: keys, output } = screen
  const input = openInput({ input: keys, output, terminal: true, form: 'rich' })
  t.teardown(() => input.close())
  void input.next('> ')
  return { screen, input }
}

const REFUSED =
  '  Refused: not done: open items remain: Fix it. Do the next item, or update the list with todo_write.'
const FAILED =
  '› read src/tokens.js ✗ src/tokens.js does not exist. Similar names: app.js, audit.js.'

t.test('80 columns: a printed line breaks between words, its next rows are indented', async (t) => {
  const { screen, input } = sit(t, 80)
  input.print(`${REFUSED}\n${FAILED}\nshort\n`)
  t.same(await screen.shows('short'), [
    '  Refused: not done: open items remain: Fix it. Do the next item, or update the',
    '  list with todo_write.',
    '› read src/tokens.js ✗ src/tokens.js does not exist. Similar names: app.js,',
    '  audit.js.',
    'short',
    '> ',
  ])
})

t.test('20 columns: the same lines', async (t) => {
  const { screen, input } = sit(t, 20)
  input.print(`${REFUSED}\n${FAILED}\nshort\n`)
  t.same(await screen.shows('short'), [
    '  Refused: not',
    '  done: open items',
    '  remain: Fix it.',
    '  Do the next item,',
    '  or update the',
    '  list with',
    '  todo_write.',
    '› read',
    '  src/tokens.js ✗',
    '  src/tokens.js',
    '  does not exist.',
    '  Similar names:',
    '  app.js, audit.js.',
    'short',
    '> ',
  ])
})

t.test('what a person may copy has no line end inside', async (t) => {
  const { screen, input } = sit(t, 40)
  const command = 'aircoder resume t_1 --base-url http://127.0.0.1:1/v1 --allow x'
  input.print(`(stopped after 14 steps; to resume: ${command})\n`)
  input.print('Say `npm run check` or give another command.\n')
  input.print(`See ${'/deep'.repeat(12)} for the rest of it.\n`)
  input.print('end\n')
  t.same(await screen.shows('end'), [
    '(stopped after 14 steps; to resume: airc',
    'oder resume t_1 --base-url http://127.0.',
    '0.1:1/v1 --allow x)',
    'Say `npm run check` or give another',
    'command.',
    `See ${'/deep'.repeat(7)}/`,
    `deep${'/deep'.repeat(4)} for the rest`,
    'of it.',
    'end',
    '> ',
  ])
})

t.test('colours stay on their words, and wide characters break between each other', async (t) => {
  const { screen, input } = sit(t, 20)
  const theme = createTheme('dark', 16)
  input.print(`${theme.text('! one two three four five six', 'warning')} plain\n`)
  input.print('這個任務已經完成，所有測試都通過了\n')
  t.same(await screen.shows('通過'), [
    '! one two three',
    '  four five six',
    '  plain',
    '這個任務已經完成，',
    '所有測試都通過了',
    '> ',
  ])
})

t.test(
  'no character is lost, and no row is longer than the terminal unless one word is',
  async (t) => {
    const word = fc
      .string({ minLength: 1, maxLength: 12, unit: 'grapheme-ascii' })
      .map((text) => text.replace(/[\s`]/g, 'x'))
    await fc.assert(
      fc.asyncProperty(
        fc.array(word, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 20, max: 60 }),
        async (words, columns) => {
          const screen = openHeadless(columns, 40)
          const input = openInput({
            input: screen.input,
            output: screen.output,
            terminal: true,
            form: 'rich',
          })
          input.print(`a${words.join(' ')}\n`)
          input.close()
          const rows = await screen.everything()
          t.equal(rows.join(' ').split(/\s+/).join(' ').trim(), `a${words.join(' ')}`)
        },
      ),
      { numRuns: 60, seed: 5 },
    )
  },
)
