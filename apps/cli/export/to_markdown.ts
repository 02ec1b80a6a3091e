import { showControls } from '#core'
import { type Block, blocksOf } from './blocks_of.js'
import type { StoryPart } from './session_story.js'

/** A session as Markdown. */
export function* toMarkdown(parts: Iterable<StoryPart>): Generator<string> {
  for (const part of parts) yield `${blocksOf(part).map(write).join('\n\n')}\n\n`
}

function write(block: Block): string {
  switch (block.kind) {
    case 'title':
      return `# ${line(block.text)}`
    case 'about':
      return `Session \`${block.id}\` · ${line(block.text)}`
    case 'heading':
      return `## ${block.text}`
    case 'step':
      return `### ${block.text}`
    case 'asked':
      return quote(block.text)
    case 'said':
      return showControls(block.text)
    case 'note':
      return `*${line(block.text)}*`
    case 'call':
      return `**${line(block.line)}**\n\n${fence(block.text)}`
    case 'result':
      return `${line(block.line)}\n\n${fence(block.text)}`
  }
}

/** A fence is longer than each run of backticks in its text, so that no text ends it. */
function fence(text: string): string {
  const runs = text.match(/`+/g) ?? []
  const marks = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)))
  return `${marks}\n${text}\n${marks}`
}

function quote(text: string): string {
  return showControls(text)
    .split('\n')
    .map((row) => `> ${row}`)
    .join('\n')
}

/** One line without characters that Markdown or HTML would read. */
function line(text: string): string {
  return showControls(text.replace(/\s+/g, ' ')).replace(/[\\`*_[\]<>#|]/g, '\\$&')
}
