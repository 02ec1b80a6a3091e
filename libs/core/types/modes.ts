/** Permission modes: what a call may do without a question. Shift+Tab selects the next one. */
export const MODES = ['default', 'acceptEdits', 'plan', 'yolo'] as const
export type Mode = (typeof MODES)[number]

/** When answers are constrained to a JSON schema, if the endpoint supports it: never, after a reply that could not be parsed, always. */
export const CONSTRAINED_MODES = ['off', 'retry', 'always'] as const
export type ConstrainedMode = (typeof CONSTRAINED_MODES)[number]
