import { existsSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { GGUF } from '../kit/embedded.js'
import { ANSWER_CHECKS } from '../kit/ollama_checks/answers.js'
import { REQUEST_CHECKS } from '../kit/ollama_checks/requests.js'
import { MODELS, prepareOllama, WINDOW } from '../kit/real_ollama.js'
import { startRelay } from '../kit/relay.js'

const URL = process.env.AIRCODER_REAL_OLLAMA
const TRANSCRIPT = process.env.AIRCODER_REAL_OLLAMA_TRANSCRIPT
/** One of them, for a quick check. */
const ONLY = process.env.AIRCODER_REAL_OLLAMA_ROW

function whyNot(): string | false {
  if (URL === undefined) return 'AIRCODER_REAL_OLLAMA names no running Ollama'
  if (!existsSync(GGUF)) return `there is no model at ${GGUF}; AIRCODER_TEST_GGUF names another`
  return false
}

t.test('the real Ollama does in each row what the fake does', { skip: whyNot() }, async (t) => {
  const ollama = await prepareOllama(URL ?? '', GGUF)
  const relay = await startRelay({ engineUrl: URL, openMs: 50, heartbeatMs: 200 })
  t.teardown(async () => {
    await relay.stop()
    await ollama.remove()
  })
  const lines: string[] = []
  for (const path of ['go', 'jinja'] as const) {
    lines.push('', `## ${path.toUpperCase()}`, '| row | what must hold | seen |', '|---|---|---|')
    const model = MODELS[path]
    const box = {
      relay,
      model,
      plainModel: MODELS.plain,
      windowTokens: WINDOW,
      unload: () => ollama.unload(model),
      killRunner: () => ollama.killRunner(model),
    }
    for (const { row, title, run } of [...REQUEST_CHECKS, ...ANSWER_CHECKS])
      await t.test(`${path}: ${row}: ${title}`, { skip: ONLY && ONLY !== row }, async (t) => {
        const seen = await run(box).catch((error: Error) => {
          lines.push(`| ${row} | ${title} | **failed**: ${cell(error.message)} |`)
          throw error
        })
        lines.push(`| ${row} | ${title} | ${cell(seen)} |`)
        t.pass(seen)
      })
  }
  if (TRANSCRIPT !== undefined) writeFileSync(TRANSCRIPT, `${lines.join('\n')}\n`)
})

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replace(/\s+/g, ' ').slice(0, 400)
}
