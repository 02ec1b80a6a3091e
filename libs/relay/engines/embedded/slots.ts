import type { StopSignal } from '../../signals/stop_signal.js'
import type { LlamaSequence, Token } from './llama_api.js'

/** One of the model's parallel sequences, with the state of the prompt it read last. */
export interface Slot {
  sequence: LlamaSequence
  /** The conversation of the state; null: unknown. */
  owner: string | null
  busy: boolean
  /** Counts uses, so that of two equal slots the least recently used one is taken. */
  usedAt: number
}

/** The sequences of a context. */
export interface Slots {
  /**
   * Takes the free sequence with the best cache: the tokens that the prompt shares with its state, less the tokens of
   * another conversation that would be lost. Waits for one when all are busy.
   * @throws the signal's reason, when it aborts before
   */
  take(tokens: Token[], owner: string | null, signal: StopSignal): Promise<Slot>
  give(slot: Slot): void
}

export function createSlots(sequences: readonly LlamaSequence[]): Slots {
  const slots = sequences.map(
    (sequence): Slot => ({ sequence, owner: null, busy: false, usedAt: 0 }),
  )
  const waiting: (() => void)[] = []
  let uses = 0

  function occupy(slot: Slot, owner: string | null): Slot {
    uses += 1
    return Object.assign(slot, { busy: true, owner, usedAt: uses })
  }

  return {
    async take(tokens, owner, signal) {
      for (;;) {
        signal.throwIfAborted()
        const free = slots.filter((slot) => !slot.busy)
        const best = free
          .map((slot) => ({ slot, worth: worthOf(slot, tokens, owner) }))
          .sort((a, b) => b.worth - a.worth || a.slot.usedAt - b.slot.usedAt)[0]
        if (best !== undefined) return occupy(best.slot, owner)
        await new Promise<void>((resolve) => {
          waiting.push(resolve)
          signal.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    },
    give(slot) {
      slot.busy = false
      // All waiters check again: one that has left meanwhile must not consume the call.
      for (const wake of waiting.splice(0)) wake()
    },
  }
}

// Otherwise two conversations that share only their first message would overwrite each other in turn.
function worthOf({ sequence, owner: last }: Slot, tokens: Token[], owner: string | null): number {
  const shared = sequence.compareContextTokens(tokens).firstDifferentIndex
  const isOwn = owner !== null && owner === last
  return isOwn ? shared : shared - (sequence.nextTokenIndex - shared)
}
