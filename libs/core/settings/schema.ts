import { z } from 'zod'
import { CAPABILITY_NAMES } from '../types/capabilities.js'
import { CONSTRAINED_MODES, MODES } from '../types/modes.js'
import { readDuration } from './duration.js'
import { LIMITS } from './limits.js'
import { describeUrl, isPlainUrl } from './web_url.js'

/** Never touched by a tool, whatever the settings say (row 191). */
const BUILTIN_DENY = [
  '.env',
  // Templates have names and no values, and projects keep them in git.
  '.env.!(example|sample|template|dist)',
  '*.pem',
  '**/.git/**',
  'id_rsa',
  'id_ed25519',
  '.netrc',
  '~/.ssh/**',
  '~/.aws/**',
  '~/.gnupg/**',
  '~/.npmrc',
  // Our own tokens, settings and ledgers: a command that can read them can also send them away.
  '~/.config/aircoder/**',
  '~/.local/share/aircoder/**',
  '~/.git-credentials',
]

const text = () => z.string().min(1)
const texts = () => z.array(text())
const steps = () => z.number().int().min(0).optional()
const webUrl = () =>
  z.url({ protocol: /^https?$/, error: ({ input }) => describeUrl(input) }).refine(isPlainUrl, {
    error: 'it must have no user, password, ? or #; a token belongs into AIRCODER_TOKEN',
  })

const money = () => z.number().min(0).max(1_000_000)
/** Prices of a model for a million tokens. */
const Price = z.strictObject({ input: money(), output: money(), cached: money().optional() })

/** Another endpoint beside the main one, with a token of its own. */
const Tier = z.strictObject({
  baseUrl: webUrl(),
  model: text(),
  token: text().optional(),
  /** Its window in tokens: a longer prompt goes to the main model. */
  window: z.number().int().min(2_048).optional(),
})
/** One that takes over when more than `rate` of the newest `over` replies of the main model failed. */
const Helper = Tier.extend({
  rate: z.number().min(0).lt(1).optional(),
  over: z.number().int().min(3).max(50).optional(),
})

/**
 * Every setting of `aircoder`: name, type, default and description. Files and flags use these names, the
 * environment `AIRCODER_<NAME>`; docs/settings.md is generated from here.
 */
