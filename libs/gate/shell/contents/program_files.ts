import { dirname } from 'node:path'
import { namedIn } from '../readers/inner_text.js'
import type { Call } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { fork, type State } from '../state/state.js'
import type { Field } from '../state/types.js'
import { stringsIn } from './program_strings.js'
import { type Family, withoutComments } from './spoken/comments.js'
import { withoutEnvLoads } from './spoken/env_loads.js'
import { withoutExclusions } from './spoken/exclusions.js'
import { withoutMessages } from './spoken/messages.js'

/** An interpreter, and a program text among the words behind it. */
const INTERPRETER = /\b(python[\d.]*|node|deno|bun|ruby|perl|php|lua|Rscript)\b/
const TEXT_OPTION = /\s(?:-[a-zA-Z]*[ceErRpP]|--(?:eval|print|run)|eval)\b/
const MAX_STRINGS = 20_000
/** `'.e' + 'nv'`, `'.e' . 'nv'`, `'.e' 'nv'` */
const JOINED = /(["'])[ \t]*(?:(?:\+|\.\.?)[ \t]*)?\1(?=[^"'\n]*\1)/g
/** What gives a text to a shell. */
const STARTS_SHELL =
  /\b(?:system|exec\w*|spawn\w*|p?open\w*|run|call|check_output|check_call|getoutput|getstatusoutput|shell\w*|sh|cmd|Command|passthru)\b|\$`|%x|\bqx/i
/** Languages in which a text in backticks is a command. */
const BACKTICKS = /^(?:perl|ruby|php)/

/**
 * Asks where a program text on disk names a protected file in a string of its own: as a path, or in a command that it
 * gives to a shell. What the program computes is unknown, as with every program.
 */
export function askAboutProgram(file: Field, call: Call): void {
  const { name, state, walker } = call
  const found = (file.files?.() ?? []).map((path) => ({ path, shown: path }))
  for (const spelled of file.text === null ? [] : spellingsOf(file.text, name))
    for (const path of placesOf(spelled, state).paths) found.push({ path, shown: spelled })
  for (const { path, shown } of found) {
    const text = walker.disk.text(path)
    if (text === null) continue
    const places = [state, fork(state, { cwds: [dirname(path)] })]
    const named = namedInStrings(withoutSpoken(text, familyOf(name, path)), call, places)
    if (named === null) continue
    walker.unsure(`${name} runs ${shown}, which names ${named}, which is protected`)
    return
  }
}

/** Asks where a text that a script gives to an interpreter (`python -c`, `node -e`) names a protected file. */
export function askAboutInnerText(script: string, call: Call): void {
  for (const line of script.split('\n')) {
    const found = INTERPRETER.exec(line)
    if (found === null || !TEXT_OPTION.test(line.slice(found.index))) continue
    const [, name = ''] = found
    // The strings of the text are inside of the shell's quotes.
    const inner = line.replace(/(?<!\\)"/g, ' ').replaceAll('\\"', '"')
    const texts = [line, inner, line.replaceAll("'", ' ')].join('\n')
    const named = namedInStrings(texts, { ...call, name }, [call.state])
    if (named)
      call.walker.unsure(`a script gives ${name} a text that names ${named}, which is protected`)
  }
}

/** node and similar programs find a file by its name without an ending. */
function spellingsOf(file: string, name: string): string[] {
  if (!/^(?:node|nodejs|bun|tsx|ts-node)$/.test(name)) return [file]
  const endings = ['', '.js', '.cjs', '.mjs', '.json', '.ts', '/index.js', '/index.ts']
  return endings.map((ending) => `${file}${ending}`)
}

/** What names nothing that the program opens: comments, sentences that it prints, files that it leaves out. */
function withoutSpoken(text: string, family: Family | null): string {
  const code = withoutComments(text, family)
  return withoutExclusions(withoutMessages(withoutEnvLoads(code)))
}

/** By the interpreter; by the ending of the file where another program starts it. */
function familyOf(name: string, path: string): Family | null {
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(name)) return 'script'
  if (/^python[\d.]*$/.test(name)) return 'python'
  if (name === 'go' || name === 'java') return name
  if (/^(?:ruby|perl|php|lua|Rscript|sh|bash)/.test(name)) return null
  if (/\.py$/.test(path)) return 'python'
  return /\.(?:[cm]?[jt]s)$/.test(path) ? 'script' : null
}

/** Whether a text begins as a program of another language than a shell's. */
export function isProgramText(text: string): boolean {
  return /^#![^\n]*\b(?:python|node|deno|bun|tsx|ruby|perl|php|lua|Rscript|escript)/.test(text)
}

function namedInStrings(text: string, call: Call, places: readonly State[]): string | null {
  let left = MAX_STRINGS
  const seen = new Set<string>()
  for (const line of text.replace(JOINED, '').split('\n')) {
    const startsShell = STARTS_SHELL.test(line)
    for (const { text: written, isTicked } of stringsIn(line)) {
      left -= 1
      if (left < 0) return null
      const said = plain(written)
      const isCommand = startsShell || (isTicked && BACKTICKS.test(call.name))
      if (said === '' || (/\s/.test(said.trim()) && !isCommand)) continue
      // Most strings are names of other things, and the disk need not be asked about each again.
      if (seen.has(said)) continue
      seen.add(said)
      for (const state of places) {
        // `private` and `secrets` are words of many programs.
        if (/^\w+$/.test(said) && !isThere(said, { ...call, state })) continue
        const named = /[\s*?[{$]/.test(said)
          ? namedIn(said, { state, walker: call.walker })
          : deniedPlace(said, { ...call, state })
        if (named !== null) return named
      }
    }
  }
  return null
}

function deniedPlace(name: string, { state, walker }: Call): string | null {
  const { paths } = placesOf(name, state)
  return paths.some((path) => walker.disk.denied(path) !== null) ? name : null
}

function isThere(name: string, { state, walker }: Call): boolean {
  return placesOf(name, state).paths.some((path) => walker.disk.kind(path) !== null)
}

/** `\x2e` and `\u002e` as what they mean. */
function plain(text: string): string {
  return text
    .replace(/\\x([0-9a-fA-F]{2})|\\u\{?([0-9a-fA-F]{2,4})\}?/g, (_, a?: string, b?: string) =>
      String.fromCharCode(Number.parseInt(a ?? b ?? '', 16)),
    )
    .replace(/\\(.)/g, '$1')
}
