import { namedIn } from '../readers/inner_text.js'
import type { Call, Spec } from '../readers/program.js'
import { placesOf } from '../state/places.js'
import { fork } from '../state/state.js'
import type { Field } from '../state/types.js'
import { askAboutProgram } from './program_files.js'
import { inspectProjectScript } from './project_files.js'

/** Programs that look at a script or a document, and run nothing of it. */
const LOOKS =
  /^(?:shellcheck|shfmt|hadolint|markdownlint\S*|mdl|vale|prettier|eslint|biome|tsc|ruff|black|flake8|mypy|pylint|pyright|isort|rubocop|gofmt|rustfmt|yamllint|actionlint|codespell|typos|cspell|cloc|tokei|scc|code|subl|open|xdg-open|fmt|pygmentize|highlight)$/
/** Programs that take the text of another program to show it, to copy it or to choose from it. */
const SHOWS =
  /^(?:pbcopy|xclip|xsel|wl-copy|clip(?:\.exe)?|fzf|gum|peco|ts|moreutils|lolcat|boxes|cowsay|figlet|toilet|say|espeak)$/
/** Programs that run the words after them. */
const STARTS =
  /^(?:(?:ba|da|z|k|a|fi)?sh|env|sudo|doas|xargs|nohup|timeout|python[\d.]*|node|deno|perl|ruby|php|lua)$/
/** Options before a program text, in whatever program. */
const CODE =
  /^(?:-[ceEx]|--?(?:eval\w*|execute|expr(?:ession)?|code|script|command|cmd|source|statement|program))$/
/** A program in a language that is run from its text. */
const SOURCE = /\.(?:py|[cm]?js|[cm]?ts|rb|pl|php|lua|java|kts|groovy|jl|R|exs?|swift)$/
/** What a text of a programming language has and a sentence has not. */
const CODE_SIGN = /[;`|]|\$[({]|&&/
const CALL = /[\w\])]\s*\(/

/**
 * What a program that the gate has no row for may run of its words: a command behind `--` or behind the name of a
 * shell, a script of the project, and a file that the same command wrote.
 */
export function inspectInner(call: Call, spec: Spec): void {
  const { args, name, state, walker } = call
  if (LOOKS.test(name)) return
  const inner = fork(state, { wrappers: [...state.wrappers, name], depth: state.depth + 1 })
  for (const [at, word] of args.entries()) {
    const { text } = word
    if (text === null) continue
    for (const way of text.startsWith('-') ? [text.replace(/^[^=]*=/, '')] : [text])
      askAboutFile({ ...word, text: way }, call)
    const from = text === '--' ? at + 1 : at
    const starts =
      text === '--'
        ? !spec.through && args[from]?.text?.startsWith('-') === false
        : STARTS.test(text)
    if (starts && args.length - from > (text === '--' ? 0 : 1)) {
      walker.inspect(args.slice(from), inner)
      break
    }
  }
}

/** The same for a program that no row names: a program text behind `-c` or `--eval`, and a text on its input. */
export function inspectUnknown(call: Call): void {
  const { args, name, state, walker } = call
  if (LOOKS.test(name) || SHOWS.test(name)) return
  for (const word of args) if (SOURCE.test(word.text ?? '')) askAboutProgram(word, call)
  for (const [at, { text }] of args.entries()) {
    const [, option = '', glued] = /^(--?[A-Za-z][\w-]*)(?:=(.*))?$/s.exec(text ?? '') ?? []
    const value = glued ?? args[at + 1]?.text ?? ''
    if (CODE.test(option) && looksLikeCode(value))
      walker.unsure(`${name} ${option} runs a program text that the gate cannot read`)
  }
  if (state.stdin.kind !== 'text') return
  const named = namedIn(state.stdin.text, call)
  if (named !== null) walker.unsure(`${name} gets a text that names ${named}, which is protected`)
}

function askAboutFile({ text }: Field, call: Call): void {
  const { name, state, walker } = call
  if (!text) return
  for (const path of placesOf(text, state).paths) {
    const script = walker.disk.kind(path) === 'file' ? walker.disk.text(path) : null
    if (script !== null && /^#!.*\b(?:ba|da|z|k|a)?sh\b/.test(script))
      inspectProjectScript(script, call)
    if (!walker.isCreated(path, 'text')) continue
    for (const written of walker.written) {
      const named = namedIn(written, call)
      if (named !== null)
        walker.unsure(
          `${name} takes ${text}, and the same command writes a text that names ${named}`,
        )
    }
  }
}

function looksLikeCode(text: string): boolean {
  const call = CALL.exec(text)
  const isCalled = call !== null && text.lastIndexOf(')') > call.index + call[0].length - 1
  return isCalled || CODE_SIGN.test(text)
}