export const SettingsSchema = z.strictObject({
  baseUrl: webUrl()
    .optional()
    .describe(
      'OpenAI-compatible endpoint, with `/v1`. Unset: aircoder-proxy, then Ollama, on this machine.',
    ),
  token: text()
    .optional()
    .describe(
      'Bearer token for the endpoint. It is sent to the endpoint that it was set for only.',
    ),
  model: text().optional().describe('Model id. Unset: the first model of the endpoint.'),
  permissionMode: z
    .enum(MODES)
    .default('default')
    .describe('Which calls need a question; see docs/permissions.md.'),
  capabilities: z
    .enum(CAPABILITY_NAMES)
    .optional()
    .describe(
      'What a run may do at all: `read`, `edit` (no commands), `turbo` (all, without questions). Unset: the mode decides.',
    ),
  allow: texts()
    .default([])
    .describe('Calls that need no question: `tool` or `tool:glob`. Layers are joined.'),
  deny: texts()
    .default(BUILTIN_DENY)
    .describe('Globs that no tool may touch, in any mode. Layers are joined.'),
  safeCommands: texts()
    .default([])
    .describe('Beginnings of commands that need no question, in addition to the built-in ones.'),
  maxSteps: z
    .number()
    .int()
    .min(1)
    .default(LIMITS.maxSteps)
    .describe('A run stops after this number of calls; a step without a call counts as one.'),
  stepLimits: z
    .strictObject({ question: steps(), run: steps(), session: steps() })
    .default({})
    .describe(
      'The same for one kind of task: `question` (it only asks), `run` (`-p`, `run`), `session`. 0: no limit.',
    ),
  taskTokens: z
    .number()
    .int()
    .min(1_000)
    .optional()
    .describe(
      'A task ends after this number of tokens, without those that the cache reused; the model is warned at 70 %.',
    ),
  wait: text()
    .refine((value) => readDuration(value) !== null, {
      error: 'it must be a duration with a unit, as 30s or 5m, or 0',
    })
    .default('5m')
    .describe(
      'How long a start or a step waits for a server that is starting or busy: `30s`, `5m`, `0`.',
    ),
  window: z
    .number()
    .int()
    .min(2_048)
    .optional()
    .describe('Context window in tokens, for an endpoint that does not report it.'),
  temperature: z.number().min(0).max(2).optional().describe('Sampling temperature.'),
  topP: z.number().gt(0).max(1).optional().describe('Nucleus sampling.'),
  maxOutput: z
    .number()
    .int()
    .min(256)
    .optional()
    .describe('Maximum number of output tokens in one reply.'),
  toolForm: z
    .enum(['native', 'text'])
    .optional()
    .describe('`native` sends tools in the request, `text` describes them in the prompt.'),
  thinkingBudget: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe('Thinking is ended after this number of tokens; 0 asks for no thinking.'),
  constrained: z
    .enum(CONSTRAINED_MODES)
    .default('retry')
    .describe(
      'When answers are constrained to a JSON schema: `retry` after a reply that cannot be parsed.',
    ),
  remeasure: z
    .enum(['changed', 'never'])
    .default('changed')
    .describe('Whether a model that has changed since it was measured is measured again at start.'),
  theme: z
    .enum(['auto', 'dark', 'light', 'none'])
    .default('auto')
    .describe(
      'Colours of the terminal. `auto` reads COLORFGBG, and takes a dark background without it.',
    ),
  sandbox: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Whether commands run in bubblewrap: `auto` where it works, `on` always or not at all.',
    ),
  sandboxNetwork: z
    .boolean()
    .default(false)
    .describe('Commands in the sandbox may use the network.'),
  testCommand: text()
    .optional()
    .describe(
      'Test command of the project, which runs without a question. Unset: it is discovered.',
    ),
  webAllowPrivate: texts()
    .default([])
    .describe('Hosts (`host` or `host:port`) in a private network that web tools may connect to.'),
  searchUrl: webUrl()
    .nullable()
    .default(null)
    .describe('Base URL of a SearXNG server, for `web_search`.'),
  dataDir: text()
    .optional()
    .describe('Folder of ledgers and caches. Unset: `~/.local/share/aircoder`.'),
  features: texts()
    .overwrite((names) => [...new Set(names)])
    .default([])
    .describe('Names of the side questions that are enabled; see docs/micro_calls.md.'),
  ablate: texts()
    .default([])
    .describe(
      'Names of guards, prompt sections and techniques that are left out, to measure what they do; see bench/tasks.',
    ),
  escalate: z
    .boolean()
    .default(false)
    .describe('A cloud provider may be asked when all else failed, each time after a y.'),
  escalation: z
    .strictObject({ provider: text(), model: text().optional(), baseUrl: webUrl().optional() })
    .optional()
    .describe('Which provider, and through which gateway. Unset: the first one that has a key.'),
  tiers: z
    .strictObject({ fast: Tier.optional(), medium: Helper.optional(), strong: Helper.optional() })
    .default({})
    .describe(
      'Endpoints for side questions (`fast`) and for steps on which the main model fails (`medium`, `strong`); see docs/escalation.md.',
    ),
  tiersBy: z
    .array(z.enum(['difficulty', 'plan']))
    .overwrite((names) => [...new Set(names)])
    .default([])
    .describe(
      'What besides failures chooses a tier: `difficulty` (easy turns go to `fast`, hard ones to `strong`), `plan` (`strong` plans a long task, the others take its steps).',
    ),
  prices: z
    .record(text(), Price)
    .default({})
    .describe(
      'Price of a million tokens by model: `{"NAME": {"input": 1, "output": 3, "cached": 0.1}}`. Without `cached`, cached input costs as `input`. See docs/costs.md.',
    ),
  currency: z
    .string()
    .regex(/^\S{1,8}$/, { error: 'it must be 1 to 8 characters without spaces' })
    .default('USD')
    .describe('Currency of the prices; it is shown, not converted.'),
  readBeforeEdit: z
    .enum(['once', 'strict', 'off'])
    .default('once')
    .describe(
      'An edit of a file that was not read is refused: the first time (`once`), always (`strict`).',
    ),
  askPlan: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('When the model is asked for a plan: for a task with several parts (`auto`).'),
  aids: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Aids for small models, such as reminders of the plan; `auto` leaves them out for a large one.',
    ),
  explore: z
    .boolean()
    .default(false)
    .describe(
      'Edit tools are hidden until the model has a plan, calls one of them, or took 12 steps.',
    ),
  autoCheck: z
    .enum(['on', 'tests', 'off'])
    .default('on')
    .describe(
      'What runs when the model says that it is done: tests and linters (`on`), or `tests` only.',
    ),
  lintCommand: text()
    .optional()
    .describe('Command that runs instead of the linters that are found; its exit code counts.'),
  rollback: z
    .enum(['off', 'on-fail'])
    .default('off')
    .describe('`on-fail` undoes edits that leave the tests worse than before.'),
  autoCommit: z
    .enum(['off', 'proven', 'resolved'])
    .default('off')
    .describe(
      'Whether the files of a task are committed with git: after a `proven` end, or every `resolved` one.',
    ),
  assemble: z
    .enum(['watermark', 'always'])
    .default('watermark')
    .describe(
      'When the prompt is assembled again: when it is full, or for every step (`always`, for a host with a very fast prefill).',
    ),
  language: z
    .enum(['auto', 'en', 'zh'])
    .default('auto')
    .describe(
      'Language of the interface; `auto`: by `LC_ALL`, `LC_MESSAGES`, `LANG`. JSON, exports, the ledger and `aircoder-proxy` are English.',
    ),
  notify: z
    .enum(['auto', 'off', 'bell', 'osc9'])
    .default('auto')
    .describe(
      'How a terminal reports that a long turn ended or a question waits; `auto`: OSC 9 where the terminal is known to show it, else the bell.',
    ),
  persistentShell: z
    .boolean()
    .default(true)
    .describe(
      'The folder and some variables of a command last for the next one; see docs/tools.md.',
    ),
})

