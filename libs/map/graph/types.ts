import type { Tag } from '../tags/tag.js'

/** A definition, with its file. */
export interface FoundTag extends Tag {
  path: string
}

/** A line that has a name. */
export interface Use {
  path: string
  line: number
  /** The line without indentation. */
  text: string
  /** The definition that contains it; null at the top of a file. */
  inside: { name: string; line: number } | null
  /** The name is called there. */
  isCall: boolean
}

/** A name that a definition calls. */
export interface Callee {
  name: string
  /** Where it is defined; several places when the name says no more. */
  places: { path: string; line: number }[]
}

/** What the index knows of a name. */
export interface Explained {
  name: string
  definitions: FoundTag[]
  /** Sources before tests, by path and line. */
  uses: Use[]
  /** Files with the name whose lines were not looked at, because there are too many. */
  unread: number
  /** What the definitions call that the tree defines. */
  callees: Callee[]
  /** Files that are not in the index yet. */
  left: number
}

/** A definition that fits words. */
export interface SearchHit extends FoundTag {
  /** Other files that have its name: it is used there at most. */
  usedIn: number
}

export interface SearchResult {
  hits: SearchHit[]
  /** The words of the query that no definition has. */
  unknown: string[]
  left: number
}
