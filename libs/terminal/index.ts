/**
 * One input and one output: keys become lines, events become text or JSON.
 * Doors: `openInput`, `readLines`, `readSecret`, `createScreen`, `createLive`, `readAnswer`, `isLoneAnswer`, `eventJson`, `resultJson`, `showControls`, `jsonLine`.
 * It never runs the loop, opens the ledger or decides anything: it receives events and returns answers.
 */

export { jsonLine, showControls } from '#core'
export type { Completer, Completion, Completions } from './editor/complete.js'
export { type AnswerChoices, isLoneAnswer, readAnswer } from './input/answers.js'
export type { ChoiceItem, ChoiceList, Form, Input } from './input/input.js'
export { readLines } from './input/lines.js'
export { readSecret } from './input/read_secret.js'
export { eventJson, resultJson } from './json_events.js'
export type { Action, PanelName } from './keys/bindings.js'
export { createLive, type Live } from './live.js'
export { createNotifier, type Notifier, readNotifyWay } from './notify.js'
export { type InputOptions, openInput } from './open_input.js'
export { createScreen, type Screen } from './screen.js'
export { helpIn, readLanguage, type Say, sayEnglish, sayIn, type WordKey } from './words/say.js'
