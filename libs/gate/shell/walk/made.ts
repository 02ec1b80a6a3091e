import { posix } from 'node:path'

/** What a text creates while it is walked: files with a text of its own, and names that lead elsewhere. */
export interface Made {
  note(path: string, what: 'text' | 'place' | 'plain'): void
  /** Something is unpacked into this folder: whatever is in it may be new. */
  fill(folder: string): void
  /** Whether a path was created, or is below what was. */
  has(path: string, what: 'text' | 'place'): boolean
  /** Whether this very path was written by a redirect, and by nothing else. */
  isPlain(path: string): boolean
  /** Whether this very path was created as a name that leads elsewhere. */
  isPlace(path: string): boolean
  /** Whether a created file has this ending. */
  endsWith(name: string): boolean
  places(): string[]
  /** How many names there are, filled folders left out. */
  count(): number
  /** true while a loop's body is walked once more: what an earlier round unpacked does not count. */
  again: boolean
  /** Walks one of several ways in which a command may turn out. @returns what it created, which counts no longer */
  aside(walk: () => void): Created
  add(created: Created): void
}

interface Created {
  plain: Set<string>
  text: Set<string>
  place: Set<string>
}

export function openMade(): Made {
  let names: Created = { plain: new Set(), text: new Set(), place: new Set() }
  let filled = new Set<string>()
  const made: Made = {
    again: false,
    note(path, what) {
      names[what].add(tidy(path))
      if (what === 'plain') names.text.add(tidy(path))
      else names.plain.delete(tidy(path))
    },
    isPlain: (path) => names.plain.has(tidy(path)),
    fill: (folder) => filled.add(tidy(folder)),
    has(path, what) {
      const spelled = [tidy(path), posix.normalize(path)]
      const folders = what === 'text' && !made.again ? [...filled] : []
      return [...names[what], ...folders].some((one) =>
        spelled.some((way) => way === one || way.startsWith(`${one}/`)),
      )
    },
    isPlace: (path) => names.place.has(tidy(path)),
    endsWith: (name) => [...names.text, ...filled].some((one) => one.endsWith(name)),
    places: () => [...names.place],
    count: () => names.text.size + names.place.size,
    aside(walk) {
      const before = { names, filled }
      names = {
        plain: new Set(names.plain),
        text: new Set(names.text),
        place: new Set(names.place),
      }
      filled = new Set(filled)
      walk()
      const own = names
      names = before.names
      filled = before.filled
      return own
    },
    add(created) {
      for (const path of created.plain) made.note(path, 'plain')
      for (const what of ['text', 'place'] as const)
        for (const path of created[what])
          if (what === 'place' || !created.plain.has(path)) made.note(path, what)
    },
  }
  return made
}

/** `a/./b` and `a//b` as one path; `..` stays, since a link may precede it. */
export function tidy(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/(?<=.)\/\.?$/, '')
}
