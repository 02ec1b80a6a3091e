import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { estimateTokens } from '#core'
import { renderPrompt } from './engine/render.js'
import type { Exchange } from './engine/serve.js'
import { countTokens } from './engine/tokens.js'
import type { Ran } from './run_one.js'

/** Writes what was asked and answered: one line a request in `steps.txt`, each whole request in a file. */
export function writeTrace(folder: string, ran: Ran, exchanges: readonly Exchange[]): void {
  const place = join(folder, `${ran.task}-${ran.window}-${Math.round(ran.rate * 100)}-${ran.seed}`)
  mkdirSync(place, { recursive: true })
  const lines = exchanges.map((one, at) => describe(one, at + 1))
  writeFileSync(join(place, 'steps.txt'), `${lines.join('\n')}\n${JSON.stringify(ran)}\n`)
  const parts = exchanges.flatMap((one, at) =>
    one.rebuilt
      ? [`${at + 1} ${one.promptTokens}`, ...partsOf(one).map((part) => `  ${part}`)]
      : [],
  )
  writeFileSync(join(place, 'rebuilds.txt'), `${parts.join('\n')}\n`)
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

/** What a rebuilt prompt is made of: tokens of the engine, our estimate, and the beginning of each part. */
function partsOf({ request }: Exchange): string[] {
  const [system, head, ...tail] = request.messages
  const line = (name: string, text: string) =>
    `${String(countTokens(text)).padStart(5)} ${String(estimateTokens(text)).padStart(5)} ${name}`
  const tools = (request.tools ?? []).map((tool) => JSON.stringify(tool)).join('\n')
  return [
    line('system', system?.content ?? ''),
    line('tools', tools),
    ...(head?.content ?? '')
      .split('\n\n')
      .map((part) => line(part.slice(0, 40).replaceAll('\n', ' '), part)),
    ...tail.map((message) =>
      line(
        `${message.role} ${message.content.slice(0, 40).replaceAll('\n', ' ')}`,
        renderPrompt({ ...request, tools: [], messages: [message] })
          .slice(1)
          .join(''),
      ),
    ),
  ]
}
