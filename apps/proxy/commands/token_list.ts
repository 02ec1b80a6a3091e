import { systemClock } from '#core'
import { openTokens } from '#relay'
import { type Environment, type Flags, readSettings } from '../input/read_settings.js'
import { tableOf } from './table.js'

type Listed = ReturnType<ReturnType<typeof openTokens>['list']>[number]

/** Prints people with the terms of their tokens; never a token or its digest. */
export function runTokenList({ json, ...flags }: Flags, env: Environment): void {
  const { settings } = readSettings(flags, env)
  const tokens = openTokens(settings.stateDir, systemClock)
  const listed = tokens.list()
  if (json) {
    const rows = listed.map(({ sha256: _, ...token }) => token)
    process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`)
    return
  }
  if (listed.length === 0) {
    process.stderr.write(`No tokens in ${tokens.path}.\n`)
    return
  }
  const head = ['NAME', 'TOKEN', 'CLASS', 'MODELS', 'LIMITS', 'CREATED', 'STATE']
  process.stdout.write(tableOf(head, listed.map(rowOf)))
}

function rowOf(token: Listed): string[] {
  const limits = Object.entries(token.limits).map(([name, value]) => `${name}=${value}`)
  return [
    token.name,
    `ac_${token.id}_…`,
    token.class,
    token.models?.join(',') ?? '*',
    limits.join(' ') || '-',
    token.created.slice(0, 10),
    stateOf(token),
  ]
}

function stateOf({ revoked, expires, live }: Listed): string {
  if (revoked !== undefined) return `revoked ${revoked.slice(0, 10)}`
  if (expires === undefined) return 'valid'
  return `${live ? 'valid until' : 'expired'} ${expires.slice(0, 10)}`
}
