import { estimateTokens, type Message } from '#core'
import type { PromptInput, Section } from './input/section.js'
import { SYSTEM } from './system.js'

/**
 * System text and one user message with the sections in their order. A section without a share gets what it
 * needs; the others divide what it leaves, and what one does not use goes to the next.
 * @param notes  paragraphs after the sections
 */
export function renderHead(
  prompt: PromptInput,
  sections: readonly Section[],
  { budgetTokens, notes = [] }: { budgetTokens: number; notes?: readonly string[] },
): Message[] {
  const parts: string[] = []
  const texts = new Map<Section, string>()
  const fixed = sections.filter(({ share }) => share === 0)
  const shared = sections.filter(({ share }) => share > 0)
  let left = budgetTokens - notes.reduce((sum, note) => sum + estimateTokens(note), 0)
  const least = shared.reduce((sum, section) => sum + (section.least ?? 0), 0)
  for (const section of fixed) {
    const own = section.isExtra === true ? left - least : left
    const most = Math.min(own, section.most?.(budgetTokens) ?? own)
    if (most <= 0 && section.isExtra === true) continue
    const text = section.render(prompt, Math.max(LEAST, Math.floor(most)))
    texts.set(section, text)
    left -= estimateTokens(text)
  }
  const room = Math.max(0, left)
  const whole = shared.reduce((sum, { share }) => sum + share, 0)
  let carried = 0
  for (const section of shared) {
    const part = Math.floor((section.share / Math.max(1, whole)) * room + carried)
    const budget = Math.max(part, section.least ?? 0)
    const text = Math.min(budget, left) <= 0 ? '' : section.render(prompt, Math.min(budget, left))
    const tokens = estimateTokens(text)
    left -= tokens
    carried = Math.max(0, budget - tokens)
    texts.set(section, text)
  }
  for (const section of sections) parts.push(texts.get(section) ?? '')
  const content = [...parts, ...notes].filter((text) => text !== '').join('\n\n')
  return [
    { role: 'system', content: SYSTEM },
    {
      role: 'user',
      content,
      ...(prompt.picture == null ? {} : { picture: { id: prompt.picture } }),
    },
  ]
}

/** The least that a task may be cut to, in tokens. */
const LEAST = 40
