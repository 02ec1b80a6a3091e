import { showControls } from '#core'
import {
  describeArguments,
  describeCall,
  describeResult,
  describeTaskEnd,
  stamp,
} from './describe_parts.js'
import type { StoryPart } from './session_story.js'

const STYLE = `
:root { color-scheme: light dark; --line: #8884; --soft: #8881; }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem }
.asked { border-left: 3px solid #48c; padding-left: .8rem; white-space: pre-wrap }
.said { white-space: pre-wrap } .small { color: #888; font-size: .85rem }
pre { background: var(--soft); padding: .6rem; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere }
details { border: 1px solid var(--line); border-radius: 4px; padding: .3rem .6rem; margin: .4rem 0 }
summary { cursor: pointer; font-family: ui-monospace, monospace; font-size: .85rem; overflow-wrap: anywhere }
`

/** A session as one page: no script, nothing from elsewhere, every text escaped. */
export function* toHtml(parts: Iterable<StoryPart>): Generator<string> {
  for (const part of parts) yield `${elementsOf(part).join('\n')}\n`
  yield '</body>\n</html>\n'
}

function elementsOf(part: StoryPart): string[] {
  if (part.kind === 'session') {
    const { id, title, model, createdMs } = part.session
    return [
      '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
      `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
      '<meta name="viewport" content="width=device-width">\n<meta name="referrer" content="no-referrer">',
      `<title>${escaped(title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>`,
      `<h1>${escaped(title)}</h1>`,
      `<p class="small">Session ${escaped(id)} · ${stamp(createdMs)} UTC · model ${escaped(model)}</p>`,
    ]
  }
  if (part.kind === 'task')
    return ['<h2>Task</h2>', `<p class="asked">${escaped(part.task.text)}</p>`]
  if (part.kind === 'end') {
    const { endText } = part.task
    const answer = endText === '' ? [] : [`<p class="said">${escaped(endText)}</p>`]
    return [...answer, `<p class="small">${escaped(describeTaskEnd(part.task))}</p>`]
  }
  const { step, text, problem, calls, results } = part.step
  return [
    `<p class="small">Step ${step}</p>`,
    ...(text.trim() === '' ? [] : [`<p class="said">${escaped(text.trim())}</p>`]),
    ...(problem === null
      ? []
      : [`<p class="small">The reply could not be used: ${escaped(problem)}</p>`]),
    ...calls.map((call) => details(describeCall(call), describeArguments(call))),
    ...results.map((result) =>
      details(`${result.id} · ${result.kind} · ${result.subject}`, describeResult(result)),
    ),
  ]
}

function details(summary: string, text: string): string {
  return `<details><summary>${escaped(summary)}</summary><pre>${escaped(text)}</pre></details>`
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return showControls(text).replace(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '')
}
