import type { z } from 'zod'

/** The two texts of one side question. */
export interface SidePrompt {
  system: string
  user: string
}

/** A side question with its types erased, as `askSideQuestion` uses it. A new one is a file in `features/`. */
export interface Feature {
  /** Equals the file's name; the setting `features` lists those that are on. */
  readonly name: string
  /** One line for the user. */
  readonly summary: string
  /** Schema of the input. */
  readonly input: z.ZodObject
  /** Schema of the answer: one flat object, which small models can write. */
  readonly answer: z.ZodObject
  /** How long an answer is cached, in ms. */
  readonly lifeMs: number
  /** Token limit of the answer, at most LIMITS.microTokens. */
  readonly maxTokens: number
  prompt(input: Record<string, unknown>): SidePrompt
  /** An answer without a model, tried first; null: the model is asked. */
  known?(input: Record<string, unknown>): Record<string, unknown> | null
  /** The answer when no model gives a valid one: deterministic, never a guess. */
  fallback(input: Record<string, unknown>): Record<string, unknown>
  /** false when the answer has the right format but cannot be correct; the fallback is then used. */
  accepts?(answer: Record<string, unknown>, input: Record<string, unknown>): boolean
}

/** A feature as its file declares it, with the types of its schemas. */
interface FeatureDeclaration<I extends z.ZodObject, A extends z.ZodObject>
  extends Omit<Feature, 'input' | 'answer' | 'prompt' | 'known' | 'fallback' | 'accepts'> {
  readonly input: I
  readonly answer: A
  prompt(input: z.infer<I>): SidePrompt
  known?(input: z.infer<I>): z.infer<A> | null
  fallback(input: z.infer<I>): z.infer<A>
  accepts?(answer: z.infer<A>, input: z.infer<I>): boolean
}

/** Declares a side question. Its callbacks are called only by `askSideQuestion`, with valid input. */
export function defineFeature<I extends z.ZodObject, A extends z.ZodObject>(
  declaration: FeatureDeclaration<I, A>,
): Feature {
  return declaration as unknown as Feature
}

/** The instruction at the end of every prompt: answer in JSON of this shape. */
export function answerAs(shape: string): string {
  return `Answer with one JSON object and nothing else: ${shape}`
}

/** A text without its middle when it is longer than `characters`. */
export function clipMiddle(text: string, characters: number): string {
  if (text.length <= characters) return text
  const half = Math.floor((characters - 20) / 2)
  return `${text.slice(0, half)}\n… omitted …\n${text.slice(-half)}`
}

export const HOUR_MS = 3_600_000