type Values = z.output<typeof SettingsSchema>

/** What the rest of the product receives: complete, frozen, read once. */
export type Settings = {
  readonly [Name in keyof Values]: Values[Name] extends (infer Item)[]
    ? readonly Item[]
    : Values[Name]
} & {
  /** The address of a token that is not used, because the endpoint is another one; for the error that follows. */
  readonly tokenBelongsTo?: string
}
export type SettingName = keyof Values
/** What one layer sets. */
export type SettingsLayer = Partial<Settings>

export type ReadRule = Settings['readBeforeEdit']
export type AskPlan = Settings['askPlan']
export type AutoCheck = Settings['autoCheck']
export type Prices = Settings['prices']
export type Rollback = Settings['rollback']
export type AutoCommit = Settings['autoCommit']
export type AssembleMode = Settings['assemble']

/** `baseUrl` -> `AIRCODER_BASE_URL`. */
export function environmentName(name: string): string {
  return `AIRCODER_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

/** The schema without default, optional and null: `array`, `boolean`, `enum`, `number`, `object` or `string`. */
export function kindOf(schema: z.ZodType): string {
  const isWrapped =
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable
  if (isWrapped) return kindOf(schema.unwrap() as z.ZodType)
  // A map of names is written as an object.
  return schema.def.type === 'record' ? 'object' : schema.def.type
}
