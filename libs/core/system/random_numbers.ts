/**
 * Random bytes that nobody can guess. Node's own `crypto` is there without an import; an import of `node:crypto` makes the
 * load of `aircoder/memory` a tenth longer.
 */
export function randomNumbers(count: number): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(count))
}
