import t from 'tap'
import { type PromptInput, recallNote } from '#context'
import { chunksOfRow, type Evidence, estimateTokens } from '#core'
import { findPieces } from '../../libs/context/recall/find_pieces.js'
import { recallText } from '../../libs/context/recall/recall_text.js'
import { workWords } from '../../libs/context/recall/work_words.js'
import { names } from '../../libs/context/sections/names.js'

interface Made {
  kind: Evidence['kind']
  subject: string
  text: string
  facts?: Record<string, unknown>
}

const run = (command: string, text: string): Made => ({
  kind: 'shell_output',
  subject: command,
  text,
  facts: { command, exitCode: 0 },
})
const read = (path: string, text: string): Made => ({
  kind: 'file_read',
  subject: path,
  text,
  facts: { path },
})
const edit = (path: string): Made => ({
  kind: 'edit_applied',
  subject: path,
  text: '',
  facts: { path },
})

/** Rows given oldest first, one a step; every chunk with a word is found, as an index would. */
function inputOf(rows: readonly Made[], change: Partial<PromptInput> = {}): PromptInput {
  const evidence = rows
    .map(({ kind, subject, text, facts = {} }, at) => ({
      ...({ id: `e${at + 1}`, step: at + 1, kind, subject, summary: subject, facts } as Evidence),
      payloadHash: text,
      payloadBytes: text.length,
    }))
    .reverse()
  const payload = ({ id }: Evidence) => rows[Number(id.slice(1)) - 1]?.text ?? ''
  return {
    task: 'fix it',
    additions: [],
    earlier: [],
    plan: [],
    project: { testCommand: null, entries: [] },
    evidence,
    payload,
    current: () => null,
    recall: (words) =>
      evidence.flatMap((row) =>
        chunksOfRow(payload(row), row.facts.command).flatMap(({ lines }, chunk) => {
          const text = lines.join('\n').toLowerCase()
          const score = words.filter(({ word }) => text.includes(word)).length
          return score === 0 ? [] : [{ row, chunk, score }]
        }),
      ),
    ...change,
  }
}

const none = () => false
const textOf = (input: PromptInput, tokens = 2_000) => recallText(input, tokens, none).text

t.test('a result is shown again by need, not by age', async (t) => {
  const old = run('cat weights.py', 'def load_weights(path):\n    return parse(path)')
  const noise = Array.from({ length: 6 }, (_, at) => run(`ls ${at}`, `nothing of use in ${at}`))
  const now = run('python train.py', 'load_weights failed: no such file')
  const text = textOf(
    inputOf([old, ...noise, now], { statements: [{ step: 8, text: 'load_weights' }] }),
  )
  t.match(text, /--- e1 cat weights\.py lines 1-2\ndef load_weights/)
  t.notMatch(text, /nothing of use/)
})

t.test('the rest of a definition counts by what is before and after it', async (t) => {
  const body = (word: string) => Array.from({ length: 19 }, (_, at) => `    ${word}_${at} = ${at}`)
  const whole = [
    'def load_weights(path, cache):',
    ...body('alpha'),
    ...body('path'),
    ...body('omega'),
  ]
  const rows = [run('sed', whole.join('\n')), run('ls', 'cache of nothing'), run('ls', 'none')]
  const statements = [{ step: 3, text: 'load_weights, cache, alpha_1, path, omega_1' }]
  const order = findPieces(inputOf(rows, { statements })).map(({ row, first }) => [row.id, first])
  t.same(
    order.slice(0, 3).map(([id]) => id),
    ['e1', 'e1', 'e1'],
    JSON.stringify(order),
  )
})

t.test('what is open in the plan counts, what is resolved does not', async (t) => {
  const node = (text: string, status: string) => ({ kind: 'todo', text, status, summary: '' })
  const plan = [node('rename parse_header', 'open'), node('check read_footer', 'resolved')]
  const input = inputOf([], { plan: plan as unknown as PromptInput['plan'] })
  const words = workWords(input, '').map(({ word }) => word)
  t.equal(words[0], 'parse_header', 'a name of code comes first')
  t.notOk(words.includes('read_footer'))
})

t.test('stale text is not shown: of a file that was edited or changed since', async (t) => {
  const text = 'def total(items):\n    return sum(items)'
  const now = run('grep total', 'a.py: total')
  const rows = [read('a.py', text), run('cat a.py', text), run('cat b.py', 'total of b is here')]
  const edited = textOf(inputOf([...rows, edit('a.py'), now], { current: () => text }))
  t.notMatch(edited, /def total/)
  t.match(edited, /total of b/)
  const changed = inputOf([read('a.py', text), now], { current: () => 'def total(): pass' })
  t.notMatch(textOf(changed), /def total/, 'by somebody else')
  const same = inputOf([read('a.py', text), now], { current: () => text })
  t.match(textOf(same), /--- e1 a\.py lines 1-2\ndef total/)
})

