/** Both texts of an edit as a model could write them. */
export interface Said {
  old: string
  fresh: string
}

type Random = () => number

/** An inaccuracy of models when they copy text (docs/edits.md). null when it cannot be applied to this text. */
type Damage = (text: string, random: Random) => string | null

const each = (text: string, change: (line: string, at: number) => string) =>
  text.replace(/\n$/, '').split('\n').map(change).join('\n').concat('\n')

const perLine =
  (change: (line: string) => string): Damage =>
  (text) => {
    const changed = each(text, change)
    return changed === text ? null : changed
  }

/** Applied to old_str, or to both texts: the style in which the model writes everything. */
const HABITS: Record<string, Damage> = {
  trailingBlanks: perLine((line) => (line === '' ? line : `${line}  `)),
  dedent: (text) => {
    const depths = text
      .split('\n')
      .flatMap((line) => (line.trim() === '' ? [] : [line.search(/\S/)]))
    const least = Math.min(...depths)
    return least > 0 ? each(text, (line) => line.slice(least)) : null
  },
  indentMore: perLine((line) => (line.trim() === '' ? line : `  ${line}`)),
  tabs: (text) => {
    const depths = [...text.matchAll(/^ +(?=\S)/gm)].map(([blanks]) => blanks.length)
    const unit = Math.min(...depths, 8)
    if (depths.length === 0 || depths.some((depth) => depth % unit > 0)) return null
    return each(text, (line) =>
      line.replace(/^ +/, (blanks) => '\t'.repeat(Math.ceil(blanks.length / unit))),
    )
  },
  spacesForTabs: perLine((line) => line.replace(/^\t+/, (tabs) => '    '.repeat(tabs.length))),
  quotes: (text) => {
    const swapped = text.replace(/["']/g, (quote) => (quote === '"' ? "'" : '"'))
    return swapped === text ? null : swapped
  },
  droppedBlankLines: (text) => {
    const dense = text.replace(/\n(?:[^\S\n]*\n)+/g, '\n')
    return dense === text ? null : dense
  },
  lineNumbers: (text) => each(text, (line, at) => `${at + 40}\t${line}`),
}

/** Applied to old_str only; new_str is correct. */
const SLIPS: Record<string, Damage> = {
  typo: (text, random) => {
    const letters = [...text.matchAll(/[a-z]/g)].map(({ index }) => index)
    const at = letters[Math.floor(random() * letters.length)]
    if (at === undefined) return null
    const other = text[at] === 'x' ? 'q' : 'x'
    return text.slice(0, at) + other + text.slice(at + 1)
  },
  missingLine: (text, random) => {
    const lines = text.replace(/\n$/, '').split('\n')
    lines.splice(Math.floor(random() * lines.length), 1)
    return `${lines.join('\n')}\n`
  },
  lostComma: (text, random) => {
    const commas = [...text.matchAll(/,(?=\n)/g)].map(({ index }) => index)
    const at = commas[Math.floor(random() * commas.length)]
    return at === undefined ? null : text.slice(0, at) + text.slice(at + 1)
  },
}

export interface Class {
  name: string
  apply(hunk: Said, random: Random): Said | null
}

/** Every class of damage: the habits in both texts and in old_str only, the errors in old_str only. */
export const CLASSES: Class[] = [
  { name: 'none', apply: (hunk) => hunk },
  ...Object.entries({ ...HABITS, ...SLIPS }).map(([name, damage]) => ({
    name,
    apply: ({ old, fresh }: Said, random: Random) => {
      const hurt = damage(old, random)
      return hurt === null ? null : { old: hurt, fresh }
    },
  })),
  // Quotes in new_str are what new_str says: no matcher can know that others were meant.
  ...Object.entries(HABITS)
    .filter(([name]) => name !== 'quotes')
    .map(([name, damage]) => ({
      name: `${name}InBoth`,
      apply: ({ old, fresh }: Said, random: Random) => {
        const hurt = damage(old, random)
        return hurt === null ? null : { old: hurt, fresh: damage(fresh, random) ?? fresh }
      },
    })),
]

/** A copy of the block with one name replaced everywhere; null when it has none. */
export function nearDuplicate(block: string, random: Random): string | null {
  const names = [...new Set(block.match(/[A-Za-z_]{4,}/g) ?? [])]
  const name = names[Math.floor(random() * names.length)]
  return name === undefined ? null : block.replace(new RegExp(`\\b${name}\\b`, 'g'), `${name}_two`)
}
