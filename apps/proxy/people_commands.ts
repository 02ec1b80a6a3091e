import type { Command } from 'commander'

/** Flags of `token add`, `rotate` and `set`; `none` takes a limit, an expiry or a choice of models away. */
const TERMS: [flags: string, help: string][] = [
  ['--class <class>', 'interactive (default), normal or batch: the highest that requests may have'],
  ['--models <ids>', 'models that this person may use, with commas; * matches any text'],
  ['--expires-days <days>', 'how long the token is good'],
  ['--limit-queued <number>', 'requests that wait at once'],
  ['--limit-running <number>', 'requests that run at once'],
  ['--limit-requests-per-minute <number>', 'requests a minute'],
  ['--limit-tokens-per-day <number>', 'tokens of prompts and answers a day'],
  ['--limit-weight <number>', 'share beside others of the class, 0.1 to 10 (1 unless said)'],
]

const WHERE: [flags: string, help: string][] = [
  ['--state-dir <folder>', 'where the proxy keeps its tokens and records'],
  ['--config <file>', 'settings file (default /etc/aircoder/proxy.json)'],
]

/** Adds the commands about people: `token` and `usage`. Each is loaded when it is called. */
export function addPeopleCommands(program: Command): void {
  addTokenCommand(program)
  addUsageCommand(program)
}

function addTokenCommand(program: Command): void {
  const token = program.command('token').description('Bearer tokens, one a person.')
  for (const [verb, does, terms] of [
    ['add', 'Make a token; it is printed once and kept nowhere.', TERMS],
    ['rotate', 'Make a new token and close the old one with its streams.', TERMS],
    ['set', 'Change what a person may do; the token stays.', TERMS],
    ['revoke', 'Close a token; streams that run on it end within a second.', []],
  ] as const) {
    const command = token.command(verb).argument('<name>').description(does)
    for (const [flags, help] of [...terms, ...WHERE]) command.option(flags, help)
    command.action(async (name: string, flags: Record<string, string>) => {
      const { runToken } = await import('./commands/token.js')
      runToken(verb, name, flags, process.env)
    })
  }
  const list = token.command('list').description('Who has a token, on which terms.')
  list.option('--json', 'one JSON array')
  for (const [flags, help] of WHERE) list.option(flags, help)
  list.action(async (flags: Record<string, string | true>) => {
    const { runTokenList } = await import('./commands/token_list.js')
    runTokenList(flags, process.env)
  })
}

function addUsageCommand(program: Command): void {
  const usage = program
    .command('usage')
    .description('Requests, tokens, waiting and GPU time by person and day.')
    .option('--days <number>', 'how many days, today included', '7')
    .option('--person <name>', 'one person only')
    .option('--json', 'one JSON array')
  for (const [flags, help] of WHERE) usage.option(flags, help)
  usage.action(async (flags: Record<string, string | true>) => {
    const { runUsage } = await import('./commands/usage.js')
    runUsage(flags, process.env)
  })
}
