import { setTimeout as pause } from 'node:timers/promises'
import t from 'tap'
import { systemClock } from '#core'
import { ANSWER_CHECKS } from '../kit/ollama_checks/answers.js'
import type { Check } from '../kit/ollama_checks/box.js'
import { REQUEST_CHECKS } from '../kit/ollama_checks/requests.js'
import { startProgram } from '../kit/ollama_program/program.js'
import type { TemplatePath } from '../kit/ollama_program/render.js'
import { startRelay } from '../kit/relay.js'

const WINDOW = 512
const PATHS: TemplatePath[] = ['go', 'jinja']
const ALL: Check[] = [...REQUEST_CHECKS, ...ANSWER_CHECKS]

// The same checks run against the real program in real_ollama.test.ts.
for (const path of PATHS)
  t.test(`${path}: each row of what Ollama does, through the proxy`, async (t) => {
    const program = await startProgram(
      {
        'm:latest': { path, window: WINDOW },
        'plain:latest': { path, window: WINDOW, capabilities: ['completion'] },
      },
      { loadMs: 150, writeMs: 5 },
    )
    let passedMs = 0
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + passedMs }
    const settings = { engineUrl: program.url, openMs: 30, heartbeatMs: 30 }
    const relay = await startRelay(settings, clock)
    t.teardown(async () => {
      await relay.stop()
      await program.close()
    })
    const box = {
      relay,
      model: 'm',
      plainModel: 'plain',
      windowTokens: WINDOW,
      passTime: (ms: number) => {
        passedMs += ms
      },
      async unload() {
        program.unload()
        // What is loaded was asked a moment ago, and that is believed as long.
        await pause(300)
      },
      killRunner: async () => program.killRunner(),
    }
    for (const { row, title, run } of ALL)
      await t.test(`${row}: ${title}`, async (t) => t.pass(await run(box)))
    t.ok(program.chats.every(({ truncate, shift }) => truncate === false && shift === false))
    t.equal(program.reloadsWhileBusy, 0, 'no request reloaded a busy runner')
    t.equal(program.loads.ended, 0, 'no load was given up')
  })
