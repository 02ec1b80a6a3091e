import type { Event } from '#core'
import type { Ledger } from '#ledger'
import { type Input, planRows, type Say } from '#terminal'
import type { ThemeHolder } from '../open_theme.js'

/** The plan of the running or last task, above the prompt. */
export interface PlanPanel {
  watch(event: Event): void
  toggle(): void
  draw(): void
  hide(): void
}

/** The plan takes at most a third of the screen. */
const SHARE = 3

export function createPlanPanel({
  input,
  theme,
  ledger,
  say,
}: {
  input: Input
  theme: ThemeHolder
  ledger: Pick<Ledger, 'view'>
  say: Say
}): PlanPanel {
  let taskId: string | null = null
  let isShown = false
  const nodesNow = () => (taskId === null ? [] : ledger.view(taskId).plan)
  function draw(): void {
    const nodes = nodesNow()
    if (!isShown || nodes.every(({ kind }) => kind === 'root')) return
    const most = Math.max(2, Math.floor(input.rows() / SHARE))
    const rows = planRows(nodes, { columns: input.columns(), most, inWords: say.part }).map(
      theme.now().paint,
    )
    if (input.form === 'rich') input.panel('plan', rows)
    else input.print(`${rows.join('\n')}\n`)
  }
  return {
    draw,
    watch(event) {
      if (event.type === 'init') taskId = event.taskId
      // The plan of the ledger changes with the commit of a step.
      if (event.type === 'init' || event.type === 'step') draw()
    },
    toggle() {
      isShown = !isShown
      if (!isShown) return input.panel('plan', null)
      // A panel that says nothing would stay.
      if (nodesNow().every(({ kind }) => kind === 'root')) input.print('No plan yet.\n')
      draw()
    },
    hide() {
      isShown = false
      input.panel('plan', null)
    },
  }
}
