/** A resolved path and the deny rule that applies to it. */
export interface Place {
  ok: true
  /** The folder part resolved by realpath, with the last name unchanged (a final link is not followed). */
  absolute: string
  /** `absolute` relative to the root, with forward slashes; `.` is the root, `../x` is outside. */
  relative: string
  /** All links followed, including the last: the file that a read opens. */
  target: string
  /** true when both `absolute` and `target` are in the root or in a permitted place. */
  inside: boolean
  /** The deny rule that matches; null when none does. */
  denied: string | null
  /** Why a deny rule could not be excluded (a hard link, and too many files to search): the gate must ask. */
  unsure: string | null
  /** The kind of the last name, not followed; null when it does not exist. */
  kind: 'file' | 'folder' | 'link' | 'other' | null
  exists: boolean
}

/** An unusable path; `message` is for the model. */
export interface BadPath {
  ok: false
  message: string
}

export type Resolved = Place | BadPath
