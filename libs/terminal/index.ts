/**
 * One input and one output: keys become lines, events become text or JSON.
 * Doors: `openInput`, `readLines`, `readSecret`, `createScreen`, `createLive`, `readAnswer`, `isLoneAnswer`, `eventJson`, `resultJson`, `showControls`, `jsonLine`.
 * It never runs the loop, opens the ledger or decides anything: it receives events and returns answers.
 */

export { jsonLine, showControls } from '#core'
export { type DiffOptions, diffRows } from './diff/diff_rows.js'
export type { Completer, Completion, Completions } from './editor/complete.js'
export { type AnswerChoices, isLoneAnswer, readAnswer } from './input/answers.js'
export type { ChoiceItem, ChoiceList, Form, Input } from './input/input.js'
export { readLines } from './input/lines.js'
export { readSecret } from './input/read_secret.js'
export type { Action, PanelName } from './keys/bindings.js'
export { createMarkdown, type Markdown } from './markdown/markdown.js'
export { createNotifier, type Notifier, readNotifyWay } from './notify.js'
export { type InputOptions, openInput } from './open_input.js'
export type { Row, Span, StyleName } from './rows/row.js'
export { wrapText } from './rows/wrap.js'
export { type BarFacts, barRow } from './screen/bar_row.js'
export { createDraft, type Draft } from './screen/draft.js'
export { eventJson, resultJson } from './screen/json_events.js'
export { createLive, type Live } from './screen/live.js'
export { type PictureOptions, pictureLine } from './screen/picture.js'
export { planRows } from './screen/plan_rows.js'
export { createResults, type Results } from './screen/results.js'
export { createRunFacts, type RunFacts } from './screen/run_facts.js'
export { createScreen, type Screen } from './screen/screen.js'
export { splitAnswer } from './screen/split_answer.js'
export { wordsOf } from './screen/words_of.js'
export { chooseColors, chooseTheme, THEME_CHOICES, type ThemeChoice } from './theme/choose_theme.js'
export { createTheme, type Theme } from './theme/theme.js'
export { helpIn, readLanguage, type Say, sayEnglish, sayIn, type WordKey } from './words/say.js'
