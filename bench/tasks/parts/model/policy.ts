import { isAnyEdit } from './goals.js'
import type { Goal, Move } from './moves.js'
import { pathIn, type See, type SeenCall } from './see.js'
import { callOf } from './tools.js'

/** What the model knows about a kind of task: which parts it has. Everything else it has to see. */
export type Skill = (see: See) => Goal[]

export interface Thought {
  move: Move
  goal: string
  /** What it says beside its call. */
  says: string
}

/** Chooses the next move: the first part of the work that is not met, by a way that was not tried in vain. */
export function think(see: See, skill: Skill): Thought {
  const goals = skill(see)
  if (goals.length === 0)
    return { move: { do: 'say', text: 'What should I do next?' }, goal: 'no task', says: '' }
  const says = goals.flatMap((goal) => goal.says?.(see) ?? []).join(' ')
  const goal = goals.find((one) => !one.met(see)) as Goal
  const moves = goal.moves(see).map((move) => visible(see, move))
  const move = moves.find((one) => !isSpent(see, one)) ?? leastRecent(see, moves)
  return { move: move ?? { do: 'list', path: '.' }, goal: goal.name, says }
}

/** A path that was never seen cannot be named: the model lists the nearest folder that it can see. */
function visible(see: See, move: Move): Move {
  if (!('path' in move) || move.path === undefined || move.do === 'write') return move
  // A name and its folder may come from two listings.
  const segments = move.path.split('/')
  if (segments.every((part) => see.text.includes(part))) return move
  const base = [...segments]
  while (base.length > 0) {
    base.pop()
    const folder = base.join('/')
    if (folder !== '' && base.every((part) => see.text.includes(part)))
      return { do: 'list', path: folder }
  }
  return { do: 'list', path: '.' }
}

/** The same call is visible, and nothing happened since that could change its result. */
function isSpent(see: See, move: Move): boolean {
  const call = callOf(see.tools, move)
  if (call === null) return move.do === 'say' && see.own.includes(move.text)
  const last = see.calls.findLast((one) => isSame(one, call))
  if (last === undefined) return false
  const later = see.calls.filter(({ at }) => at > last.at)
  if (move.do === 'patch')
    return !later.some((one) => pathIn(one.args) === move.path && !isAnyEdit(one.args))
  if (move.do === 'resolve') return !later.some(({ ok }) => ok)
  return !later.some((one) => one.ok && isAnyEdit(one.args))
}

function isSame(
  one: Pick<SeenCall, 'tool' | 'args'>,
  call: { name: string; args: object },
): boolean {
  return one.tool === call.name && sorted(one.args) === sorted(call.args)
}

function sorted(args: object): string {
  return JSON.stringify(Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function leastRecent(see: See, moves: readonly Move[]): Move | undefined {
  const lastAt = (move: Move) => {
    const call = callOf(see.tools, move)
    return call === null ? 0 : (see.calls.findLast((one) => isSame(one, call))?.at ?? 0)
  }
  return [...moves].sort((a, b) => lastAt(a) - lastAt(b))[0]
}
