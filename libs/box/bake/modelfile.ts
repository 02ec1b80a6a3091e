import { AircoderError } from '#core'

/** A Modelfile, ready to be created from. */
export interface Modelfile {
  /** A model's name, or the path of a GGUF file. */
  from: string
  parameters: Record<string, string | number | boolean | string[]>
  /** Fields of `/api/create` that have a text: template, system, license … */
  texts: Record<string, string>
  messages: { role: string; content: string }[]
}

/**
 * What `setup` bakes by default: it fits a card of 24 GB with two slots and some memory left
 * (`aircoder-proxy plan qwen3:8b`). The engine's default window is an eighth of this one.
 */
export const DEFAULT_MODELFILE = `# The model that aircoder-proxy bakes: \`aircoder-proxy bake\` creates it in Ollama and proves its window.
# A client cannot choose the window: this one applies to all requests.
FROM qwen3:8b

# Tokens of a prompt and its answer together, for each slot. \`aircoder-proxy plan\` shows what fits.
PARAMETER num_ctx 32768

# A smaller batch interrupts running streams less while another prompt is read, and reads it more slowly.
# PARAMETER num_batch 256
`

const TEXT_COMMANDS = ['TEMPLATE', 'SYSTEM', 'LICENSE', 'RENDERER', 'PARSER', 'REQUIRES']
/** Parameters that may occur several times. */
const LISTS = new Set(['stop'])

/**
 * Reads a Modelfile: FROM, PARAMETER, TEMPLATE, SYSTEM, LICENSE, MESSAGE and the like; texts in quotes
 * or between three of them over several lines.
 * @param path  for messages
 * @throws AircoderError MODELFILE_INVALID with the line
 */
export function readModelfile(text: string, path: string): Modelfile {
  const file: Modelfile = { from: '', parameters: {}, texts: {}, messages: [] }
  for (const { line, command, rest } of commandsOf(text, path)) {
    const fail = (reason: string) => new AircoderError('MODELFILE_INVALID', { path, line, reason })
    if (rest === '') throw fail(`${command} has no value`)
    if (command === 'FROM') {
      if (file.from !== '') throw fail('a second FROM')
      file.from = rest
    } else if (command === 'PARAMETER') {
      const [, name = '', value = ''] = /^(\w+)\s+([\s\S]+)$/.exec(rest) ?? []
      if (name === '') throw fail('PARAMETER needs a name and a value')
      setParameter(file.parameters, name, unquote(value))
    } else if (command === 'MESSAGE') {
      const [, role = '', content = ''] = /^(system|user|assistant)\s+([\s\S]+)$/.exec(rest) ?? []
      if (role === '') throw fail('MESSAGE needs system, user or assistant, and a text')
      file.messages.push({ role, content: unquote(content) })
    } else if (TEXT_COMMANDS.includes(command)) file.texts[command.toLowerCase()] = rest
    else throw fail(`${command} is not supported; use \`ollama create\` for it`)
  }
  if (file.from === '')
    throw new AircoderError('MODELFILE_INVALID', { path, line: 1, reason: 'no FROM' })
  return file
}

function* commandsOf(
  text: string,
  path: string,
): Generator<{ line: number; command: string; rest: string }> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  for (let at = 0; at < lines.length; at += 1) {
    const found = /^\s*([A-Za-z]+)(?:\s+(.*))?$/.exec(lines[at] ?? '')
    if (found === null) {
      if (!/^\s*(?:#.*)?$/.test(lines[at] ?? ''))
        throw new AircoderError('MODELFILE_INVALID', { path, line: at + 1, reason: 'no command' })
      continue
    }
    const start = at
    let rest = (found[2] ?? '').trim()
    const open = /^([\s\S]*?)"""([\s\S]*)$/.exec(rest)
    if (open !== null) {
      let block = open[2] ?? ''
      while (!block.includes('"""')) {
        at += 1
        if (at >= lines.length)
          throw new AircoderError('MODELFILE_INVALID', {
            path,
            line: start + 1,
            reason: 'the closing """ is missing',
          })
        block += `\n${lines[at]}`
      }
      rest = (open[1] ?? '') + block.slice(0, block.indexOf('"""'))
    } else if (found[1]?.toUpperCase() !== 'PARAMETER') rest = unquote(rest)
    yield { line: start + 1, command: (found[1] ?? '').toUpperCase(), rest }
  }
}

function setParameter(parameters: Modelfile['parameters'], name: string, text: string): void {
  if (!LISTS.has(name)) {
    parameters[name] = typed(text)
    return
  }
  const list = parameters[name]
  parameters[name] = [...(Array.isArray(list) ? list : []), text]
}

function typed(text: string): string | number | boolean {
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return Number(text)
  return text === 'true' ? true : text === 'false' ? false : text
}

function unquote(text: string): string {
  const trimmed = text.trim()
  return trimmed.length > 1 && trimmed.startsWith('"') && trimmed.endsWith('"')
    ? trimmed.slice(1, -1)
    : trimmed
}

/** Replaces base, window or batch of a Modelfile; the rest is unchanged. */
export function adjustModelfile(
  text: string,
  wish: {
    from?: string | undefined
    windowTokens?: number | undefined
    batch?: number | undefined
  },
): string {
  const lines: [pattern: RegExp, line: string | null][] = [
    [/^\s*FROM\s.*$/im, wish.from === undefined ? null : `FROM ${wish.from}`],
    [/^\s*PARAMETER\s+num_ctx\s.*$/im, numberLine('num_ctx', wish.windowTokens)],
    [/^\s*PARAMETER\s+num_batch\s.*$/im, numberLine('num_batch', wish.batch)],
  ]
  return lines.reduce((sum, [pattern, line]) => {
    if (line === null) return sum
    return pattern.test(sum) ? sum.replace(pattern, () => line) : `${sum.trimEnd()}\n${line}\n`
  }, text)
}

function numberLine(name: string, value: number | undefined): string | null {
  return value === undefined ? null : `PARAMETER ${name} ${value}`
}
