/** What the bottom of the terminal shows when something has ended. */

/** The prompt of bash: a command has ended. */
export const AT_SHELL = /\n\[\d+\] [\w-]+\$$/
/** The prompt of a session, with the bar below it. */
export const AT_PROMPT = /(?:^|\n)>\n(?:default|acceptEdits|plan|yolo)\b[^\n]*$/
/** The same, below the end line of a turn. */
export const TURN_ENDED = new RegExp(`(?:^|\\n)\\([a-z][^>]{0,300}\\)${AT_PROMPT.source}`)
export const INTERRUPTED = new RegExp(`\\(interrupted[^>]{0,300}\\)${AT_PROMPT.source}`)
/** The question of a call: a long one has its own row above the answer. */
export const ASKED = /allow\? y[^›]{0,200}:\n{1,2}[^\n]+$/
/** The question of a call outside of a session: there is no bar. */
export const ASKED_IN_RUN = /allow\? y[^›]{0,200}:$/
/** The question of an undo. */
export const ASKED_UNDO = /undo\? y[^\n]*:\n[^\n]+$/
/** The question about an earlier task. */
export const OFFERED = /forget it, then\sEnter:(?:\n[^\n]+)?$/

/** This bottom, below these words. @param words  source of a pattern */
export const below = (words, bottom) => new RegExp(`(?:${words})[\\s\\S]*${bottom.source}`)
