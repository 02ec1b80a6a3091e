import fc from 'fast-check'
import t from 'tap'
import { hasSpeakerTokens, markTokens, unmarkTokens } from '#core'
import { anyCharacter } from '../kit/any_character.js'

const TOKENS = [
  '<|im_start|>',
  '<|im_end|>',
  '<|endoftext|>',
  '<|eot_id|>',
  '<|start_header_id|>',
  '<|begin_of_text|>',
  '<|system|>',
  '<|assistant|>',
  '<|user|>',
  '<|end|>',
  '<|channel|>',
  '<|start|>',
  '<|message|>',
  '<|return|>',
  '<|START_OF_TURN_TOKEN|>',
  '<|start_of_role|>',
  '<|tool_call|>',
  '<|"|>',
  '<｜User｜>',
  '<｜begin▁of▁sentence｜>',
  '<｜tool▁calls▁begin｜>',
  '<start_of_turn>',
  '<end_of_turn>',
  '[INST]',
  '[/INST]',
  '<<SYS>>',
  '<</SYS>>',
  '<s>',
  '</s>',
  '<bos>',
  '<eos>',
  '<pad>',
  '<unk>',
  '<think>',
  '</think>',
  '<tool_call>',
  '</tool_call>',
  '<tool_response>',
  '[TOOL_CALLS]',
  '[AVAILABLE_TOOLS]',
  '[/AVAILABLE_TOOLS]',
  '[SYSTEM_PROMPT]',
  '[|user|]',
  '[|endofturn|]',
  '<|turn>',
  '<turn|>',
  '<|tool_call>',
  '<tool_call|>',
  '[gMASK]',
  '<sop>',
  '<arg_key>',
  '<fim_prefix>',
  '<unused42>',
  '<seed:think>',
]

t.test('each control token is broken by one mark, and unmarked again', async (t) => {
  for (const token of TOKENS) {
    const marked = markTokens(`a${token}b`)
    t.notOk(marked.includes(token), `${token} becomes ${marked}`)
    t.equal(marked.length, token.length + 3, `one character more: ${marked}`)
    t.equal(unmarkTokens(marked), `a${token}b`)
    t.equal(unmarkTokens(`a${token}b`), `a${token}b`, 'a raw token stays as the model wrote it')
    t.equal(markTokens(markTokens(token)).replace('~~', ''), token, 'what is marked gets one more')
  }
})

t.test('text without tokens stays byte for byte', async (t) => {
  const plain = [
    'a < b || c > d',
    'x <| y |> z',
    'List<string>',
    '<span>',
    '<section>',
    '[1]',
    '[link](https://e.org)',
    'Array<~string>',
    '<~/file>',
    'if (a<~b) {}',
    '<||>',
    '<| |>',
    'a[~i]',
    '~~struck~~',
    '<strong>',
    '<sup>',
    '[x] done',
    '<thinking>',
    '',
  ]
  for (const text of plain) t.equal(markTokens(text), text)
  for (const text of plain) t.equal(unmarkTokens(text), text)
})

t.test(
  'property: marked and taken back is the same text, and no two texts are marked alike',
  async (t) => {
    const pieces = fc.constantFrom(
      ...TOKENS,
      ...TOKENS.map(markTokens),
      ...TOKENS.map((token) => `${token.slice(0, 1)}~~${token.slice(1)}`),
      '<',
      '~',
      '|',
      '>',
      '[',
      ']',
      '/',
      '<~',
      '<~~|',
      'im_start',
      '｜',
      's>',
      '\n',
      'word',
    )
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join('')),
      fc.string({ unit: fc.constantFrom('<', '~', '|', '>', 's', '/', '[', ']', '｜', 'a') }),
      fc.string({ unit: anyCharacter }),
    )
    fc.assert(
      fc.property(text, (given) => unmarkTokens(markTokens(given)) === given),
      { numRuns: 5_000 },
    )
    fc.assert(
      fc.property(text, (given) => TOKENS.every((token) => !markTokens(given).includes(token))),
      { numRuns: 2_000 },
    )
    fc.assert(fc.property(text, text, (a, b) => a === b || markTokens(a) !== markTokens(b)))
    t.pass('none was found')
  },
)

t.test('marking takes linear time', async (t) => {
  for (const text of [
    '<'.repeat(1e6),
    `<${'~'.repeat(1e6)}`,
    '<|'.repeat(5e5),
    `<|${'a'.repeat(1e6)}`,
    '[~'.repeat(5e5),
  ])
    t.equal(unmarkTokens(markTokens(text)), text)
})

t.test('tokens that mark a speaker are distinguished from other markup', async (t) => {
  for (const text of ['<|im_start|>', 'a [INST] b', '<<SYS>>', '<｜User｜>', '<START_OF_TURN>'])
    t.ok(hasSpeakerTokens(text), text)
  for (const text of ['<s>struck</s>', '<think>', '<|', 'plain'])
    t.notOk(hasSpeakerTokens(text), text)
})
