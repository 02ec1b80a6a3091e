import { type Probe, refusal } from '../probe.js'

/** A red PNG of 32 x 32 pixels. */
const RED =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC'

/** Measures whether the model sees a picture: its colour is not in the text. */
export const vision: Probe = {
  name: 'vision',
  order: 70,
  ask() {
    const parts = [
      { type: 'image_url', image_url: { url: `data:image/png;base64,${RED}` } },
      { type: 'text', text: 'Which colour fills this picture? Reply with one word.' },
    ]
    // Our type has only text; the API also accepts a list of parts.
    return [{ messages: [{ role: 'user', content: parts as unknown as string }], maxTokens: 512 }]
  },
  judge([result]) {
    if (result === undefined) return 'the request was not sent'
    const { problem } = result.reply
    if (problem?.code === 'unreachable' || problem?.code === 'auth_error') return problem.message
    return { vision: refusal(result) === null && /\bred\b/i.test(result.reply.text) }
  },
}
