import { discover, type Evidence, type PlanNode } from '#core'

/** Everything that a fresh prompt may be made of; gathered by the supervisor, pure data from here on. */
export interface PromptInput {
  task: string
  /** What the user added while the task ran, oldest first. */
  additions: string[]
  /** Former tasks of this session, oldest first. */
  earlier: { text: string; status: string; summary: string }[]
  plan: readonly PlanNode[]
  project: ProjectFacts
  /** Rows of this task, newest first. */
  evidence: readonly Evidence[]
  /** Verbatim payload of a row as text. */
  payload(row: Evidence): string
  /** The lines of a file as they are on disk now; null when it can't be shown. */
  current(path: string, lines: { start: number; end: number } | null): string | null
}

/** The one-glance facts of a project. */
export interface ProjectFacts {
  testCommand: string | null
  /** Names in the root, folders with a slash. */
  entries: string[]
  /** Instruction files that exist, by name. */
  guides: string[]
}

/** One part of the prompt's user message. */
export interface Section {
  name: string
  /** Most stable first. */
  order: number
  /** Share of the curated block, 0..1; what one leaves over flows on to the next. */
  share: number
  /** false: only in a rebuilt prompt, when there is a past to tell of. */
  atStart: boolean
  /** @returns text of at most `budgetTokens` by estimate; '' leaves the section out */
  render(input: PromptInput, budgetTokens: number): string
}

/** All sections, in their order. */
export async function loadSections(): Promise<Section[]> {
  const sections = await discover<Section>(new URL('./sections/', import.meta.url))
  return sections.sort((a, b) => a.order - b.order)
}
