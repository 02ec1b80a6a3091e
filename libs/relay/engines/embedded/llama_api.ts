/**
 * The part of node-llama-cpp that we use, written out because the package is optional: neither the
 * type check nor the bundle may need it. Read against version 3.22.1.
 */
export type Token = number

export interface LlamaPackage {
  getLlama(options: {
    gpu: 'auto' | false
    /** Never compiles: a server that starts a compiler is a surprise. */
    build: 'never'
    maxThreads: number
    progressLogs: false
    logLevel: 'error'
    logger(level: string, message: string): void
  }): Promise<Llama>
  LlamaGrammarEvaluationState: new (of: {
    model: LlamaModel
    grammar: LlamaGrammar
  }) => GrammarState
}

export interface Llama {
  /** false: works on the processor. */
  readonly gpu: string | false
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
  /** @throws Error for a schema that it cannot turn into a grammar */
  createGrammarForJsonSchema(schema: object): Promise<LlamaGrammar>
  dispose(): Promise<void>
}

/** Opaque; made by createGrammarForJsonSchema. */
export interface LlamaGrammar {
  readonly grammar: string
}

/** Where in a grammar one answer stands; opaque, one for each answer. */
export interface GrammarState {
  clone(): GrammarState
}

export interface LlamaModel {
  readonly trainContextSize: number
  readonly tokens: {
    readonly bos: Token | null
    readonly bosString: string | null
    readonly eosString: string | null
    readonly shouldPrependBosToken: boolean
  }
  /** What the GGUF file says of itself; any field may be missing. */
  readonly fileInfo: { readonly metadata: unknown }
  tokenize(text: string, specialTokens: boolean, options?: 'trimLeadingSpace'): Token[]
  detokenize(tokens: readonly Token[], specialTokens: boolean, lastTokens: Token[]): string
  createContext(options: {
    sequences: number
    /** Of each sequence. */
    contextSize: number | { max: number }
    threads: number
    failedCreationRemedy?: false
  }): Promise<LlamaContext>
  dispose(): Promise<void>
}

export interface LlamaContext {
  /** Tokens that are evaluated in one go. */
  readonly batchSize: number
  getSequence(): LlamaSequence
  dispose(): Promise<void>
}

export interface LlamaSequence {
  readonly contextSize: number
  /** How many tokens the state holds. */
  readonly nextTokenIndex: number
  readonly tokenMeter: TokenMeter
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number }
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>
  clearHistory(): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>
  /** Ends by itself at a token that ends a turn; that token is not yielded. */
  evaluate(tokens: Token[], options: SampleOptions): AsyncGenerator<Token, void, void>
}

export interface TokenMeter {
  getState(): MeterState
  diff(since: MeterState): MeterState
}

export interface MeterState {
  usedInputTokens: number
  usedOutputTokens: number
}

export interface SampleOptions {
  temperature: number
  topP: number
  topK: number
  minP: number
  seed: number
  repeatPenalty?: {
    punishTokens(): Token[]
    maxPunishTokens: number
    penalty: number
    frequencyPenalty: number
    presencePenalty: number
  }
  grammarEvaluationState?: GrammarState
}

/** The template language of chat templates, as the package brings it along. */
export interface JinjaPackage {
  Template: new (source: string) => { render(items: Record<string, unknown>): string }
}
