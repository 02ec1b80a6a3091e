import { createRandom } from '../../../test/crash/kit/random.js'

/** Seeded numbers: the same seed gives the same repository and the same misbehaviour on every machine. */
export interface Random {
  /** In [0, 1). */
  next(): number
  /** A whole number in [0, below). */
  below(below: number): number
  pick<T>(list: readonly T[]): T
}

/** FNV-1a of a text, 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
  return hash
}

/** The numbers of the crash tests' generator. */
export function seeded(seed: number): Random {
  const { next } = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return { next, below, pick: (list) => list[below(list.length)] as (typeof list)[number] }
}
