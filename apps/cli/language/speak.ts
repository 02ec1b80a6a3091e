import type { Say } from '#terminal'

/** Commands whose standard output is for a person. That of others is an answer, data or JSON. */
const SPOKEN = new Set([
  'undo',
  'redo',
  'accept',
  'sessions',
  'trust',
  'memory',
  'skills',
  'config',
  'init',
  'login',
  'doctor',
  'demo',
])

/**
 * Puts the lines of the program on standard error, and on standard output where a command prints for a person at a
 * terminal, into the language. Only whole lines that its tables have change; what draws rows has put its texts into the language itself.
 * @param words  the command line
 */
export function speak(say: Say, words: readonly string[]): void {
  if (say.language === 'en') return
  translateWrites(process.stderr, say)
  const [command = ''] = words.filter((word) => !word.startsWith('-'))
  const isData = words.some((word) => /json|canonical|^-o$/.test(word)) || words.includes('export')
  // Another program reads a pipe or a file: its bytes are those of the command.
  const isPerson = process.stdout.isTTY === true
  if (isPerson && SPOKEN.has(command) && !isData) translateWrites(process.stdout, say)
}

type Write = (chunk: string | Uint8Array, ...rest: never[]) => boolean

function translateWrites(stream: NodeJS.WriteStream, say: Say): void {
  const write: Write = stream.write.bind(stream)
  const spoken: Write = (chunk, ...rest) =>
    write(typeof chunk === 'string' && !chunk.includes('\x1b') ? say.lines(chunk) : chunk, ...rest)
  stream.write = spoken
}
