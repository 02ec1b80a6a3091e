const ADDRESS = '(address)'
const PATH = '(path)'

/** Longest match first: an address may contain a path. */
const PLACES: readonly [shape: RegExp, instead: string][] = [
  [
    /\b[a-z][a-z0-9+.-]{0,40}:\/\/[^\s"'`<>()[\]{}]*(?:\[[0-9a-f:.%]+\][^\s"'`<>()[\]{}]*)?/gi,
    ADDRESS,
  ],
  [/\[(?=[0-9a-f.]*:[0-9a-f.]*:)[0-9a-f:.]+(?:%\w+)?\](?::\d+)?/gi, ADDRESS],
  [/(?<![\w:])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)?::[0-9a-f:.]*/gi, ADDRESS],
  [/(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\w.]*\w)/g, ADDRESS],
  [/\blocalhost(?::\d+)?\b/gi, ADDRESS],
  // A quoted path may have spaces.
  [/(["'`])(?:~?\/|[a-z]:\\)[^"'`\n]*\1/gi, PATH],
  [/\b[a-z]:\\[^\s"'`<>|]+/gi, PATH],
  [/(?<![\w.)\]}>/-])~?(?:\/[\w.@%+~=:-]*[\w@%+~=-]){2,}\/?/g, PATH],
]

/**
 * Replaces absolute paths, URLs and network addresses in an engine's text: they describe the box, and the text
 * goes to clients.
 * @param hosts  names of the box that are addresses too, such as the host of `engineUrl`
 */
export function hidePlaces(text: string, hosts: readonly string[]): string {
  const named = PLACES.reduce((kept, [shape, instead]) => kept.replace(shape, instead), text)
  return hosts.reduce((kept, host) => {
    const escaped = host.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    return kept.replace(
      new RegExp(`(?<![\\w.-])${escaped}(?::\\d+)?(?![\\w.-]*\\w)`, 'gi'),
      ADDRESS,
    )
  }, named)
}
