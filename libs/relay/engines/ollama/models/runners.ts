import { basename } from 'node:path'
import { request } from 'undici'
import type { Clock } from '#core'
import { findRunners, type Runner } from './processes.js'

/** Maximum age of the list: reading all processes costs milliseconds; a runner lives for minutes. */
const SEEN_MS = 15_000
/** Short, because it is asked at the start of an answer. */
const ASK_MS = 1_000

/** Tokens of a prompt that were read, and tokens that came from the runner's cache. */
export interface PromptCounts {
  read: number
  kept: number
}

/**
 * The runners of an Ollama on this box, as far as this process may see other processes (`ProtectProc=` hides them).
 */
export interface Runners {
  /** The runner of this GGUF file; null: not visible. */
  find(file: string | null): Runner | null
  /**
   * The runner's counts since the last call. Called when an answer begins, they are of its prompt, unless another
   * prompt was read at the same time or was cancelled; their sum shows that.
   * @returns null: its metrics are off (LLAMA_ARG_ENDPOINT_METRICS), or this is the first call
   */
  countsSince(file: string | null): Promise<PromptCounts | null>
  forget(): void
}

/** @param proc  `/proc`; null: the engine runs on another box */
export function createRunners(proc: string | null, clock: Clock): Runners {
  const counted = new Map<number, PromptCounts>()
  let seen: { at: number; runners: Runner[] } | null = null

  function find(file: string | null): Runner | null {
    if (proc === null || file === null) return null
    if (seen === null || clock.monotonic() - seen.at >= SEEN_MS)
      seen = { at: clock.monotonic(), runners: findRunners(proc) }
    // An orphan has the file open, too, and serves no requests.
    const found = seen.runners.find(
      (runner) => runner.owned && runner.file !== null && basename(runner.file) === file,
    )
    return found ?? null
  }

  return {
    find,
    async countsSince(file) {
      const runner = find(file)
      if (runner === null || runner.port === null) return null
      const now = await askCounters(runner.port)
      const before = counted.get(runner.pid)
      if (now === null) return null
      counted.set(runner.pid, now)
      if (before === undefined) return null
      return { read: now.read - before.read, kept: now.kept - before.kept }
    },
    forget() {
      seen = null
      counted.clear()
    },
  }
}

/** Counts since the runner's start; null: it has ended, or does not report them. */
async function askCounters(port: number): Promise<PromptCounts | null> {
  try {
    const answer = await request(`http://127.0.0.1:${port}/metrics`, {
      signal: AbortSignal.timeout(ASK_MS),
    })
    const text = await answer.body.text()
    const read = /^llamacpp:prompt_tokens_total (\S+)$/m.exec(text)?.[1]
    const kept = /^llamacpp:prompt_tokens_cached_total (\S+)$/m.exec(text)?.[1]
    if (read === undefined || kept === undefined) return null
    return { read: Number(read), kept: Number(kept) }
  } catch {
    return null
  }
}
