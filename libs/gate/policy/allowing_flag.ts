import { redact, showControls } from '#core'
import { literalGlob } from './allow.js'
import { decide } from './decide.js'
import type { GateRequest } from './verdict.js'

/** Longer commands are read by nobody in a hint. */
const MOST_CHARS = 200

/** An option of a command line, with its value. */
export type AllowingFlag = [option: '--permission-mode' | '--allow', value: string]

/**
 * The flag with which `decide` allows this call, the narrowest first; null where none does that a person can copy.
 * For the end of a run in which nobody could be asked.
 */
export function allowingFlag(request: GateRequest): AllowingFlag | null {
  const flags: AllowingFlag[] = []
  if (request.effect === 'edit') flags.push(['--permission-mode', 'acceptEdits'])
  for (const entry of entriesFor(request)) flags.push(['--allow', entry])
  return flags.find((flag) => decide(withFlag(request, flag)).decision === 'allow') ?? null
}

function entriesFor({ tool, command, accesses }: GateRequest): string[] {
  const [first, ...more] = new Set(accesses.flatMap(({ relatives }) => relatives))
  const place = command?.text.trim() ?? (more.length === 0 ? first : undefined)
  const fits = place !== undefined && place.length <= MOST_CHARS && isShownAsIs(place)
  // All commands are more than a person would allow for one.
  return [...(fits ? [`${tool}:${literalGlob(place)}`] : []), ...(command === null ? [tool] : [])]
}

/** Of one line, and no character is hidden, no tab is spaces, no secret is replaced where it is shown. */
function isShownAsIs(text: string): boolean {
  return !/[\n\r\t]/.test(text) && redact(showControls(text)) === text
}

function withFlag(request: GateRequest, [option, value]: AllowingFlag): GateRequest {
  return option === '--allow'
    ? { ...request, allow: [...request.allow, value] }
    : { ...request, mode: 'acceptEdits' }
}
