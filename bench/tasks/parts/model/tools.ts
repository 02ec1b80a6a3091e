import type { ToolSchema } from '#core'
import type { Move } from './moves.js'

/** Names of tools by what they do, in order of preference; the first that is offered is called. */
const TOOLS: Record<Exclude<Move['do'], 'say'>, readonly string[]> = {
  read: ['read_file', 'read', 'Read', 'view', 'view_file', 'open_file', 'cat'],
  grep: ['grep', 'Grep', 'search', 'search_files', 'ripgrep', 'code_search', 'run_command', 'bash'],
  list: ['list_dir', 'ls', 'LS', 'list_files', 'list', 'glob', 'find_files'],
  run: ['run_command', 'bash', 'Bash', 'shell', 'execute', 'terminal'],
  patch: ['patch_file', 'edit_file', 'Edit', 'edit', 'str_replace', 'replace', 'search_replace'],
  write: ['write_file', 'Write', 'write', 'create_file', 'save_file'],
  resolve: ['resolve', 'finish', 'done', 'complete', 'attempt_completion', 'submit'],
  more: ['more_tools', 'list_tools'],
}

const WORDS: Record<string, readonly string[]> = {
  path: ['path', 'file_path', 'filename', 'file', 'target_file', 'directory', 'dir'],
  from: ['start_line', 'offset', 'line_start', 'start'],
  to: ['end_line', 'line_end', 'end'],
  pattern: ['pattern', 'query', 'regex', 'text'],
  command: ['command', 'cmd', 'script'],
  old: ['old_str', 'old_string', 'old_text', 'search'],
  new: ['new_str', 'new_string', 'new_text', 'replace'],
  all: ['replace_all', 'all'],
  content: ['content', 'contents', 'text', 'file_text'],
  summary: ['summary', 'result', 'answer', 'message'],
  cites: ['cites', 'evidence', 'citations'],
}

export interface Call {
  name: string
  args: Record<string, unknown>
}

/** Writes a move as a call of a tool that is offered; null: there is none, or it is plain text. */
export function callOf(tools: readonly ToolSchema[], move: Move): Call | null {
  if (move.do === 'say') return null
  for (const name of TOOLS[move.do]) {
    const tool = tools.find((one) => one.function.name === name)
    if (tool === undefined) continue
    const fields = Object.keys(propertiesOf(tool))
    if (fields.includes('command') && move.do === 'grep')
      return { name, args: { command: `grep -rn -- '${move.pattern}' ${move.path ?? '.'}` } }
    if (name === 'glob' || name === 'find_files')
      return { name, args: { pattern: move.do === 'list' ? `${move.path}/*` : '**/*' } }
    const args: Record<string, unknown> = {}
    for (const [key, value] of Object.entries(move)) {
      if (key === 'do' || key === 'guess' || value === undefined) continue
      const field = WORDS[key]?.find((word) => fields.includes(word))
      if (field !== undefined) args[field] = value
    }
    return { name, args }
  }
  return null
}

function propertiesOf(tool: ToolSchema): Record<string, unknown> {
  const { properties } = tool.function.parameters as { properties?: Record<string, unknown> }
  return properties ?? {}
}
