import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import t from 'tap'
import { createRepetitionDetector, type Loop } from '../../libs/model/stream/detect_repetition.js'
import { cutText, makeWords, seededRandom } from '../kit/words.js'

/** What a model may write in one reply: 8,192 tokens at 3.5 characters. */
const LONGEST = 28_672

function loopIn(text: string): Loop | null {
  return createRepetitionDetector().push(text)
}

function rows(count: number, row: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => row(n)).join('\n')
}

function forever(piece: (n: number) => string): string {
  let text = ''
  for (let n = 0; text.length < LONGEST; n += 1) text += piece(n)
  return text
}

t.test('row 53: loops of every period from 1 to 2,000 characters are detected early', (t) => {
  const source = readFileSync('test/fixtures/repetition/code.txt', 'utf8')
  for (const period of [1, 2, 3, 7, 8, 9, 20, 50, 63, 80, 150, 400, 1_000, 2_000]) {
    const part = source.slice(700, 700 + period)
    const lead = makeWords(900, period)
    const loop = loopIn(lead + part.repeat(Math.ceil(LONGEST / period)))
    t.ok(loop, `a period of ${period}`)
    if (loop === null) continue
    t.notOk(loop.counting)
    t.ok(loop.at - lead.length <= 3 * period + 2_600, `${period}: after ${loop.at - lead.length}`)
    t.ok(loop.keep >= lead.length - 8, `${period}: what was said before is kept: ${loop.keep}`)
    t.ok(
      loop.keep <= lead.length + 2 * period + 8,
      `${period}: and one of the repeated: ${loop.keep}`,
    )
    t.ok(loop.times >= 4)
  }
  t.end()
})

t.test('loops of small models are detected', (t) => {
  const thoughts = [
    'Wait, actually, let me check the loop in the parser again. ',
    'Hmm, but the index is already increased there, so that cannot be it. ',
    'Actually, no: the helper returns null in that case. ',
  ]
  const random = seededRandom(3)
  const loops: Record<string, string> = {
    'one token': forever(() => ' the'),
    'a syllable': forever(() => '안녕'),
    'a sentence': forever(() => 'I will now read the file and see what it holds. '),
    'a thought in circles': forever((n) => thoughts[n % 3] ?? ''),
    'thoughts in any order': forever(() => thoughts[Math.floor(random() * 3)] ?? ''),
    arguments: forever(() => ',{"path":"src/a.ts","old_str":"x","new_str":"x"}'),
    'escaped lines': forever(() => '\\n    \\"dependency\\": \\"latest\\",'),
  }
  for (const [name, text] of Object.entries(loops)) {
    const loop = loopIn(text)
    t.ok(loop, name)
    t.notOk(loop?.counting, name)
  }
  t.end()
})

t.test('a written file may have many equal lines', (t) => {
  const line = 'the same sixty-six characters again and again fill a file to test'
  const file = `{"path":"big.txt","content":"${`${line}\\n`.repeat(90)}"}`
  t.equal(createRepetitionDetector('arguments').push(file), null)
  t.ok(createRepetitionDetector('arguments').push(file.repeat(5)), 'and then it is a loop')
  t.ok(createRepetitionDetector('content').push(file.repeat(2)), 'in an answer earlier')
  t.ok(createRepetitionDetector('reasoning').push(file), 'and at once where it only thinks')
  t.end()
})

t.test('text in which only a counter changes is a loop, detected later', (t) => {
  for (const piece of [
    (n: number) => `Step ${n}: I will check the file and run the tests.\n`,
    (n: number) => `Attempt ${10 * n}: still failing. `,
    (n: number) => `${n}. Verify the result\n`,
    (n: number) => `,{"id":${n},"path":"src/a.ts","line":${3 * n}}`,
  ]) {
    const loop = loopIn(forever(piece))
    t.ok(loop?.counting, piece(7))
    t.ok((loop?.at ?? 0) > 9_000 && (loop?.at ?? 0) < 13_000, `after ${loop?.at}`)
  }
  t.end()
})

t.test('repetitive text that ends is not a loop', (t) => {
  const random = seededRandom(9)
  const whole = (most: number) => Math.floor(random() * most)
  const word = () => makeWords(4 + whole(6), whole(1e9)).trim()
  const walk = readFileSync('test/fixtures/repetition/code.txt', 'utf8')
  const licence = readFileSync('LICENSE', 'utf8').slice(0, 900)
  const legit: Record<string, string> = {
    'a test log': rows(300, (n) => `ok ${n + 1} - ${word()} keeps ${word()} # time=${whole(90)}ms`),
    'a test log without names': rows(300, (n) => `    ok ${n + 1} - should be equal`),
    'a table': rows(200, (n) => `| ${n} | ${word()} | ${whole(1e5)} | yes |`),
    'a CSV of digits': rows(300, () => `${whole(10)},${whole(10)},${whole(10)}`),
    'a JSON array': JSON.stringify(
      Array.from({ length: 150 }, (_, id) => ({ id, name: `item ${id}`, tags: [] })),
    ),
    'near-equal tests': rows(
      80,
      () =>
        `test('adds ${whole(99)} and ${whole(99)}', () => {\n  equal(add(${whole(99)}, ${whole(99)}), ${whole(199)})\n})`,
    ),
    'licence headers': rows(12, (n) => licence + walk.slice(500 * n, 500 * n + 200)),
    separators: rows(20, () => `// ${'='.repeat(80)}\n// ${word()}\n${'-'.repeat(200)}`),
    'a drawing': rows(18, () => `|${' '.repeat(58)}|`),
    zeros: rows(18, () => `[${Array.from({ length: 18 }, () => 0).join(', ')}],`),
    base64: Buffer.concat([Buffer.from(makeWords(9_000)), Buffer.alloc(600)]).toString('base64'),
    'the same file three times': walk.slice(0, 9_000).repeat(3),
    'a lock file': readFileSync('package-lock.json', 'utf8').slice(0, 60_000),
    imports: rows(120, () => `import { ${word()} } from './${word()}.js'`),
  }
  for (const [name, text] of Object.entries(legit)) {
    const loop = loopIn(text)
    t.equal(loop, null, `${name} ${loop?.at ?? ''}`)
  }
  t.end()
})

t.test(
  'random text is none, and a loop is the same loop for every way of cutting the text',
  (t) => {
    const noise = fc.string({ minLength: 2_000, maxLength: 6_000 })
    fc.assert(
      fc.property(noise, (text) => loopIn(text) === null),
      { numRuns: 60 },
    )
    const part = fc.string({ minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(part, fc.integer({ min: 1, max: 60 }), fc.nat(), (repeated, longest, seed) => {
        const text = makeWords(300, seed) + repeated.repeat(Math.ceil(6_000 / repeated.length))
        const whole = loopIn(text)
        const watch = createRepetitionDetector()
        const pieces = cutText(text, seededRandom(seed), longest)
        const cut = pieces.map((piece) => watch.push(piece)).find((loop) => loop !== null)
        return whole !== null && JSON.stringify(cut) === JSON.stringify(whole)
      }),
      { numRuns: 120 },
    )
    t.pass('both hold')
    t.end()
  },
)
