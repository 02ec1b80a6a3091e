import type { Event, TaskResult } from '#core'
import type { Ledger } from '#ledger'
import {
  createMarkdown,
  createResults,
  createScreen,
  type Row,
  showControls,
  splitAnswer,
} from '#terminal'
import type { ThemeHolder } from '../open_theme.js'
import { canReplaceLines, startLive } from '../start_live.js'
import { diffPainter } from './diff_painter.js'
import { openDraft } from './open_draft.js'
import { picturesOf } from './pictures_of.js'
import { createPlanPanel } from './plan_panel.js'
import { type BarOptions, createSessionBar } from './session_bar.js'

/** The output of a session: one for all its turns. */
export interface SessionScreen {
  theme: ThemeHolder
  /** Starts to show a turn. @param text  what the person typed */
  begin(text: string): void
  show(event: Event): void
  /** A message of the person is delivered to the running turn. */
  delivered(): void
  /** Ends the turn, and prints its answer. @returns whether this answer has the given words */
  end(result: TaskResult, showsAnswer: boolean): Promise<(words: string) => boolean>
  /** Draws the status bar again, because the mode or the theme changed. */
  drawBar(): void
  /** Prints the last tool result; again, the one before. */
  expand(): void
  /** Shows thinking from now on, or no longer. The last one is printed. @returns whether it is shown */
  toggleThinking(): boolean
  /** Shows or hides the plan of the running or last task. */
  togglePlan(): void
  printRows(rows: readonly Row[]): void
  /** A difference with marked words, where the terminal has an area; undefined: as lines. */
  paintDiff?: (diff: string) => string
  /** A question is asked: nothing is waited for but the person. */
  asking(): Pick<SessionScreen, 'paintDiff'>
  close(): void
}

export interface SessionScreenOptions extends BarOptions {
  verbose: boolean
  env: NodeJS.ProcessEnv
  ledger: Pick<Ledger, 'view' | 'evidence' | 'payload'>
}

/** Opens the output of a session. In the plain form there are no panels and no bar: everything is a line. */
export function openSessionScreen(options: SessionScreenOptions): SessionScreen {
  const { input, theme, verbose, env } = options
  const isRich = input.form === 'rich'
  const markdown = createMarkdown(() => theme.now().name === 'none')
  const results = createResults()
  const bar = createSessionBar(options)
  const live = canReplaceLines(process.stdout, env) ? startLive(input.status) : null
  let showsThinking = verbose

  const printRows = (rows: readonly Row[]) => {
    if (rows.length > 0) input.print(`${rows.map(theme.now().paint).join('\n')}\n`)
  }
  const draft = openDraft(options, markdown, () => showsThinking)
  const openScreen = () =>
    createScreen({
      write: input.print,
      theme: theme.now,
      verbose,
      live: live !== null,
      ...(isRich && {
        panel: (rows: readonly string[] | null) => input.panel('agents', rows),
        words: (text: string) =>
          markdown.draft(text, input.columns()).map(theme.now().paint).join('\n'),
      }),
    })
  let screen = openScreen()
  const plan = createPlanPanel(options)
  const paintDiff = isRich ? diffPainter(theme, input.columns) : undefined

  bar.draw()
  input.onResize(() => {
    bar.draw()
    plan.draw()
  })

  return {
    theme,
    printRows,
    drawBar: bar.draw,
    togglePlan: plan.toggle,
    asking() {
      live?.end()
      return { ...(paintDiff !== undefined && { paintDiff }) }
    },
    ...(paintDiff !== undefined && { paintDiff }),
    begin(text) {
      screen = openScreen()
      if (isRich) void markdown.load()
      bar.message(text)
    },
    show(event) {
      results.watch(event)
      // A run inside this one has its own words, window and plan.
      if (event.depth !== undefined) {
        screen.show(event)
        return live?.watch(event)
      }
      if (isRich && showsThinking && event.type === 'reply')
        printRows(results.thinking(input.columns(), 'once') ?? [])
      screen.show(event)
      draft?.watch(event)
      live?.watch(event)
      plan.watch(event)
      if (isRich && event.type === 'step')
        for (const line of picturesOf(event.evidence, options)) input.print(`${line}\n`)
      bar.watch(event)
    },
    delivered() {
      draft?.end()
      screen.delivered()
    },
    async end(result, showsAnswer) {
      live?.end()
      draft?.end()
      const answer = screen.end(result)
      bar.draw()
      if (answer !== null && showsAnswer && !isRich) input.print(`${showControls(answer)}\n`)
      else if (answer !== null && showsAnswer) {
        const { text, note } = splitAnswer(showControls(answer))
        printRows(await markdown.render(text, input.columns()))
        if (note !== '') input.print(`${theme.now().text(note, 'dim')}\n`)
      }
      return (words) => answer?.includes(words) === true
    },
    expand() {
      const rows = results.expand(input.columns())
      if (rows !== null) printRows(rows)
      else input.print(theme.now().text('There is no earlier tool result.\n', 'dim'))
    },
    toggleThinking() {
      showsThinking = !showsThinking
      if (showsThinking) printRows(results.thinking(input.columns(), 'again') ?? [])
      return showsThinking
    },
    close() {
      live?.end()
      draft?.end()
      plan.hide()
      input.bar(null)
    },
  }
}
