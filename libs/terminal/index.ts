/**
 * One input and one output: keys become lines, events become text or JSON.
 * Doors: `openInput`, `readLines`, `readSecret`, `createScreen`, `createLive`, `readAnswer`, `isLoneAnswer`, `eventJson`, `resultJson`, `showControls`, `jsonLine`.
 * It never runs the loop, opens the ledger or decides anything: it receives events and returns answers.
 */

export { jsonLine, showControls } from '#core'
export { type AnswerChoices, isLoneAnswer, readAnswer } from './answers.js'
export { type Input, openInput } from './input.js'
export { eventJson, resultJson } from './json_events.js'
export { readLines } from './lines.js'
export { createLive, type Live } from './live.js'
export { readSecret } from './read_secret.js'
export { createScreen, type Screen } from './screen.js'
