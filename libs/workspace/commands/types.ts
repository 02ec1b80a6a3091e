import type { OutsideWrites, SandboxUse } from '../sandbox/types.js'

/** What is run, and where. */
export interface CommandWords {
  /** Shell text; or the words of one program, which no shell reads. */
  command: string | readonly string[]
  /** Relative to the root, links resolved; '' is the root. */
  folder?: string | undefined
  /** Added to the environment. */
  variables?: Readonly<Record<string, string>> | undefined
  /** The result says where the shell ended and which variables it exported. Needs bash. */
  reports?: boolean | undefined
  /** What it may write outside of the root, where it runs in a sandbox. */
  outside?: OutsideWrites | undefined
}

/** What a shell leaves behind. */
export interface ShellEnd {
  /** Absolute, links resolved. */
  folder: string
  /** Exported variables that differ from those that every command gets; null: a value that is not plain text. */
  exported: Readonly<Record<string, string | null>>
}

/** The folder and the variables that the next command of a session starts with. */
export interface ShellState {
  /** Relative to the root; '' is the root. */
  folder: string
  variables: Readonly<Record<string, string>>
}

/** What is kept of a shell's end, and what is not. */
export interface ShellStep {
  state: ShellState
  /** Names of exported variables that the next command does not get. */
  dropped: string[]
  /** Why the next command does not start in the folder where the shell ended; null when it does. */
  left: string | null
}

export interface CommandRequest extends CommandWords {
  timeoutMs: number
  signal?: AbortSignal
  /** Called at once after the spawn, before any output is read. */
  onSpawn?(pid: number, startTime: string): void
  /** Called with the last 8 kB of the output, at most every LIMITS.progressMs. */
  onOutput?(soFar: string): void
  /** Aborted while it runs: it goes on in the background, without a deadline. A command that has ended stays as it is. */
  move?: AbortSignal | undefined
}

export interface CommandResult {
  /** null when a signal ended it or it did not start. */
  exitCode: number | null
  signal: string | null
  /** stdout and stderr in order; only head and tail when it was too long. */
  output: string
  timedOut: boolean
  aborted: boolean
  /** The middle of the output is missing. */
  truncated: boolean
  /** Background processes were still running when the command ended, and were ended. */
  endedLeftovers: boolean
  /** The restrictions of its sandbox; absent outside a sandbox. */
  sandbox?: SandboxUse
  /** What it wrote outside of the root, and what of it was lost; absent: it wrote nothing there. */
  outside?: string[]
  /** Absent: it did not report, or it cannot have moved. */
  left?: ShellEnd
  /** The id of the background command that it goes on as; its output so far is in `output`. Absent: it has ended. */
  movedTo?: string
}

export interface BackgroundRead {
  id: string
  command: string
  /** Output since the last read. */
  output: string
  /** null while it runs. */
  end: { exitCode: number | null; signal: string | null } | null
}

/** Commands that run while the model works; see createBackground. */
export interface Background {
  /** Starts a command and waits at most two seconds for its first output. */
  start(request: {
    command: string
    folder?: string | undefined
    variables?: Readonly<Record<string, string>> | undefined
    outside?: OutsideWrites | undefined
    signal?: AbortSignal
    /** Called at once after the spawn. */
    onSpawn?(pid: number, startTime: string): void
  }): Promise<({ ok: true } & BackgroundRead) | { ok: false; message: string }>
  /** Returns new output and waits for it at most two seconds; null when the id is unknown. */
  read(id: string, signal?: AbortSignal): Promise<BackgroundRead | null>
  /** Ends a command and its child processes; null when the id is unknown. */
  stop(id: string): Promise<BackgroundRead | null>
  /** Whether this process group belongs to a command of this list. */
  owns(pid: number): boolean
  ids(): string[]
  /** Whether a command is running. */
  isBusy(): boolean
  /** Words of the commands that are running. */
  running(): string[]
  /** Ends all running commands. */
  endAll(): Promise<void>
}
