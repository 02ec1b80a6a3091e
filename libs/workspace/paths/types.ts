/** Where a spelling leads, and what the deny rules say of it. */
export interface Place {
  ok: true
  /** The folder part resolved by realpath, the last name as it stands (a link is not followed). */
  absolute: string
  /** `absolute` seen from the root, forward slashes; `.` is the root, `../x` lies outside. */
  relative: string
  /** Every link followed, the last one too: what a read opens. */
  target: string
  /** true when both `absolute` and `target` lie in the root or in a place that was permitted. */
  inside: boolean
  /** The deny rule that covers the place; null when none does. */
  denied: string | null
  /** Why denial could not be ruled out (a hard link, and the walk hit its bound): the gate must ask. */
  unsure: string | null
  /** What the last name is, not followed; null when nothing is there. */
  kind: 'file' | 'folder' | 'link' | 'other' | null
  exists: boolean
}

/** A path that cannot be used at all; `message` is for the model. */
export interface BadPath {
  ok: false
  message: string
}

export type Resolved = Place | BadPath
