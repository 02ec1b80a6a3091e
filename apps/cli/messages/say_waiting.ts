const SILENT_MS = 1_500

/** Says on standard error that something is waited for, when it takes long. @returns a function that ends the wait */
export function sayWaiting(text: string): () => void {
  const timer = setTimeout(() => process.stderr.write(`${text}\n`), SILENT_MS)
  return () => clearTimeout(timer)
}
