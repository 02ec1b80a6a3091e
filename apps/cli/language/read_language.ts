import type { Language } from '#terminal'

/**
 * The language of the interface.
 * @param setting  `auto`: by LC_ALL, else LC_MESSAGES, else LANG, as programs of a POSIX system choose it
 */
export function readLanguage(
  setting: Language | 'auto',
  env: Record<string, string | undefined>,
): Language {
  if (setting !== 'auto') return setting
  const locale = env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  return /^zh(?:[_.-]|$)/i.test(locale) ? 'zh' : 'en'
}
