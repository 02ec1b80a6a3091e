import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from './engine/serve.js'
import type { Ran } from './run_one.js'

/** Writes what was asked and answered: one line a request in `steps.txt`, each whole request in a file. */
export function writeTrace(folder: string, ran: Ran, exchanges: readonly Exchange[]): void {
  const place = join(folder, `${ran.task}-${ran.window}-${Math.round(ran.rate * 100)}-${ran.seed}`)
  mkdirSync(place, { recursive: true })
  const lines = exchanges.map((one, at) => describe(one, at + 1))
  writeFileSync(join(place, 'steps.txt'), `${lines.join('\n')}\n${JSON.stringify(ran)}\n`)
  for (const [at, { request }] of exchanges.entries()) {
    const text = request.messages.map(({ role, content, tool_calls: calls }) =>
      [`=== ${role}`, content, ...(calls ?? []).map((call) => JSON.stringify(call.function))].join(
        '\n',
      ),
    )
    const tools = (request.tools ?? []).map((tool) => tool.function.name).join(' ')
    writeFileSync(join(place, `${at + 1}.txt`), `tools: ${tools}\n${text.join('\n')}\n`)
  }
}

function describe(
  { answer, goal, promptTokens, prefillTokens, rebuilt }: Exchange,
  at: number,
): string {
  const calls = answer?.calls.map(({ name, raw }) => `${name} ${raw}`) ?? ['refused']
  const slip = answer?.slip == null ? '' : ` !${answer.slip}`
  const mark = rebuilt ? ' REBUILT' : ''
  return `${at} ${promptTokens} +${prefillTokens}${mark} [${goal}]${slip} ${answer?.text ?? ''} ${calls.join(' ; ').slice(0, 300)}`
}
