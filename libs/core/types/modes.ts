/** What a call may do without a question; cycled with Shift+Tab. */
export const MODES = ['default', 'acceptEdits', 'plan', 'yolo'] as const
export type Mode = (typeof MODES)[number]

/** When answers are held to a JSON schema, where the endpoint can: never, after a reply that could not be read, always. */
export const CONSTRAINED_MODES = ['off', 'retry', 'always'] as const
export type ConstrainedMode = (typeof CONSTRAINED_MODES)[number]
