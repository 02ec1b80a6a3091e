const ENTER = /[\r\n]/
const LEAVE = new Set(['\u0003', '\u0004'])
const BACK = new Set(['\u007f', '\b'])

/** A terminal, or a pipe. */
type Keys = NodeJS.ReadableStream & { isTTY?: boolean; setRawMode?(on: boolean): unknown }

/**
 * Reads one line without showing it. A pipe is read to its first line.
 * @returns null when the person left with Ctrl+C or Ctrl+D
 */
export async function readSecret(
  input: Keys,
  output: { write(text: string): unknown },
  prompt: string,
): Promise<string | null> {
  if (input.isTTY) output.write(prompt)
  input.setRawMode?.(true)
  input.setEncoding('utf8')
  try {
    let typed = ''
    for await (const part of input)
      for (const key of String(part)) {
        if (ENTER.test(key)) return typed
        if (input.isTTY && LEAVE.has(key)) return null
        typed = input.isTTY && BACK.has(key) ? typed.slice(0, -1) : typed + key
      }
    return typed
  } finally {
    input.setRawMode?.(false)
    if (input.isTTY) output.write('\n')
  }
}
