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

t.test(
  'the next rows of a table begin below its text, at the place of the name where that fits',
  async (t) => {
    const { screen, input } = sit(t, 40)
    input.print('  last step  step 2 was answered by fake at the host (main model)\n')
    for (const folders of [3, 4, 5])
      input.print(`  ledger     /deeper/${'folder/'.repeat(folders)}l\n`)
    input.print('A sentence ends.  The next one has two spaces before it.\n')
    input.print('  最後一步  step 2 was answered by fake at the host\n')
    input.print('end\n')
    t.same(await screen.shows('end'), [
      '  last step  step 2 was answered by',
      '             fake at the host (main',
      '             model)',
      '  ledger',
      '    /deeper/folder/folder/folder/l',
      '  ledger',
      '/deeper/folder/folder/folder/folder/l',
      '  ledger     /deeper/folder/folder/folde',
      'r/folder/folder/l',
      'A sentence ends.  The next one has two',
      'spaces before it.',
      '  最後一步  step 2 was answered by fake',
      '            at the host',
      'end',
      '> ',
    ])
    const { screen: narrow, input: small } = sit(t, 20)
    small.print('  value.txt  +1 -1 (patch_file at step 2)\n  1  yes  patch src/price.js\nend\n')
    t.same(await narrow.shows('end'), [
      '  value.txt  +1 -1',
      '    (patch_file at',
      '    step 2)',
      '  1  yes  patch',
      '     src/price.js',
      'end',
      '> ',
    ])
  },
)

t.test('a dot between two parts begins the row of the second one', async (t) => {
  const { screen, input } = sit(t, 20)
  input.print('the third word is · plain\n')
  input.print('go back? y = yes · n = no:\n')
  input.print('allow? y = once · n [why] = no\n')
  input.print('(done after 1 step · `npm run check`)\n')
  void input.ask('accept? y = yes · n = no: ', new AbortController().signal)
  t.same(await screen.shows('accept'), [
    'the third word is',
    '· plain',
    'go back? y = yes',
    '· n = no:',
    'allow? y = once',
    '· n [why] = no',
    '(done after 1 step',
    '· `npm run check`)',
    'accept? y = yes',
    '· n = no:',
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

t.test('the value of --allow has no line end inside', async (t) => {
  const { screen, input } = sit(t, 40)
  const one = String.raw`--allow 'run_command:git commit -m '\''two words'\'' -a'`
  input.print(`Pass ${one} --allow run_command:make, then resume.\n`)
  input.print('end\n')
  const rows = await screen.shows('end')
  t.match(rows.join(''), one, 'the terminal wraps it')
  t.match(rows.join('\n'), '\nend')
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
