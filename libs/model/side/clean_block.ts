const FENCE = /^\s*```[^\n]*\n([\s\S]*?)\n?\s*```\s*$/
const NUMBER = /^\s*\d+(?:\t|\s?[|│:→] ?)/

/** Removes the code fence and the line numbers that a model puts around lines of a file. */
export function cleanBlock(text: string): string {
  const bare = FENCE.exec(text)?.[1] ?? text
  const lines = bare.replace(/\r/g, '').replace(/\n$/, '').split('\n')
  return lines.every((line) => NUMBER.test(line))
    ? lines.map((line) => line.replace(NUMBER, '')).join('\n')
    : lines.join('\n')
}
