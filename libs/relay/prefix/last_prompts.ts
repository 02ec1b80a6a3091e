import { bytesOf, type Chain } from './chain.js'

/** The last prompt of each session; the least recently used sessions are dropped first. */
export interface LastPrompts {
  /** Replaces the session's last prompt and returns the replaced one. */
  replace(session: string, chain: Chain): Chain | null
  /** Memory in use, in bytes. */
  bytes(): number
}

/** @param maxBytes  bound of the memory; a chain larger than that is not kept */
export function createLastPrompts(maxBytes: number): LastPrompts {
  const chains = new Map<string, Chain>()
  let bytes = 0

  function forget(session: string): Chain | null {
    const chain = chains.get(session)
    if (chain === undefined) return null
    chains.delete(session)
    bytes -= bytesOf(chain)
    return chain
  }

  return {
    bytes: () => bytes,
    replace(session, chain) {
      const before = forget(session)
      chains.set(session, chain)
      bytes += bytesOf(chain)
      for (const oldest of chains.keys()) {
        if (bytes <= maxBytes) break
        forget(oldest)
      }
      return before
    },
  }
}
