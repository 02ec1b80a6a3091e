import type { ChoiceList, Input } from './input.js'

/** Shows a list with numbers and asks for one. @returns the index; null: an empty line or no answer */
export async function choosePlain(
  { title, items }: ChoiceList,
  { ask, print }: Pick<Input, 'ask' | 'print'>,
  signal: AbortSignal,
  inWords: (text: string) => string = (text) => text,
): Promise<number | null> {
  if (items.length === 0) return null
  print(`${title}\n`)
  for (const [index, { label, detail }] of items.entries())
    print(`  ${index + 1}  ${label}${detail === undefined ? '' : ` · ${detail}`}\n`)
  for (;;) {
    const line = (await ask(inWords(`1 to ${items.length}, or nothing: `), signal))?.trim() ?? ''
    if (line === '') return null
    const number = Number(line)
    if (Number.isInteger(number) && number >= 1 && number <= items.length) return number - 1
    print(`${inWords(`There is no ${line} in the list.`)}\n`)
  }
}
