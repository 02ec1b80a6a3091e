import { join } from 'node:path'
import { countNoun, makeFolders, replaceFile } from '#core'
import { entityLine, eventLine, oneLine } from '../recall/render.js'
import type { Store } from '../store/store.js'
import type { EntriesView, PatternsView, SemanticView } from '../types/views.js'
import { recentRows } from '../views/episodic.js'

/** What the pages are made of. */
export interface PageSources {
  store: Store
  entries: EntriesView
  semantic: SemanticView
  patterns: PatternsView
}

const EVENTS = 20
const ENTITIES = 30
const PATTERNS = 100
const TITLES = {
  decision: 'Decisions',
  convention: 'Conventions',
  workflow: 'Workflows',
  gotcha: 'Pitfalls',
  context: 'Background',
} as const

/**
 * Writes the two pages of a memory into a folder, for people. The same memory gives the same bytes.
 * @returns the paths
 */
export function writePages(folder: string, sources: PageSources): string[] {
  makeFolders(folder)
  const pages = { 'context.md': contextPage(sources), 'patterns.md': patternsPage(sources) }
  return Object.entries(pages).map(([name, text]) => {
    const path = join(folder, name)
    replaceFile(path, text, { mode: 0o600 })
    return path
  })
}

/** What is known, in plain Markdown. */
function contextPage({ store, entries, semantic }: PageSources): string {
  const notes = entries.list()
  const sections = Object.entries(TITLES).map(([type, title]) => {
    const own = notes.filter((entry) => entry.type === type)
    const lines = own.map(({ title, text, source }) => {
      const from = source === null ? '' : ` (${oneLine(source)})`
      return `**${oneLine(title)}**: ${oneLine(text)}${from}`
    })
    return section(title, lines)
  })
  const known = semantic.salient(ENTITIES).map((entity) => {
    return `${entityLine(entity)} (seen ${countNoun(entity.mentionCount, 'time')})`
  })
  const events = recentRows(store, '', EVENTS).map(eventLine)
  return page(
    'Context',
    'What the memory of this project knows. Written by aircoder; changes here are lost.',
    [
      ...sections,
      section('Known things, most important first', known),
      section('Newest events, newest first', events),
    ],
  )
}

/** What works and what does not. */
function patternsPage({ patterns }: PageSources): string {
  const lines = patterns.list(PATTERNS).map(({ text, confidence, count, successes }) => {
    const worked = `It worked ${successes} of ${countNoun(count, 'time')}`
    return `${sentence(oneLine(text))} ${worked}, confidence ${Math.round(confidence * 100)} %.`
  })
  return page(
    'Patterns',
    'What the memory of this project has learned from outcomes. Written by aircoder; changes here are lost.',
    [section('Most confident first', lines)],
  )
}

/** A text with a mark at its end. */
function sentence(text: string): string {
  return /[\p{L}\p{N})\]"'`]$/u.test(text) ? `${text}.` : text
}

function page(title: string, about: string, sections: readonly string[]): string {
  const parts = sections.filter((text) => text !== '')
  return `${[`# ${title}`, about, ...(parts.length > 0 ? parts : ['Nothing is known yet.'])].join('\n\n')}\n`
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  return `## ${title}\n\n${lines.map((line) => `- ${line}`).join('\n')}`
}
