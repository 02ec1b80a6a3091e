import type { Call } from '../readers/program.js'
import { fork } from '../state/state.js'
import { type Field, known } from '../state/types.js'

/** Commands of git, which no alias replaces. */
const OWN_COMMANDS =
  /^(?:add|am|annotate|apply|archive|bisect|blame|branch|bundle|cat-file|check-.*|checkout.*|cherry|cherry-pick|clean|clone|commit.*|config|count-objects|credential.*|describe|diff.*|fetch|for-each-ref|format-patch|fsck|gc|grep|hash-object|help|init|log|ls-.*|merge.*|mv|notes|pull|push|range-diff|read-tree|rebase|reflog|remote|reset|restore|rev-.*|revert|rm|shortlog|show.*|sparse-checkout|stash|status|submodule|switch|symbolic-ref|tag|update-.*|var|version|worktree|write-tree)$/

/** An alias of the repository or the user is read as the command that it means. */
export function useAlias({ text }: Field, args: readonly Field[], { walker, state }: Call): void {
  const [folder] = state.cwds ?? []
  if (text === null || OWN_COMMANDS.test(text) || folder === undefined) return
  const alias = walker.disk.gitAlias(folder, text)
  if (alias === null) return
  const inner = fork(state, { depth: state.depth + 1 })
  if (alias.startsWith('!')) walker.inside(alias.slice(1), inner)
  else walker.inspect([known('git'), ...alias.split(/\s+/).map(known), ...args], inner)
}

/** Commands that git runs for its caller. */
export function inspectInner(command: string, args: readonly Field[], call: Call): void {
  const { walker, state } = call
  const inner = fork(state, { wrappers: [...state.wrappers, 'git'], depth: state.depth + 1 })
  const at = args.findIndex(({ text }) =>
    /^(?:-x|--exec|--extcmd|--tree-filter|--index-filter|--msg-filter|--env-filter)$/.test(
      text ?? '',
    ),
  )
  const glued = args
    .map(({ text }) => /^(?:--exec|--extcmd|-x)=?(.+)$/s.exec(text ?? '')?.[1])
    .find((text) => text !== undefined)
  const runsText = /^(?:rebase|difftool|filter-branch)$/.test(command)
  const text = runsText
    ? (glued ?? (at >= 0 ? (args[at + 1]?.text ?? null) : undefined))
    : undefined
  if (text === null) walker.unsure(`git ${command} runs a computed text`)
  else if (text !== undefined) walker.inside(text, inner)
  for (const { text } of args) {
    const [, glued] = /^-O(.+)$/s.exec(text ?? '') ?? []
    if (glued !== undefined && command !== 'grep') walker.tryPath(known(glued), 'read', state)
    else if (glued !== undefined) {
      walker.inside(glued, inner)
      walker.unsure('git grep -O runs a program')
    }
  }
  const [verb, ...rest] = args
  const own = args[args.findIndex((word) => word.text === '-c') + 1]
  if (command === 'shell' && own !== undefined) {
    if (own.text === null) walker.unsure('git shell runs a computed text')
    else walker.inside(own.text, inner)
  }
  if (command === 'bisect' && verb?.text === 'run') walker.inspect(rest, inner)
  const each = args.findIndex(({ text }) => text === 'foreach')
  if (command === 'submodule' && each >= 0) {
    const words = args
      .slice(each + 1)
      .filter(({ text }) => !/^--/.test(text ?? ''))
      .map(({ text }) => text)
    if (words.every((word) => word !== null)) walker.inside(words.join(' '), inner)
    else walker.unsure('git submodule foreach runs a computed text')
  }
}
