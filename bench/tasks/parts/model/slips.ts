import type { Random } from '../random.js'
import type { Answer } from './moves.js'
import type { See } from './see.js'
import { pathIn } from './see.js'

/** How small models misbehave (docs/design/replies.md). Each gets the answer that was meant. */
const SLIPS: Record<string, (meant: Answer, see: See, random: Random) => Answer | null> = {
  'broken json': (meant) => edited(meant, (raw) => raw.replace(/"?\}$/, '')),
  'wrong tool name': (meant, _, random) =>
    renamed(meant, (name) => (random.next() < 0.5 ? camel(name) : name.toUpperCase())),
  'call as text'({ text, calls }) {
    const [call] = calls
    if (call === undefined) return null
    const shown = `\`\`\`json\n{"name": "${call.name}", "arguments": ${call.raw}}\n\`\`\``
    return { ...plain(`${text}\n${shown}`), slip: '' }
  },
  'announces and stops': (meant) =>
    meant.calls.length === 0 ? null : plain(`${meant.text} ${announce(meant)}`.trim()),
  'claims completion': () => plain('Done. I made the change and all tests pass.'),
  'indentation drift': (meant) => {
    const [call] = meant.calls
    if (call === undefined || !/"old_str(?:ing)?":/.test(call.raw)) return null
    return edited(meant, (raw) => raw.replace(/("(?:old|new)_str(?:ing)?":")( *)/g, '$1$2  '))
  },
  'repeated call': (_, see) => {
    const last = see.calls.at(-1)
    if (last === undefined || pathIn(last.args) === null) return null
    return {
      ...plain(''),
      calls: [{ name: last.tool, raw: JSON.stringify(last.args) }],
      finish: 'tool_calls',
    }
  },
  'empty reply': () => plain(''),
}

/** With the given rate, one of these instead of what was meant. */
export function slip(
  meant: Answer,
  see: See,
  { rate, random }: { rate: number; random: Random },
): Answer {
  if (random.next() >= rate) return meant
  const names = Object.keys(SLIPS)
  for (let tries = 0; tries < names.length; tries++) {
    const name = random.pick(names)
    const made = SLIPS[name]?.(meant, see, random)
    if (made != null) return { ...made, move: meant.move, slip: name }
  }
  return meant
}

function plain(text: string): Answer {
  return { text, calls: [], finish: 'stop', slip: null, move: null }
}

function edited(meant: Answer, change: (raw: string) => string): Answer | null {
  if (meant.calls.length === 0) return null
  return { ...meant, calls: meant.calls.map(({ name, raw }) => ({ name, raw: change(raw) })) }
}

function renamed(meant: Answer, change: (name: string) => string): Answer | null {
  if (meant.calls.length === 0) return null
  return { ...meant, calls: meant.calls.map(({ name, raw }) => ({ name: change(name), raw })) }
}

function camel(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

function announce({ calls }: Answer): string {
  return `Now I will call ${calls[0]?.name ?? 'the next tool'}.`
}
