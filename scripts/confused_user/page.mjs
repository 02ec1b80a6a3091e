/** The bar of a session: mode, what it means, model. */
const BAR = /^(?:default|acceptEdits|plan|yolo): [^\n]* · /

/**
 * Collects what the acts showed, and prints it as a page. Names of this run are replaced: folders, ports,
 * ids, process numbers, times.
 */
export function openPage(names) {
  const chapters = []
  const known = new Map()
  const counted = (kind, word) => {
    if (!known.has(word)) {
      const same = [...known.values()].filter((name) => name.startsWith(kind)).length
      known.set(word, `${kind}${same + 1}`)
    }
    return known.get(word)
  }
  const stable = (line) =>
    names
      .reduce((text, [from, to]) => text.replaceAll(from, to), line)
      .replace(/\b([st]_)[0-9a-z]{8,}/g, (word, kind) => counted(kind, word))
      .replace(/\b20\d\d-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?Z?)?/g, '2026-11-22 12:00')
      .replace(/\b20\d\d-\d\d-\d\d\b/g, '2026-11-22')
      .replace(/\b(?:just now|\d+ (?:seconds?|minutes?) ago)\b/g, '1 minute ago')
      .replace(/\b\d+(\.\d+)? GiB free\b/g, 'N GiB free')
      .replace(/"(duration_ms|time)":\d+/g, '"$1":123')
      .replace(/\b\d+ ms\b/g, 'N ms')
      .replace(/\b(pid|process) \d+/g, '$1 4321')
      .replace(/^(\[\d\]\+?\s+)\d{3,}$/, '$14321')
      .replace(/\b\d+(\.\d+)? s\b/g, 'N s')
      .replace(/\b\d+(\.\d+)? tokens\/s\b/g, 'N tokens/s')
      .replace(/\(?\bduration_ms \d+(\.\d+)?\)?/g, 'duration_ms N')
      .trimEnd()
  let number = 0
  let bar = ''
  /** Without a bar that is as it was in the act before. */
  const withoutOldBar = (shown) => {
    const last = shown.at(-1) ?? ''
    if (!BAR.test(last)) return shown
    if (last === bar) return shown.slice(0, -1)
    bar = last
    return shown
  }
  return {
    chapter: (title, intro) => void chapters.push({ title, intro, acts: [] }),
    act(title, lines) {
      number += 1
      const shown = lines.map(stable)
      while (shown.length > 0 && shown.at(-1) === '') shown.pop()
      chapters.at(-1)?.acts.push({ title: `${number}. ${title}`, shown: withoutOldBar(shown) })
    },
    acts: () => number,
    text(head) {
      const body = chapters.flatMap(({ title, intro, acts }) => [
        `## ${title}`,
        intro,
        '```text',
        ...acts.flatMap((one) => [`──── ${one.title}`, ...one.shown]),
        '```',
        '',
      ])
      return [...head, ...body].join('\n')
    },
  }
}
