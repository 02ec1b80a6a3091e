import t from 'tap'
import { loadDialects } from '#model'
import { splitThinking } from '../../libs/model/thinking/split_thinking.js'
import { parseText } from '../kit/replies.js'

const dialects = await loadDialects()
const CALL = '<tool_call>{"name": "list_dir", "arguments": {"path": "."}}</tool_call>'
const FILE =
  '<tool_call>{"name": "write_file", "arguments": {"path": "a", "content": "x\\n</think>\\ny"}}</tool_call>'

interface Case {
  said: string
  text: string
  reasoning?: string
  calls?: string[]
}

/** Content of a reply, and what it is read as. */
const CASES: Record<string, Case> = {
  'a mention in a sentence': {
    said: 'The parser splits on <think> and </think>. Done.',
    text: 'The parser splits on <think> and </think>. Done.',
  },
  'a mention without its end': {
    said: 'The tag <think> opens a thought. All tests pass.',
    text: 'The tag <think> opens a thought. All tests pass.',
  },
  'a mention before a call': {
    said: `I read how <think> is split.\n${CALL}`,
    text: 'I read how <think> is split.',
    calls: ['list_dir'],
  },
  'a mention before a file with the closing tag': {
    said: `I add <think> to it.\n${FILE}`,
    text: 'I add <think> to it.',
    calls: ['write_file'],
  },
  'a mention in backticks': {
    said: 'Write `<think>` and `</think>`.',
    text: 'Write `<think>` and `</think>`.',
  },
  'a mention in a fence': {
    said: 'The template:\n```\n<think>\nhm\n</think>\n```\nThat is all.',
    text: 'The template:\n```\n<think>\nhm\n</think>\n```\nThat is all.',
  },
  'a closing tag alone in a fence': {
    said: 'A reply ends so:\n```\nhm\n</think>\n```\nThat is all.',
    text: 'A reply ends so:\n```\nhm\n</think>\n```\nThat is all.',
  },
  'a closing tag that is quoted at the end of its line': {
    said: 'The text is "hm "</think>\nand the rest of it.',
    text: 'The text is "hm "</think>\nand the rest of it.',
  },
  'a mention whose end is on a line of its own': {
    said: 'I explain <think> here.\nIt ends with\n</think>\nand more words.',
    text: 'I explain <think> here.\nIt ends with\n</think>\nand more words.',
  },
  'a mention after a thought': {
    said: '<think>hm</think>The <think> tag and the </think> tag are words.',
    text: 'The <think> tag and the </think> tag are words.',
    reasoning: 'hm',
  },
  'an item of a list': {
    said: 'Tags:\n- <think> opens\n- </think> closes',
    text: 'Tags:\n- <think> opens\n- </think> closes',
  },
  'a block in the middle': {
    said: `So:\n<think>\n${CALL}\n</think>\nThat is how it looks.`,
    text: `So:\n<think>\n${CALL}\n</think>\nThat is how it looks.`,
  },
  'two thoughts': { said: '<think>a</think><think>b</think>c', text: 'c', reasoning: 'ab' },
  'a thought after a thought and a sentence': {
    said: `<think>a</think>I look.<think>b ${CALL}</think>\nDone.`,
    text: 'I look.Done.',
    reasoning: `ab ${CALL}`,
  },
  'a start in the middle of a thought': {
    said: 'so I should read it.</think>I read it now.',
    text: 'I read it now.',
    reasoning: 'so I should read it.',
  },
  'a start in a thought, glued to a word': {
    said: `maybe a ${CALL} or so</think>${CALL}`,
    text: '',
    reasoning: `maybe a ${CALL} or so`,
    calls: ['list_dir'],
  },
  'a start in a thought, a line of its own': {
    said: 'First this.\n</think>\n\nDone.',
    text: 'Done.',
    reasoning: 'First this.\n',
  },
  'a start with white space': {
    said: '\n  <think>\nhm\n</think>\nDone.',
    text: '\n  Done.',
    reasoning: '\nhm\n',
  },
}

for (const [name, { said, text, reasoning = '', calls = [] }] of Object.entries(CASES))
  t.test(`row 32: thinking or a mention: ${name}`, async (t) => {
    const reply = parseText(said, dialects)
    t.equal(reply.problem, null)
    t.equal(reply.text.trim(), text.trim())
    t.equal(reply.reasoning, reasoning)
    t.same(
      reply.calls.map((call) => call.name),
      calls,
    )
    if (calls.length === 0 && !said.includes('tool_call'))
      t.equal(splitThinking(said).text.trim(), text.trim(), 'the same while it streams')
  })

t.test('a call in a sentence between the tags is in doubt and does not run', async (t) => {
  const reply = parseText(`I am <think> about it\n${CALL}\nand then </think> go on`, dialects)
  t.same(reply.calls, [])
  t.match(reply.problem, { code: 'parser_error', message: /did not start the reply/ })
})
