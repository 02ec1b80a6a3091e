import type { View } from '#ledger'

/** The mark of `fitText` (libs/context/text/fit.ts). */
const OMITTED = /\n… (\d+) characters omitted …\n/

/** How many characters of the task's text its stored prompt lacks; 0: the model gets all of it. */
export function omittedOfTask({ generation, tail, task }: View): number {
  if (generation === null) return 0
  const texts = [...generation.head, ...tail.map(({ message }) => message)].map(
    ({ content }) => content,
  )
  if (texts.some((text) => text.includes(task.text))) return 0
  const marks = texts.map((text) => Number(OMITTED.exec(text)?.[1] ?? 0))
  return Math.min(task.text.length, Math.max(0, ...marks))
}

/** The two numbers, as a person reads them. */
export function describeOmitted(omitted: number, { task }: View): string {
  const number = (count: number) => count.toLocaleString('en-US')
  return `${number(omitted)} of the ${number(task.text.length)} characters of your text`
}
