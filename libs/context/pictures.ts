import type { Message } from '#core'
import { HARNESS } from './system.js'

/** The message that carries a picture: templates take pictures from users, few from tools. */
export function pictureMessage(id: string, subject: string): Message {
  return { role: 'user', content: `${HARNESS} ${id} shows ${subject}:`, picture: { id } }
}

/**
 * Only the newest picture is sent: one costs as much as a file. So earlier bytes change when a new picture
 * comes, and at no other time.
 * @param load  returns a picture as a data URL; absent or null: the model cannot see pictures
 */
export function withNewestPicture(
  messages: readonly Message[],
  load: ((id: string) => string | null) | undefined,
): Message[] {
  const newest = messages.findLastIndex((message) => message.picture !== undefined)
  return messages.map((message, index) => {
    const { picture, ...plain } = message
    if (picture === undefined) return message
    const url = index === newest ? (load?.(picture.id) ?? null) : null
    if (url !== null) return { ...message, picture: { id: picture.id, url } }
    // A message of the user says more than what its picture shows.
    const mark = `[picture ${picture.id.replace(/#[0-9a-f]{64}$/, '')} was here]`
    const isOurs = plain.content.startsWith(HARNESS)
    return { ...plain, content: isOurs ? mark : `${plain.content}\n${mark}` }
  })
}
