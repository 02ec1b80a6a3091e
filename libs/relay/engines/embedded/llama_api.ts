/**
 * The part of node-llama-cpp that is used here, written out because the package is optional: neither type check nor
 * bundle may need it. Based on version 3.22.1.
 */
export type Token = number

export interface LlamaPackage {
  getLlama(options: {
    gpu: 'auto' | false
    /** Never compiles: a server must not start a compiler. */
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
  /** false: runs on the processor. */
  readonly gpu: string | false
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
  /** @throws Error for a schema that it cannot convert into a grammar */
  createGrammarForJsonSchema(schema: object): Promise<LlamaGrammar>
  dispose(): Promise<void>
}

/** Opaque; made by createGrammarForJsonSchema. */
export interface LlamaGrammar {
  readonly grammar: string
}

/** The position of one answer in a grammar; opaque, one for each answer. */
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
  /** Metadata of the GGUF file; any field may be missing. */
  readonly fileInfo: { readonly metadata: unknown }
  tokenize(text: string, specialTokens: boolean, options?: 'trimLeadingSpace'): Token[]
  detokenize(tokens: readonly Token[], specialTokens: boolean, lastTokens: Token[]): string
  createContext(options: {
    sequences: number
    /** Window of each sequence. */
    contextSize: number | { max: number }
    threads: number
    failedCreationRemedy?: false
  }): Promise<LlamaContext>
  dispose(): Promise<void>
}

export interface LlamaContext {
  /** Tokens that are evaluated at once. */
  readonly batchSize: number
  getSequence(): LlamaSequence
  dispose(): Promise<void>
}

export interface LlamaSequence {
  readonly contextSize: number
  /** Number of tokens in the state. */
  readonly nextTokenIndex: number
  readonly tokenMeter: TokenMeter
  compareContextTokens(tokens: Token[]): { firstDifferentIndex: number }
  adaptStateToTokens(tokens: Token[], allowShift: boolean): Promise<void>
  clearHistory(): Promise<void>
  evaluateWithoutGeneratingNewTokens(tokens: Token[]): Promise<void>
  /** Ends at a token that ends a turn; that token is not yielded. */
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

/** The template language of chat templates, which the package includes. */
export interface JinjaPackage {
  Template: new (source: string) => { render(items: Record<string, unknown>): string }
}
