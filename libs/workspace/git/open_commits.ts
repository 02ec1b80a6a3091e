import { LIMITS } from '#core'
import { runCommand } from '../commands/run_command.js'
import type { CommandPlace } from '../commands/start_shell.js'
import type { CommandResult } from '../commands/types.js'
import { findCommit, planCommit } from './plan_commit.js'
import { runGit } from './run_git.js'
import type { Commits } from './types.js'

/** Nothing is cleaned up in the background, and git asks for nothing. The user's other configuration holds. */
const CONFIG = ['core.editor=false', 'gc.auto=0', 'maintenance.auto=false'].flatMap((entry) => [
  '-c',
  entry,
])
const REASON_CHARS = 300

/**
 * Commits of a task's files. git is started with its words, without a shell. What reads runs without the
 * programs of the repository; `make` runs its hooks, with the environment and the sandbox of commands.
 */
export function openCommits(place: CommandPlace): Commits {
  const start = (args: readonly string[], signal: AbortSignal): Promise<CommandResult> => {
    const command = ['git', '--no-pager', '--literal-pathspecs', ...CONFIG, ...args]
    return runCommand(place, { command, timeoutMs: LIMITS.commandMaxMs, signal })
  }
  const forget = async (fresh: readonly string[], signal: AbortSignal) => {
    if (fresh.length === 0) return
    // Only entries without content: what the user has staged since is theirs.
    const listed = await runGit(place, ['ls-files', '-s', '-z', '--', ...fresh], { signal })
    const empty = listed.stdout
      .toString('utf8')
      .split('\0')
      .flatMap((line) => EMPTY.exec(line)?.[1] ?? [])
    if (empty.length > 0) await start(['rm', '--cached', '-f', '-q', '--', ...empty], signal)
  }

  return {
    plan: (files, signal) => planCommit(place, files, signal),
    async make({ paths, fresh }, message, signal) {
      if (fresh.length > 0) {
        const added = await start(['add', '--intent-to-add', '--', ...fresh], signal)
        if (added.exitCode !== 0) return { ok: false, reason: reasonOf(added) }
      }
      const only = ['commit', '--quiet', '--only', '-m', message, '--', ...paths]
      const made = await start(only, signal)
      if (made.exitCode !== 0) {
        await forget(fresh, AbortSignal.timeout(LIMITS.gitMs))
        return { ok: false, reason: reasonOf(made) }
      }
      const head = await runGit(place, ['rev-parse', 'HEAD'])
      return { ok: true, hash: head.stdout.toString('utf8').trim() }
    },
    find: (parent, message, signal) => findCommit(place, { parent, message }, signal),
    forget,
  }
}

/** An entry that `add --intent-to-add` made: the id of the empty file, in either hash of git. */
const EMPTY =
  /^\d+ (?:e69de29bb2d1d6434b8b29ae775ad8c2e48c5391|473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813) 0\t([\s\S]+)$/

/** The end of what git or a hook printed, in one line. */
function reasonOf({ output, timedOut, aborted }: CommandResult): string {
  if (timedOut) return `git took more than ${LIMITS.commandMaxMs} ms`
  if (aborted) return 'interrupted'
  const said = output.trim().replace(/\s+/g, ' ')
  return said === '' ? 'git failed without a message' : said.slice(-REASON_CHARS)
}
