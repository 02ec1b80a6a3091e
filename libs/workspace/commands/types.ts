import type { SandboxUse } from '../sandbox/types.js'

export interface CommandRequest {
  command: string
  timeoutMs: number
  signal?: AbortSignal
  /** Called at once after the spawn, before any output is read. */
  onSpawn?(pid: number, startTime: string): void
  /** The last 8 kB so far, at most every LIMITS.progressMs. */
  onOutput?(soFar: string): void
}

export interface CommandResult {
  /** null when a signal ended it, or it never started. */
  exitCode: number | null
  signal: string | null
  /** stdout and stderr as they came, head and tail when it was too much. */
  output: string
  timedOut: boolean
  aborted: boolean
  /** Bytes were left out between head and tail. */
  truncated: boolean
  /** Background processes were still running when the command ended, and were ended. */
  endedLeftovers: boolean
  /** What it was shut in; absent outside a sandbox. */
  sandbox?: SandboxUse
}

export interface BackgroundRead {
  id: string
  command: string
  /** What was printed since the last look. */
  output: string
  /** null: it runs. */
  end: { exitCode: number | null; signal: string | null } | null
}

/** Commands that go on while others run; see createBackground. */
export interface Background {
  /** Starts one and waits for its first words, two seconds at most. */
  start(request: {
    command: string
    signal?: AbortSignal
    /** Called at once after the spawn. */
    onSpawn?(pid: number, startTime: string): void
  }): Promise<({ ok: true } & BackgroundRead) | { ok: false; message: string }>
  /** What is new, waiting for it up to two seconds; null: there is no such command. */
  read(id: string, signal?: AbortSignal): Promise<BackgroundRead | null>
  /** Ends it with all that it started; null: there is no such command. */
  stop(id: string): Promise<BackgroundRead | null>
  /** Whether this process group was started here. */
  owns(pid: number): boolean
  ids(): string[]
  /** Ends all that run. */
  endAll(): Promise<void>
}
