import type { Frame } from '../step/frame.js'

/** What the prompt shows before this step. */
export function shownText({ view }: Pick<Frame, 'view'>): string {
  const head = view.generation?.head ?? []
  return [...head, ...view.tail.map(({ message }) => message)]
    .map(({ content }) => content)
    .join('\n')
}
