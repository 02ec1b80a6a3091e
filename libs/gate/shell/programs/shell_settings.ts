import { endChanged, endHarmless, expandSubscripts } from '../readers/builtin.js'
import { type Call, type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import type { Output } from '../state/types.js'

/** Builtins that change how the shell reads words, and those that end or repeat a text. */
export const shell_settings: ProgramReader = {
  name: 'shell_settings',
  programs: {
    'set shift shopt alias hash enable wait exit return break continue': UNKNOWN_PROGRAM,
  },
  inspect(call) {
    expandSubscripts(call)
    return BUILTINS[call.name]?.(call) ?? null
  },
}

/** `-e`, `+x`, and the name after `-o`; `-` and `--` end them. */
function isSetOption(text: string | null, before: string): boolean {
  return text !== null && (/^[-+](?!-?$)/.test(text) || /^[-+]\w*o$/.test(before))
}

/** Settings that end a text at an error, or show its commands. */
const STOPS = /^(?:[-+][euxEo]+|pipefail|errexit|errtrace|nounset|xtrace)$/

const BUILTINS: Record<string, (call: Call) => Output> = {
  set(call) {
    const texts = call.args.map(({ text, several }) => (several ? null : text))
    const start = texts.findIndex((text, at) => !isSetOption(text, texts[at - 1] ?? ''))
    const words = start < 0 ? [] : texts.slice(/^--?$/.test(texts[start] ?? '') ? start + 1 : start)
    if (words.length > 0 || texts.includes('--'))
      call.state.positional = words.every((text) => text !== null) ? words : null
    if (
      texts.some(
        (text) =>
          /^(?:physical|keyword|history|histexpand)$/.test(text ?? '') ||
          /^-\w*[PkH]/.test(text ?? ''),
      )
    )
      call.walker.unsure('set changes how words are read')
    return texts.length > 0 && texts.every((text) => STOPS.test(text ?? ''))
      ? endHarmless(call)
      : endChanged(call)
  },
  shift(call) {
    call.state.positional = null
    return endChanged(call)
  },
  shopt(call) {
    call.state.dotglob = true
    const options = call.args.map(({ text }) => text)
    const turns = /^(?:globstar|extglob|lastpipe|cdable_vars|expand_aliases|localvar_inherit)$/
    if (options.some((option) => option === null || turns.test(option)))
      call.walker.unsure('it changes how patterns are expanded')
    return endChanged(call)
  },
  alias(call) {
    if (call.args.length > 0) call.walker.unsure('an alias changes the meaning of words')
    return endChanged(call)
  },
  hash(call) {
    for (const word of call.args) tryWord(word, call)
    if (call.args.length > 0) call.walker.unsure('hash changes the meaning of words')
    return endChanged(call)
  },
  enable(call) {
    for (const word of call.args) tryWord(word, call)
    call.walker.unsure('enable changes the meaning of words')
    return endChanged(call)
  },
  wait: endChanged,
  exit: endHarmless,
  return: endHarmless,
  break: endHarmless,
  continue: endHarmless,
}
