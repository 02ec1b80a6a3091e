import type { ToolCall } from '#core'

/** Something that only a person can answer. */
export type Question =
  | {
      kind: 'permission'
      call: ToolCall
      describe: string
      /** true: the line of the call, which is shown before the question, says the same. */
      isShown?: true
      reason: string
      /** What the edit would change; null for other calls. */
      diff: string | null
      /** All files of the turn, including those of this edit, once there are many; absent for other calls. */
      files?: readonly string[]
      /** What the answer `a` would allow from now on; null where nothing can be remembered. */
      remember: string | null
      /** What the gate decides now: the mode may have changed since the question. */
      decideNow?(): 'allow' | 'ask' | 'deny'
    }
  | { kind: 'interrupted_command'; command: string; output: string }
  | {
      /** May this leave the machine? */
      kind: 'egress'
      provider: string
      host: string
      model: string
      reason: string
      bytes: number
      /** The whole text that would be sent. */
      text: string
      /** Evidence ids and paths that it was made from, and what was withheld. */
      sources: string[]
      withheld: string[]
      /** How often this session may still ask, this time included. */
      left: number
    }

export interface Answer {
  /** For an interrupted command: yes = run it again, no = skip it, always = it did its work. */
  decision: 'yes' | 'no' | 'always'
  /** Why not, for the model. */
  reason?: string
  /** true: the run was interrupted at the question. The decision is then `no`, and nothing remembers it. */
  unanswered?: true
}
