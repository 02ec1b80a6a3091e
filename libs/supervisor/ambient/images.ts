import { statSync } from 'node:fs'
import { type EvidenceDraft, LIMITS } from '#core'
import { hashBytes, type Workspace } from '#workspace'

/** Endings of images, with their types (row 97). */
const TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
}
const ENDING = `\\.(?:${Object.keys(TYPES).join('|')})`
/** `@shot.png`, `@"a shot.png"`; and a path as a terminal writes it when a file is dropped: `/home/a/shot.png`. */
const NAMED = new RegExp(
  `(?<![\\p{L}\\p{N}_@./-])@(?:"([^"\\n]{1,200}?${ENDING})"|([^\\s"'@]{1,200}?${ENDING}))(?![\\w])`,
  'giu',
)
const DROPPED = new RegExp(
  `(?<![^\\s'"])(?:'((?:/|~/)[^'\\n]{1,300}?${ENDING})'|"((?:/|~/)[^"\\n]{1,300}?${ENDING})"|(?:file://)?((?:/|~/)(?:\\\\.|[^\\s\\\\'"]){1,300}?${ENDING}))(?![^\\s'",.;:!?)])`,
  'giu',
)

/** An image that a message shows, and what is said about it. */
export interface ShownImage {
  /** The name of its bytes: path and hash. null: it is not sent. */
  id: string | null
  text: string
  /** A line for the person, where it is not sent. */
  note?: string
  evidence: EvidenceDraft[]
}

/** The images that a message names or that were dropped on the terminal, in their order, each once. */
export function imagesIn(message: string): { path: string; isDropped: boolean }[] {
  const named = [...message.matchAll(NAMED)].map(([, quoted, plain = '']) => ({
    path: quoted ?? plain,
    isDropped: false,
  }))
  const dropped = [...message.matchAll(DROPPED)].map(([, single, double, plain = '']) => ({
    path: single ?? double ?? plain.replace(/\\(.)/g, '$1'),
    isDropped: true,
  }))
  const all = [...named, ...dropped]
  return all.filter(({ path }, at) => all.findIndex((one) => one.path === path) === at)
}

/**
 * Shows the last image that a message names: only the newest one is in a prompt (row 98). Deny rules hold; an image
 * outside of the project is shown only if its whole path is in the message, as a terminal writes it on a drop.
 * @param vision  whether the model sees pictures; null: it is not known
 * @returns null when the message names none
 */
export function showImage(
  message: string,
  workspace: Workspace,
  vision: boolean | null,
): ShownImage | null {
  const last = imagesIn(message).at(-1)
  if (last === undefined) return null
  const { path, isDropped } = last
  const without = (why: string, note = why) => ({
    id: null,
    text: `(${path} ${why})`,
    note: `the picture ${path} ${note}`,
    evidence: [],
  })
  const bytes = readImage(path, isDropped ? workspace.permit([path]) : workspace)
  if (typeof bytes === 'string') return without(bytes)
  if (vision !== true)
    return vision === false
      ? without(
          'is a picture, and this model does not see pictures: it is not sent.',
          'is not sent: this model does not see pictures',
        )
      : without(
          'is a picture. It is not known whether this model sees pictures, so it is not sent; the user can measure it with aircoder doctor --model.',
          'is not sent: it is not known whether this model sees pictures. `aircoder doctor --model` measures it',
        )
  const hash = hashBytes(bytes)
  const subject = path.replace(/^\.\//, '')
  return {
    id: `${subject}#${hash}`,
    text: `--- ${subject} is the picture of this message.`,
    evidence: [
      {
        kind: 'file_read',
        subject,
        summary: `picture ${subject} (${bytes.length} bytes), named by the user`,
        payload: bytes,
        facts: { path: subject, hash, bytes: bytes.length },
      },
    ],
  }
}

/** The bytes of an image, or why there are none. */
function readImage(path: string, workspace: Workspace): Buffer | string {
  const place = workspace.resolve(path)
  if (!place.ok || !place.exists) return 'does not exist.'
  if (!place.inside) return 'is outside of the project and is not shown.'
  if (place.denied !== null || place.unsure !== null)
    return 'is protected by a deny rule and is not shown.'
  try {
    if (statSync(place.target).size > LIMITS.fileBytes)
      return 'is larger than 8 MiB and is not shown.'
    return workspace.readBytes(path) ?? 'does not exist.'
  } catch {
    return 'cannot be read.'
  }
}

/** The data URL of an image; null when its file has changed since, and no row has its bytes. */
export function imageUrl(
  id: string,
  workspace: Workspace,
  stored: (hash: string) => Buffer | null,
): string | null {
  const [, path = '', hash = ''] = /^(.*)#([0-9a-f]{64})$/s.exec(id) ?? []
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1).toLowerCase()]
  if (type === undefined) return null
  const own = stored(hash)
  const read =
    own ?? readImage(path, /^(?:\/|~\/)/.test(path) ? workspace.permit([path]) : workspace)
  if (typeof read === 'string' || hashBytes(read) !== hash) return null
  return `data:${type};base64,${read.toString('base64')}`
}
