import type { Command } from 'commander'

/** Flags of `token add`, `rotate` and `set`; `none` removes a limit, an expiry or a list of models. */
const TERMS: [flags: string, help: string][] = [
  ['--class <class>', 'highest class of the requests: interactive (default), normal or batch'],
  ['--models <ids>', 'models that this person may use, separated by commas; * matches any text'],
  ['--expires-days <days>', 'days until the token expires'],
  ['--limit-queued <number>', 'waiting requests at the same time'],
  ['--limit-running <number>', 'running requests at the same time'],
  ['--limit-requests-per-minute <number>', 'requests a minute'],
  ['--limit-tokens-per-day <number>', 'tokens of prompts and answers a day'],
  ['--limit-weight <number>', 'share beside others of the class, 0.1 to 10 (default 1)'],
]

const WHERE: [flags: string, help: string][] = [
  ['--state-dir <folder>', 'folder of tokens and usage records'],
  ['--config <file>', 'settings file (default /etc/aircoder/proxy.json)'],
]

/** Adds the commands about people: `token` and `usage`. Each is loaded when it is called. */
export function addPeopleCommands(program: Command): void {
  addTokenCommand(program)
  addUsageCommand(program)
}

function addTokenCommand(program: Command): void {
  const token = program.command('token').description('Manage bearer tokens, one for each person.')
  for (const [verb, does, terms] of [
    ['add', 'Create a token. It is printed once and not stored.', TERMS],
    ['rotate', 'Create a new token and revoke the old one; its streams end.', TERMS],
    ['set', 'Change the terms of a person; the token stays valid.', TERMS],
    ['revoke', 'Revoke a token; its running streams end within a second.', []],
  ] as const) {
    const command = token.command(verb).argument('<name>').description(does)
    for (const [flags, help] of [...terms, ...WHERE]) command.option(flags, help)
    command.action(async (name: string, flags: Record<string, string>) => {
      const { runToken } = await import('./commands/token.js')
      runToken(verb, name, flags, process.env)
    })
  }
  const list = token.command('list').description('List people with their tokens and terms.')
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
    .description('Show requests, tokens, waiting time and GPU time by person and day.')
    .option('--days <number>', 'number of days, including today', '7')
    .option('--person <name>', 'one person only')
    .option('--json', 'one JSON array')
  for (const [flags, help] of WHERE) usage.option(flags, help)
  usage.action(async (flags: Record<string, string | true>) => {
    const { runUsage } = await import('./commands/usage.js')
    runUsage(flags, process.env)
  })
}
