import { figure, LIMITS } from '#core'
import type { ChosenProfile, Measured } from '#model'
import { type Finding, findingsOf } from './finding.js'

/** Below this a person waits minutes for an edit. */
const SLOW_PER_S = 5

/** What was measured, one row a question. */
export function measuredRows(measured: Measured): Finding[] {
  const missing = Object.entries(measured.missing).map(([probe, reason]) =>
    findingsOf(probe).skip(reason.startsWith('not needed') ? reason : `not measured: ${reason}`),
  )
  const rows = [
    rowOf('tools', toolsRow(measured)),
    rowOf('escaping', escapingRow(measured)),
    rowOf('thinking', measured.thinking && { text: THINKING[measured.thinking] }),
    rowOf('parallel', choice(measured.parallelCalls, 'several calls a reply', 'one call a reply')),
    rowOf('vision', choice(measured.vision, 'sees pictures', 'sees no pictures')),
    rowOf('served window', windowRow(measured)),
    rowOf('token ratio', ratioRow(measured)),
    rowOf('speed', speedRow(measured)),
    rowOf('prefix', prefixRow(measured)),
  ]
  return [...rows.flat(), ...missing]
}

/** The values that are used from now on, each with its source. */
export function profileRows({ values, origins }: ChosenProfile): Finding[] {
  const fields = Object.keys(values) as (keyof typeof values)[]
  return fields.map((field) => {
    const value = values[field]
    const text = typeof value === 'number' ? figure(value) : String(value)
    return findingsOf(field).ok(`${text} (${origins[field]})`)
  })
}

interface Row {
  text: string
  status?: 'warn' | 'fail'
  fix?: string
}

/** null: it was not measured, which another row reports. */
function rowOf(check: string, row: Row | null): Finding[] {
  if (row === null) return []
  const { text, status = 'ok', fix } = row
  return [{ check, status, text, ...(fix === undefined ? {} : { fix }) }]
}

function choice(value: boolean | null, yes: string, no: string): Row | null {
  return value === null ? null : { text: value ? yes : no }
}

const THINKING = {
  field: 'thinks, in a field of its own',
  tags: 'thinks, in tags in its text',
  none: 'did not write its thinking',
}

function toolsRow({ tools, templateTools, dialect }: Measured): Row | null {
  if (tools === null) return null
  const shown = templateTools === false ? 'the template has no tools; ' : ''
  if (tools === 'native') return { text: 'native calls' }
  if (tools === 'text')
    return { text: `${shown}writes calls as text (${dialect ?? 'JSON'}), which is read` }
  if (dialect !== null)
    return { text: `${shown}they are taught in the prompt (${dialect}), the eight core tools only` }
  return {
    text: `${shown}no call came, neither natively nor as text`,
    status: 'fail',
    fix: 'choose a model that was trained for tools, such as qwen3:8b',
  }
}

function escapingRow({ escaping, tagEscaping }: Measured): Row | null {
  if (escaping === null) return null
  if (escaping) return { text: 'code comes through a call unharmed' }
  if (tagEscaping === true)
    return { text: 'JSON harms code; edits are taught between tags, where it comes unharmed' }
  return {
    text: 'code with quotes and backslashes is harmed in calls',
    status: 'warn',
    fix: 'choose a larger model or a finer quantisation for code like that',
  }
}

function windowRow({ windowProof, windowTokens, reportedWindow }: Measured): Row | null {
  if (windowProof === null) return null
  if (windowTokens === null) return { ...CUT_BY_WORD, status: 'warn' }
  const tokens = `${figure(windowTokens)} tokens`
  if (windowProof === 'refused') return { text: `${tokens}; a longer prompt is refused, not cut` }
  if (windowProof === 'whole') return { text: `at least ${tokens}, read whole` }
  const reported = reportedWindow === null ? '' : `, but ${figure(reportedWindow)} are reported`
  return {
    text: `about ${tokens}${reported}: a longer prompt is truncated silently`,
    status: 'warn',
    fix: CUT_BY_WORD.fix,
  }
}

/** Of an engine that counts nothing: the model does not see the first words of a long prompt. */
const CUT_BY_WORD = {
  text: 'a prompt that is too long is truncated silently: the model did not see its first word',
  fix: 'put aircoder-proxy in front of it, which refuses such a prompt, or set AIRCODER_WINDOW',
}

function ratioRow({ tokenFactor }: Measured): Row | null {
  if (tokenFactor === null) return null
  const text = `measured again: ${tokenFactor.toFixed(2)} tokens for each estimated one`
  if (tokenFactor >= LIMITS.tokenFactorLeast && tokenFactor <= LIMITS.tokenFactorMost)
    return { text }
  return {
    text: `${text}, which no tokenizer needs: the server counts in another way or cuts the prompt`,
    status: 'warn',
    fix: 'put aircoder-proxy in front of it, which refuses a prompt that is too long',
  }
}

function speedRow({ prefillPerS, decodePerS }: Measured): Row | null {
  if (prefillPerS === null && decodePerS === null) return null
  const parts = [
    ...(prefillPerS === null ? [] : [`reads ${figure(prefillPerS)} tokens/s`]),
    ...(decodePerS === null ? [] : [`writes ${figure(decodePerS)} tokens/s`]),
  ]
  const text = parts.join(', ')
  if (decodePerS === null || decodePerS >= SLOW_PER_S) return { text }
  return { text, status: 'warn', fix: 'check that it runs on the GPU (`ollama ps`, nvidia-smi)' }
}

function prefixRow({ prefixReuse, recurrent }: Measured): Row | null {
  if (prefixReuse === null) return null
  if (!prefixReuse)
    return {
      text: 'every prompt is evaluated from the start',
      status: 'warn',
      fix: 'turn the prefix cache on (vLLM: --enable-prefix-caching)',
    }
  const state =
    recurrent === true ? '; a departing one is evaluated from the start (recurrent state)' : ''
  return { text: `a prompt that goes on is read from where the last one ended${state}` }
}
