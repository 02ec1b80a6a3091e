import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { AircoderError, describeSystemError } from '#core'
import type { ProxySettings } from '../../settings/settings.js'
import { findLlama } from './find_llama.js'
import type { GrammarState, Llama, LlamaModel, LlamaPackage } from './llama_api.js'
import { createPrompter, type Prompter } from './prompt.js'
import { createSlots, type Slots } from './slots.js'

/** Default window for a model that was trained on more: memory grows with the window. */
const USUAL_WINDOW = 32_768
/** Larger batches are no faster on a processor, and a cancel takes effect after one batch. */
const CPU_BATCH = 128
/** The type of control tokens in a GGUF file. */
const CONTROL_KIND = 3

/** The fields of a GGUF file that are used here. */
const Metadata = z.looseObject({
  tokenizer: z.looseObject({
    chat_template: z.string().min(1),
    ggml: z.looseObject({
      tokens: z.array(z.string()),
      token_type: z.array(z.number()).optional(),
    }),
  }),
})

/** A loaded model with its sequences. */
export interface Host {
  model: LlamaModel
  prompter: Prompter
  template: string
  slots: Slots
  /** Tokens of one sequence; the prompt and its answer share them. */
  windowTokens: number
  /** Tokens that are read without interruption. */
  batchTokens: number
  /**
   * Compiles a schema.
   * @returns creates the state of one answer; throws the compiler's errors
   */
  compile(schema: object): Promise<() => GrammarState>
  close(): Promise<void>
}

/**
 * Loads a model and opens its sequences; takes seconds, and memory for weights and windows.
 * @param path   a GGUF file
 * @param slots  number of sequences
 * @throws AircoderError ENGINE_MISSING or GGUF_INVALID
 */
export async function openHost(
  path: string,
  slots: number,
  settings: Pick<
    ProxySettings,
    'embeddedModule' | 'embeddedWindow' | 'embeddedThreads' | 'embeddedGpu'
  >,
): Promise<Host> {
  await assertGguf(path)
  const packages = await findLlama(settings.embeddedModule)
  // Threads wait for each other by spinning: one too many on a busy machine slows all of them down (measured: 10
  // tokens a second with one thread, 1 with two, on two busy cores).
  const threads = settings.embeddedThreads ?? Math.max(1, availableParallelism() - 1)
  const llama = await packages.llama.getLlama({
    gpu: settings.embeddedGpu ? 'auto' : false,
    build: 'never',
    maxThreads: threads,
    progressLogs: false,
    logLevel: 'error',
    logger: (_, message) => process.stderr.write(`llama.cpp: ${message.trimEnd()}\n`),
  })
  try {
    const model = await llama.loadModel({ modelPath: path })
    const { chat_template: template, ggml } = readMetadata(model)
    const prompter = createPrompter(packages.jinja, model, template, controlTexts(ggml))
    const context = await model.createContext({
      sequences: slots,
      contextSize: windowFor(model, settings.embeddedWindow),
      threads,
      // A smaller window than the requested one would refuse prompts that should fit.
      ...(settings.embeddedWindow === undefined ? {} : { failedCreationRemedy: false }),
    })
    const sequences = Array.from({ length: slots }, () => context.getSequence())
    return {
      model,
      prompter,
      template,
      slots: createSlots(sequences),
      windowTokens: sequences[0]?.contextSize ?? 0,
      batchTokens: llama.gpu === false ? CPU_BATCH : context.batchSize,
      compile: (schema) => compile(packages.llama, llama, model, schema),
      async close() {
        await context.dispose()
        await model.dispose()
        await llama.dispose()
      },
    }
  } catch (cause) {
    await llama.dispose()
    throw cause instanceof AircoderError ? cause : invalid(path, cause)
  }
}

function invalid(path: string, cause: unknown): AircoderError {
  return new AircoderError('GGUF_INVALID', { path, reason: describeSystemError(cause) }, { cause })
}

// Checked before the package is loaded, which takes seconds.
async function assertGguf(path: string): Promise<void> {
  try {
    const file = await open(path)
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close())
    if (buffer.toString('latin1') !== 'GGUF') throw new Error('it does not begin with GGUF')
  } catch (cause) {
    throw invalid(path, cause)
  }
}

/**
 * @param asked  tokens of one sequence from the settings
 * @returns      the size for createContext: exactly this, or at most this and what memory allows
 * @throws       AircoderError SETTINGS_INVALID
 */
export function windowFor(
  { trainContextSize }: Pick<LlamaModel, 'trainContextSize'>,
  asked: number | undefined,
): number | { max: number } {
  if (asked === undefined) return { max: Math.min(trainContextSize, USUAL_WINDOW) }
  if (asked <= trainContextSize) return asked
  throw new AircoderError('SETTINGS_INVALID', {
    source: 'file, environment or flags',
    reason: `embeddedWindow: the model was trained on ${trainContextSize} tokens, ${asked} are beyond it`,
  })
}

function readMetadata({ fileInfo }: LlamaModel): z.output<typeof Metadata>['tokenizer'] {
  const read = Metadata.safeParse(fileInfo.metadata)
  if (read.success) return read.data.tokenizer
  throw new Error('it has no chat template, so it is not a chat model')
}

function controlTexts({
  tokens,
  token_type: kinds = [],
}: z.output<typeof Metadata>['tokenizer']['ggml']): string[] {
  return tokens.filter((text, token) => kinds[token] === CONTROL_KIND && text !== '')
}

async function compile(
  { LlamaGrammarEvaluationState }: LlamaPackage,
  llama: Llama,
  model: LlamaModel,
  schema: object,
): Promise<() => GrammarState> {
  const grammar = await llama.createGrammarForJsonSchema(schema)
  return () => new LlamaGrammarEvaluationState({ model, grammar })
}
