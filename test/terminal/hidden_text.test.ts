import fc from 'fast-check'
import t from 'tap'
import { jsonLine, showControls } from '#terminal'
import { anyCharacter } from '../kit/any_character.js'

const ATTACKS: [string, string][] = [
  ['\x1b[2J\x1b[H', '<1b>[2J<1b>[H'],
  ['\x1b]0;title\x07', '<1b>]0;title<07>'],
  ['\x1b]52;c;cm0gLXJm\x1b\\', '<1b>]52;c;cm0gLXJm<1b>\\'],
  ['\x9b31m', '<9b>31m'],
  ['a\rb', 'a<0d>b'],
  ['one\r\ntwo', 'one\ntwo'],
  ['a\bb\x7f', 'a<08>b<7f>'],
  ['\u202egnp.exe', '<202e>gnp.exe'],
  ['ad\u200bmin', 'ad<200b>min'],
  ['\u2066x\u2069', '<2066>x<2069>'],
  ['\ufefftext', '<feff>text'],
  ['\x00\x0b\x0c', '<00><0b><0c>'],
  ['\u0085next', '<85>next'],
  ['\u009b31m\u0090q\u009c', '<9b>31m<90>q<9c>'],
  ['pass\u00adword', 'pass<ad>word'],
  ['a\u061cb\u180eb\u3164c\u115fd\uffa0', 'a<61c>b<180e>b<3164>c<115f>d<ffa0>'],
  ['\u2028\u2029', '<2028><2029>'],
  ['\u{e0041}\u{e007f}\u{e0100}', '<e0041><e007f><e0100>'],
  ['a\ufe0fb\ufe00c', 'a<fe0f>b<fe00>c'],
  ['a\u200db', 'a<200d>b'],
  ['x\ud800y', 'x<d800>y'],
]
const PLAIN = [
  '',
  'tab\there\nand a line',
  'ä ö ü ß 日本語 🙂',
  'x'.repeat(10),
  '<1b>',
  '→ … ·',
  'שלום',
  '❤️ 1️⃣ 👩‍💻 🏳️‍🌈',
]

t.test('what a terminal would obey is shown, everything else stays', async (t) => {
  for (const [raw, shown] of ATTACKS) t.equal(showControls(raw), shown)
  for (const text of PLAIN) t.equal(showControls(text), text)
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const once = showControls(text)
      return showControls(once) === once
    }),
  )
})

t.test('JSON for a terminal has nothing hidden in it, and is the same value', async (t) => {
  for (const [raw] of ATTACKS) {
    const line = jsonLine({ [raw]: [raw] })
    t.equal(showControls(line), line)
    t.same(JSON.parse(line), { [raw]: [raw] })
  }
  t.equal(jsonLine({ a: 'ä 🙂' }), '{"a":"ä 🙂"}')
})
