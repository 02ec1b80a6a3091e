import { type Probe, refusal } from '../probe.js'

/** A square of 32 pixels, all red, as PNG. */
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC'

/** Whether a picture is seen: the colour cannot be guessed from the words. */
export const vision: Probe = {
  name: 'vision',
  order: 70,
  ask() {
    const parts = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${RED}` } },
      { type: 'text', text: 'Which colour fills this picture? Reply with one word.' },
    ]
    // A message of ours is text; on the wire it may also be a list of parts.
    return [{ messages: [{ role: 'user', content: parts as unknown as string }], maxTokens: 512 }]
  },
  judge([heard]) {
    if (heard === undefined) return 'it was not asked'
    const { problem } = heard.reply
    if (problem?.code === 'unreachable' || problem?.code === 'auth_error') return problem.message
    return { vision: refusal(heard) === null && /\bred\b/i.test(heard.reply.text) }
  },
}
