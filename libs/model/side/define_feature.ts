import type { z } from 'zod'

/** The two texts of one side question. */
export interface SidePrompt {
  system: string
  user: string
}

/** A side question with its types erased, as `askSideQuestion` handles it. Adding one is a file in `features/`. */
export interface Feature {
  /** Equals the file's name; the settings' `features` say which are on. */
  readonly name: string
  /** One line for people. */
  readonly summary: string
  /** What it is asked about. */
  readonly input: z.ZodObject
  /** The answer: one flat object, shallow enough for a small model. */
  readonly answer: z.ZodObject
  /** How long an answer serves again, in ms. */
  readonly lifeMs: number
  /** Tokens of the answer, at most LIMITS.microTokens. */
  readonly maxTokens: number
  prompt(input: Record<string, unknown>): SidePrompt
  /** An answer that needs no model and costs no token, looked for first; null: a model is asked. */
  known?(input: Record<string, unknown>): Record<string, unknown> | null
  /** What is answered where no model does: deterministic, and never a guess. */
  fallback(input: Record<string, unknown>): Record<string, unknown>
  /** false: the answer reads well and cannot be true of this input; the fallback holds. */
  accepts?(answer: Record<string, unknown>, input: Record<string, unknown>): boolean
}

/** A feature as its file declares it: the callbacks get what the schemas promise. */
interface FeatureDeclaration<I extends z.ZodObject, A extends z.ZodObject>
  extends Omit<Feature, 'input' | 'answer' | 'prompt' | 'known' | 'fallback' | 'accepts'> {
  readonly input: I
  readonly answer: A
  prompt(input: z.infer<I>): SidePrompt
  known?(input: z.infer<I>): z.infer<A> | null
  fallback(input: z.infer<I>): z.infer<A>
  accepts?(answer: z.infer<A>, input: z.infer<I>): boolean
}

/** Declares a side question; only `askSideQuestion` calls it, with an input that fits. */
export function defineFeature<I extends z.ZodObject, A extends z.ZodObject>(
  declaration: FeatureDeclaration<I, A>,
): Feature {
  return declaration as unknown as Feature
}

/** What every one of them is told: an answer that a program can read. */
export function answerAs(shape: string): string {
  return `Answer with one JSON object and nothing else: ${shape}`
}

/** A text with its middle left out when it is longer than `characters`. */
export function clipMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text
  const half = Math.floor((characters - 20) / 2)
  return `${text.slice(0, half)}\n… left out …\n${text.slice(-half)}`
}

export const HOUR_MS = 3_600_000
