import type { PatchEdit } from '../text/types.js'

const FENCE = /^\s*(```[^\n]*)\n([\s\S]*?)[^\S\n]*```\s*$/
const ENTITY = /&(lt|gt|quot|apos|#39|amp);/g
const MEANT: Record<string, string> = {
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  amp: '&',
}

/**
 * The edit without what was put around or into its text on the way: a code fence, or the marks of HTML.
 * @returns null where old_str has neither
 */
export function withoutWrapping(edit: PatchEdit): PatchEdit | null {
  const { old_str, new_str } = edit
  const fenced = FENCE.exec(old_str)
  if (fenced !== null) {
    const again = FENCE.exec(new_str)
    // Another fence around the new text may be what the edit is about.
    if (again !== null && again[1] !== fenced[1]) return null
    return { ...edit, old_str: fenced[2] ?? '', new_str: again?.[2] ?? new_str }
  }
  const bare = plain(old_str)
  return bare === old_str ? null : { ...edit, old_str: bare, new_str: plain(new_str) }
}

function plain(text: string): string {
  return text.replace(ENTITY, (mark, name: string) => MEANT[name] ?? mark)
}
