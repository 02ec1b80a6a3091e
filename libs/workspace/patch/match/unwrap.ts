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
 * The edit without a code fence around its text, or with HTML entities decoded.
 * @returns null when old_str has neither
 */
export function withoutWrapping(edit: PatchEdit): PatchEdit | null {
  const { old_str, new_str } = edit
  const fenced = FENCE.exec(old_str)
  if (fenced !== null) {
    const again = FENCE.exec(new_str)
    // A different fence around new_str may be the purpose of the edit.
    if (again !== null && again[1] !== fenced[1]) return null
    return { ...edit, old_str: fenced[2] ?? '', new_str: again?.[2] ?? new_str }
  }
  const bare = plain(old_str)
  return bare === old_str ? null : { ...edit, old_str: bare, new_str: plain(new_str) }
}

function plain(text: string): string {
  return text.replace(ENTITY, (mark, name: string) => MEANT[name] ?? mark)
}
