import type { Guard } from '../guard.js'

/** The whole reply is a greeting or an offer of help. */
const GREETING =
  /^\W*(?:(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening)|welcome)\b[^\n]{0,60}\s*)?(?:(?:how|what) (?:can|may|could|would|do) (?:i|you)[^\n?]{0,80}\?|i(?:'m| am) (?:here|ready|happy|glad)\b[^\n]{0,120}|(?:please )?(?:tell|let) me (?:know )?(?:what|how)[^\n]{0,120}|(?:hi|hello|hey|greetings)\b[^\n]{0,80})\W*$/i
const LONGEST = 300
const TASK_CHARS = 240

/** A greeting in the middle of a task means that the model lost it (row 56). */
export const greeting: Guard = {
  name: 'greeting',
  aid: true,
  cap: 5,
  watch({ reply, textOnly, question, asked, openTodos, step }) {
    const text = reply.text.trim()
    if (!textOnly || question || step < 2 || text.length > LONGEST || !GREETING.test(text))
      return null
    const next = openTodos[0] === undefined ? '' : ` The next open item is: ${openTodos[0]}.`
    return `You are in the middle of this task: ${asked.slice(0, TASK_CHARS)}.${next} Call the next tool now.`
  },
}