t.test('a listing is shown again without the lines of files that were edited since', async (t) => {
  const search = (text: string): Made => ({ kind: 'symbol_lookup', subject: 'ticket', text })
  const lines = ['3 matches in 3 files', 'data/a.txt', '3: ticket 1 is open', '', 'data/b.txt']
  const listing = search(
    [...lines, '7: ticket 2 is open', 'data/c.txt:9: ticket 3 is open'].join('\n'),
  )
  const text = textOf(inputOf([listing, edit('data/a.txt'), run('ls', 'ticket')]))
  t.notMatch(text, /ticket 1|a\.txt/)
  t.match(text, /data\/b\.txt\n7: ticket 2 is open\ndata\/c\.txt:9: ticket 3/)
  const hits = textOf(inputOf([listing, edit('data/c.txt'), run('ls', 'ticket')]))
  t.match(hits, /ticket 1[\s\S]*ticket 2/)
  t.notMatch(hits, /ticket 3/)
  const none = inputOf([listing, ...['a', 'b', 'c'].map((name) => edit(`data/${name}.txt`))])
  t.notMatch(textOf(none), /is open/)
})

t.test('of two versions of a text the newer one is shown, and no line twice', async (t) => {
  const lines = ['def total(items):', '    count = len(items)', '    ratio = count / 2']
  const before = [...lines, '    return ratio + 1'].join('\n')
  const after = [...lines, '    return ratio + 2'].join('\n')
  const rows = [run('cat a.py', before), run('cat a.py | head', after), run('grep total', 'total')]
  t.same(
    findPieces(inputOf(rows))
      .map(({ row }) => row.id)
      .filter((id) => id !== 'e3'),
    ['e2'],
  )
  const shownLines = new Set(after.split('\n').map((line) => line.trim()))
  t.notMatch(textOf(inputOf(rows, { shownLines })), /ratio/, 'the tail shows it')
})

t.test('row 103: the recalled text keeps to its tokens, whole pieces only', async (t) => {
  const long = Array.from({ length: 300 }, (_, at) => `total line ${at} of a long output`)
  const rows = [run('cat long', long.join('\n')), run('grep total', 'total')]
  for (const tokens of [0, 60, 300, 900]) {
    const text = textOf(inputOf(rows), tokens)
    t.ok(estimateTokens(text) <= tokens, `${estimateTokens(text)} tokens of ${tokens}`)
  }
  t.equal(textOf(inputOf(rows, { recall: undefined })), '', 'no index')
  t.equal(textOf(inputOf([])), '', 'an empty ledger')
})

t.test(
  'row 103: names in use are listed once, the used ones first, within the budget',
  async (t) => {
    const rows = [
      run('cat src/load.py', 'def load_weights(path): return parse_header(path)'),
      run('python -c "load_weights()"', 'ordinary words of prose only'),
    ]
    const text = names.render(inputOf(rows), 200)
    t.match(text, /^Names in use \(files, identifiers\): load_weights src\/load\.py parse_header$/)
    t.notMatch(text, /ordinary|words/)
    const known = inputOf(rows, { task: 'fix load_weights in src/load.py' })
    t.equal(names.render(known, 200), '', 'what the task says is not repeated')
    t.equal(names.render(inputOf(rows), 12), '', 'too few say too little')
  },
)

t.test('a script that a command wrote is found again, under the name of its row', async (t) => {
  const script =
    "cat > probe.py <<'EOF'\nimport loader\nweights = load_weights(path)\nassert weights\nEOF"
  const rows = [run(script, ''), run('ls', 'nothing of use'), run('grep load', 'load_weights')]
  const text = textOf(inputOf(rows, { statements: [{ step: 3, text: 'load_weights' }] }))
  t.match(text, /^--- e1 cat > probe\.py .* its command, lines 1-5$/m)
  t.match(text, /^weights = load_weights\(path\)$/m)
})

t.test('a note with a result has what its call is about and the prompt has not', async (t) => {
  const rows = [
    run('cat weights.py', 'def load_weights(path):\n    return parse_header(path)'),
    run('cat other.py', 'def store_rows(rows):\n    return write_rows(rows)'),
  ]
  const ask = (shown: string, budgetTokens = 300) =>
    recallNote(inputOf(rows), {
      now: 'Now load_weights is next',
      shown: [{ role: 'tool', content: shown }],
      budgetTokens,
    })
  t.match(ask(''), /^Seen before, and no longer shown above:\n--- e1 .*\ndef load_weights/)
  t.equal(ask('def load_weights(path):\n    return parse_header(path)'), '', 'it is still shown')
  t.equal(ask('', 20), '', 'there is no room')
  t.ok(estimateTokens(ask('', 90)) <= 90)
})
