import {
  createMarkdown,
  createResults,
  createScreen,
  eventIn,
  type Row,
  resultIn,
  showControls,
  splitAnswer,
} from '#terminal'
import { opening } from '../live/opening.js'
import { hasDiff, isCallCut } from './asked_call.js'
import { diffPainter } from './diff_painter.js'
import { openDraft } from './open_draft.js'
import { picturesOf } from './pictures_of.js'
import { createPlanPanel } from './plan_panel.js'
import { createSessionBar } from './session_bar.js'
import type { SessionScreen, SessionScreenOptions } from './types.js'

/** Opens the output of a session. In the plain form there are no panels and no bar: everything is a line. */
export function openSessionScreen(options: SessionScreenOptions): SessionScreen {
  const { input, theme, verbose, say, live } = options
  const isRich = input.form === 'rich'
  const markdown = createMarkdown(() => theme.now().name === 'none')
  const results = createResults(say.part)
  const bar = createSessionBar(options)
  let showsThinking = verbose
  let calls: readonly string[] | null = null

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
      inWords: say.part,
      ...(!isRich && { columns: () => input.columns() + 1 }),
      ...(isRich && {
        panel(rows: readonly string[] | null) {
          calls = rows
          input.panel('agents', rows)
        },
        words: (text: string) =>
          markdown.draft(text, input.columns()).map(theme.now().paint).join('\n'),
      }),
    })
  let screen = openScreen()
  const plan = createPlanPanel(options)
  const paintDiff = isRich ? diffPainter(theme, input.columns) : undefined

  bar.recount()
  input.onResize(() => {
    bar.draw()
    plan.draw()
  })

  return {
    theme,
    printRows,
    drawBar: bar.draw,
    recount: bar.recount,
    togglePlan: plan.toggle,
    asking(question) {
      live?.end()
      const isCut = isRich && isCallCut(question, input)
      // The difference names the file that the line of the call names.
      if (isCut || hasDiff(question)) input.panel('agents', null)
      return { isCut, ...(paintDiff !== undefined && { paintDiff }) }
    },
    answered: () => input.panel('agents', calls),
    ...(paintDiff !== undefined && { paintDiff }),
    begin(text) {
      screen = openScreen()
      if (isRich) void markdown.load()
      bar.message(text)
      live?.watch(opening(say))
    },
    idle: () => live?.end(),
    show(raw) {
      const event = eventIn(raw, say)
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
      bar.watch(raw)
    },
    delivered() {
      draft?.end()
      screen.delivered()
    },
    async end(raw, showsAnswer) {
      const result = resultIn(raw, say)
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
      else input.print(`${theme.now().text(say.part('There is no earlier tool result.'), 'dim')}\n`)
    },
    toggleThinking() {
      showsThinking = !showsThinking
      if (showsThinking) printRows(results.thinking(input.columns(), 'again') ?? [])
      else draft?.hideThinking()
      return showsThinking
    },
    isThinkingShown: () => showsThinking,
    close() {
      live?.end()
      draft?.end()
      plan.hide()
      input.bar(null)
    },
  }
}
