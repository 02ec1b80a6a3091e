import type { ReadArguments } from '../readers/options.js'
import type { Call } from '../readers/program.js'
import { tryWord } from '../readers/try_word.js'
import { type Field, known } from '../state/types.js'

/** Settings under which git runs a program or opens other files. */
const HARMLESS_SETTING =
  /^(?:user|color|advice|init|log|status|branch|push|pull|fetch|column|gui|i18n|format\.pretty|safe|commit\.gpgsign|tag\.gpgsign|core\.(?:quotepath|autocrlf|eol|filemode|ignorecase|abbrev|longpaths|safecrlf|whitespace)|diff\.(?:algorithm|renames|context|colormoved)|merge\.(?:conflictstyle|ff)|rerere|http\.postbuffer|submodule\.recurse|protocol\.version)\b/i
/** A setting on the command line (`-c key=value`), or one that git config changes. */
export function useSetting({ text, raw }: Field, { walker, state }: Call): void {
  const [, key = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(text ?? '') ?? []
  if (text !== null && HARMLESS_SETTING.test(key)) return
  if (/pager|editor/i.test(key) && /^(?:cat|true|less|more|vi|vim|nano|false|)$/.test(value)) return
  if (
    text !== null &&
    /[.](?:fsmonitor|hookspath|quotepath)$/i.test(key) &&
    /^(?:false|\/dev\/null|)$/.test(value)
  )
    return
  if (text !== null) walker.inside(value.replace(/^!/, ''), state)
  if (text !== null) tryWord(known(value), { walker, state })
  walker.unsure(`the setting ${key || raw} can make git run a program or open other files`)
}

/** Options and verbs with which git config shows or opens more than one setting. */
const SHOWS_SETTINGS = /^(?:-l|-e|-z|--(?:li|ed|get-r|get-u|get-c|nul|reg).*|list|edit)$/
/** Keys under which a token or a password is kept. */
const SECRET_SETTING = /^(?:http|credential|sendemail|url|includeif|include)\b.*\./i

/** One setting is read or changed by its name; the list of all shows what `.git/config` holds. */
export function useConfig(words: readonly Field[], { options }: ReadArguments, call: Call): void {
  const verbs = [words[0]?.text ?? '', ...options.map(({ name }) => name)]
  const shows = verbs.find((verb) => SHOWS_SETTINGS.test(verb))
  const named = options.some(({ name }) => /^(?:-f|--file|--blob)$/.test(name))
  const [key, ...values] = words.filter(
    ({ text }) => !/^(?:get|set|unset|list|edit)$/.test(text ?? ''),
  )
  if (shows !== undefined && shows !== '-z' && !named)
    call.walker.unsure(`git config ${shows} shows every setting, and .git/config is protected`)
  else if (values.length === 0 && SECRET_SETTING.test(key?.text ?? ''))
    call.walker.unsure(`git config shows ${key?.text}, which may hold a password`)
  if (key === undefined || (key.text !== null && HARMLESS_SETTING.test(key.text))) return
  if (values.length > 0) useSetting(known(`${key.text}=${values[0]?.text ?? '$'}`), call)
}
