import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { LIMITS, redact } from '#core'
import { oddForGit } from '../ignores/odd_repository.js'
import type { DenyRules } from '../paths/deny.js'
import { gitTop } from '../paths/git_top.js'
import { environment, type GitPlace, safeArguments } from './run_git.js'

/** Commits between which git changes the files of the work tree. */
export type GitMove =
  /** From one commit to another; `fromBase`: from the commit that both come from. */
  | { kind: 'between'; from: string; to: string; fromBase?: boolean }
  /** What these commits, or ranges of them, changed. */
  | { kind: 'commits'; names: readonly string[] }
  /** What a stash holds. */
  | { kind: 'stash'; name: string }

/** What the gate asks git before a command of the model runs. Nothing in the repository changes, no program of it runs. */
export interface GitLook {
  /** Denied paths, absolute, that git would write or delete for this move; null: git does not know the commits, or took too long. */
  deniedInMove(folder: string, move: GitMove): string[] | null
  /** The text of an alias; null: there is none of this name. */
  alias(folder: string, name: string): string | null
  /** The name of a remote whose address holds a password or a token; null: none does. */
  remoteWithSecret(folder: string): string | null
}

/** The calls are synchronous, because the gate is: each is ended after this time. */
export function lookAtGit({ env }: Pick<GitPlace, 'env'>, deny: Pick<DenyRules, 'match'>): GitLook {
  function ask(folder: string, args: readonly string[]): string[] | null {
    if (oddForGit(folder, args[0]) !== null) return null
    const { status, stdout } = spawnSync(
      'git',
      ['--no-pager', '--literal-pathspecs', ...safeArguments([]), ...args],
      {
        cwd: folder,
        env: environment(env, {}),
        timeout: LIMITS.gitLookMs,
        killSignal: 'SIGKILL',
        maxBuffer: LIMITS.gitBytes,
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    )
    return status === 0 ? stdout.toString('utf8').split('\0').filter(Boolean) : null
  }

  /** The id of a commit; a name without a branch of its own is that of a remote, as git takes it. */
  function commitOf(folder: string, name: string): string | null {
    if (name === '' || name.startsWith('-')) return null
    const spelled = name === '-' ? '@{-1}' : name
    const [own] = ask(folder, ['rev-parse', '--verify', '--quiet', `${spelled}^{commit}`]) ?? []
    if (own !== undefined) return own.trim()
    const refs = ask(folder, ['for-each-ref', '--format=%(objectname)', `refs/remotes/*/${name}`])
    return refs?.[0]?.split('\n')[0]?.trim() || null
  }

  function between(folder: string, move: Extract<GitMove, { kind: 'between' }>): string[] | null {
    const [from, to] = [commitOf(folder, move.from), commitOf(folder, move.to)]
    if (from === null || to === null) return null
    const base = move.fromBase ? ask(folder, ['merge-base', from, to])?.[0]?.trim() : from
    if (base === undefined) return null
    return ask(folder, ['diff-tree', '-r', '--name-only', '--no-renames', '-z', base, to])
  }

  function commits(folder: string, names: readonly string[]): string[] | null {
    if (names.length === 0 || names.some((name) => name.startsWith('-'))) return null
    const isRange = names.some((name) => /\.\.|\^[@!]?$|^\^/.test(name))
    const all = ['--format=', '--name-only', '--no-renames', '-m', '-z']
    return ask(folder, ['log', ...all, ...(isRange ? [] : ['--no-walk']), ...names, '--'])
  }

  function stash(folder: string, name: string): string[] | null {
    const id = commitOf(folder, name)
    if (id === null) return null
    const changed = ask(folder, ['diff-tree', '-r', '--name-only', '-z', `${id}^1`, id])
    // Files that git did not track have a commit of their own.
    const untracked = ask(folder, ['ls-tree', '-r', '--name-only', '-z', `${id}^3`]) ?? []
    return changed === null ? null : [...changed, ...untracked]
  }

  return {
    deniedInMove(folder, move) {
      const top = gitTop(folder)
      if (top === null) return []
      const found =
        move.kind === 'between'
          ? between(folder, move)
          : move.kind === 'commits'
            ? commits(folder, move.names)
            : stash(folder, move.name)
      // `log` puts a line end in front of the first name.
      const paths = found?.map((name) => join(top, name.replace(/^\n+/, '')))
      return paths?.filter((path) => deny.match(path) !== null) ?? null
    },
    alias(folder, name) {
      if (gitTop(folder) === null || !/^[\w-]+$/.test(name)) return null
      return ask(folder, ['config', '--includes', '-z', '--get', `alias.${name}`])?.[0] ?? null
    },
    remoteWithSecret(folder) {
      if (gitTop(folder) === null) return null
      const rows = ask(folder, ['config', '--includes', '-z', '--get-regexp', '^remote\\..*url$'])
      const secret = rows?.find((row) => redact(row) !== row)
      return secret === undefined ? null : (/^remote\.(.*)\.(?:push)?url\n/.exec(secret)?.[1] ?? '')
    },
  }
}
