import type { Skill } from './model/policy.js'
import type { Random } from './random.js'

/** A generated repository with its task, what a model knows about tasks of this kind, and a hidden test. */
export interface Repo {
  /** Path to text. */
  files: Record<string, string>
  /** Tasks of sessions before, each in a session of its own; none when absent. */
  earlier?: readonly string[]
  task: string
  /** What the user writes after the end of the task. */
  later?: string
  testCommand: string
  skill: Skill
  /** Judges the folder and the last words of the run. @returns null when it is solved, else what is wrong */
  judge(read: (path: string) => string, said: string): string | null
  /** What happens from outside before a request of this number is answered. */
  meanwhile?: Meanwhile
}

export interface Meanwhile {
  atRequest: number
  /** The program is killed (kill -9) and resumed. */
  kill?: true
  /** Somebody else changes a file. */
  change?(read: (path: string) => string, write: (path: string, text: string) => void): void
}

/** One kind of task. */
export interface Family {
  name: string
  make(random: Random): Repo
}
