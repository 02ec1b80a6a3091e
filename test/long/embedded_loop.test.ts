import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import type { RecordedReply } from '#core'
import { GGUF, MODULE, whyNotEmbedded } from '../kit/embedded.js'
import { jsonLines, openProgram } from '../kit/program.js'
import { openProxyBox } from '../kit/proxy_process.js'
import { countOf } from '../kit/rotation.js'

const STEPS = countOf(12, 6)
const WINDOW = 2_048
const PROXY = {
  AIRCODER_PROXY_INSECURE_LOOPBACK: '1',
  AIRCODER_PROXY_EMBEDDED_WINDOW: String(2 * WINDOW),
  // One thread: a second one on a busy machine makes both crawl.
  AIRCODER_PROXY_EMBEDDED_THREADS: '1',
  AIRCODER_PROXY_EMBEDDED_GPU: 'false',
  ...(MODULE === undefined ? {} : { AIRCODER_PROXY_EMBEDDED_MODULE: MODULE }),
}
/** The likeliest token each time: the same loop again. The model is too weak for any task to be done. */
const RUN = {
  AIRCODER_CONSTRAINED: 'always',
  AIRCODER_TEMPERATURE: '0',
  AIRCODER_WINDOW: String(WINDOW),
}

type Line = { type: string; step?: number; problem?: unknown; name?: string }

t.test(
  'a real model drives a whole loop under a grammar, and each of its replies is read',
  { skip: whyNotEmbedded() },
  async (t) => {
    const { url } = await openProxyBox(t).serve(
      ['--engine', 'embedded', '--engine-url', GGUF],
      PROXY,
    )
    const program = openProgram(t, { 'value.txt': 'one\n', 'README.md': '# A sample\n' })
    const record = join(program.home, 'replies.jsonl')
    const flags = ['--max-steps', String(STEPS), '--record', record]
    const { stdout, stderr } = await program.start(
      ['-p', 'Which files are here?', '--base-url', `${url}/v1`, ...flags].concat(
        '--output-format',
        'stream-json',
      ),
      { env: RUN },
    ).ended
    const lines = jsonLines(stdout) as Line[]
    const decided = lines.filter(({ type, step }) => type === 'assistant' && step !== undefined)
    // So small a model repeats itself soon, and the guard of loops ends the run.
    t.ok(decided.length >= 5, `${decided.length} steps${stderr}`)
    t.match(lines.at(-1), { type: 'result', steps: decided.length }, 'it came to its end')

    const replies: RecordedReply[] = readFileSync(record, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    t.equal(replies.length, decided.length)
    const cuts = replies.filter(({ finish_reason }) => finish_reason === 'length').length
    // Another processor may round to another token, and then a string may run into the limit.
    for (const [index, { content, finish_reason }] of replies.entries()) {
      if (finish_reason === 'length') continue
      t.equal(decided[index]?.problem, null, content)
      t.match(JSON.parse(content), Object, 'it kept to the grammar')
    }
    t.comment(`${cuts} of ${replies.length} replies were cut by the token limit`)
    t.ok(cuts <= replies.length / 2, 'most of them ended by themselves')
    const called = lines.filter(({ type }) => type === 'tool_call').length
    t.ok(called >= replies.length - cuts - 1, `${called} calls`)
  },
)
