import type { HeldOut } from './held_out.js'
import type { Act, Transcript } from './transcripts.js'

/** Commands that change files, or print what a fast run does not have. */
const OTHER = /\b(?:sed|rm|mv|cp|git|printf|cat|touch|make|echo|cd)\b|\s-[ce]\s|[>|;&]|--lf|-run/

/** The same transcript for the fast kit, where every run passes; null: its commands do more than test. */
export function editsOnly(held: HeldOut): Transcript | null {
  const { name, files, task, says, acts } = held
  const now: Record<string, string> = { ...files }
  const found: Act[] = []
  for (const act of acts) {
    const [kind, first, second, third] = act
    if (kind === 'w' || kind === 'p') {
      now[first] = kind === 'w' ? second : (now[first] ?? '').replace(second, () => third)
      found.push(['edit', first, now[first] ?? ''])
    } else if (kind === 'r') found.push(['read', first])
    else if (kind === '$' && (first === 'make test' || !OTHER.test(first)))
      found.push(['sh', first])
    else return null
  }
  return { name, files, task, says, acts: found, inText: true }
}
