import type { Event, TaskResult } from '#core'
import type { Ledger } from '#ledger'
import type { Question } from '#supervisor'
import type { Live, Row, Say } from '#terminal'
import type { ThemeHolder } from '../open_theme.js'
import type { BarOptions } from './session_bar.js'

/** The output of a session: one for all its turns. */
export interface SessionScreen {
  theme: ThemeHolder
  /** Starts to show a turn. @param text  what the person typed */
  begin(text: string): void
  /** The line that was sent starts no turn: nothing is waited for. */
  idle(): void
  show(event: Event): void
  /** A message of the person is delivered to the running turn. */
  delivered(): void
  /** Ends the turn, and prints its answer. @returns whether this answer has the given words */
  end(result: TaskResult, showsAnswer: boolean): Promise<(words: string) => boolean>
  /** Draws the status bar again, because the mode or the theme changed. */
  drawBar(): void
  /** Reads from the ledger how full the window is: the session is another one, or its prompt was written again. */
  recount(): void
  /** Prints the last tool result; again, the one before. */
  expand(): void
  /** Shows thinking from now on, or no longer. The last one is printed. @returns whether it is shown */
  toggleThinking(): boolean
  isThinkingShown(): boolean
  /** Shows or hides the plan of the running or last task. */
  togglePlan(): void
  printRows(rows: readonly Row[]): void
  /** A difference with marked words, where the terminal has an area; undefined: as lines. */
  paintDiff?: (diff: string) => string
  /**
   * A question is asked: nothing is waited for but the person.
   * @returns `isCut`: the row of the call cannot show all of it, and is hidden until `answered`
   */
  asking(question: Question): Pick<SessionScreen, 'paintDiff'> & { isCut: boolean }
  /** The question has its answer. */
  answered(): void
  close(): void
}

export interface SessionScreenOptions extends BarOptions {
  verbose: boolean
  env: NodeJS.ProcessEnv
  say: Say
  ledger: Pick<Ledger, 'view' | 'evidence' | 'payload'>
  /** null: lines cannot be replaced here. */
  live: Live | null
}
