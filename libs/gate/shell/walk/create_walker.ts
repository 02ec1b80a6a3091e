import { posix } from 'node:path'
import type { ParsedScript } from 'unbash'
import type { Programs } from '../readers/program.js'
import { HERE } from '../readers/tree.js'
import { assignVariable, setVariable } from '../readers/variables.js'
import { placesOf } from '../state/places.js'
import { fork, type State } from '../state/state.js'
import {
  type Disk,
  type Field,
  known,
  type Output,
  type Seen,
  UNKNOWN,
  type Use,
} from '../state/types.js'
import type { Walker } from '../state/walker.js'
import { mayRun } from '../words/expand.js'
import { patternBudget } from '../words/expand_pattern.js'
import { compilePattern } from '../words/pattern.js'
import { inspectProgram } from './inspect_program.js'
import { openMade, tidy } from './made.js'
import { walkNode, walkScript, walkText } from './walk.js'
import { waysOf } from './ways.js'

/** Nodes of the grammar and programs inside programs; above them the answer is "unsure". */
const MAX_NODES = 4_000
const MAX_DEPTH = 12
const MAX_USES = 1_000
/** Ends a text that is expanded again; no line of it is likely to be this. */
const AGAIN = 'END_OF_WHAT_IS_EXPANDED_AGAIN'

/** Begins a walk over one shell text. */
export function createWalker(disk: Disk, start: string, programs: Programs): Walker {
  const seen: Seen = { parts: [], uses: [], unsure: [], writes: false }
  const made = openMade()
  const waiting: (() => unknown)[] = []
  let nodes = 0

  const use = (field: Field, access: Use['access'], state: State, sure: boolean) => {
    for (const hit of field.hits ?? [])
      seen.uses.push({ given: field.raw, path: hit, access, sure })
    if (field.text === null) {
      if (sure && !field.harmless && (field.hits ?? []).length === 0)
        walker.unsure(`${shown(field.raw)} is computed when it runs`)
      else if (sure && !field.harmless)
        walker.unsure(`${shown(field.raw)} may name protected files`)
      return
    }
    if (seen.uses.length >= MAX_USES) return walker.unsure(`it names more than ${MAX_USES} places`)
    const { paths, unsure, always } = placesOf(field.text, state)
    // From a folder that is computed, only rules by name hold.
    const anywhere = unsure !== null && always !== true
    // `<(command)`: the shell opens it, and no other place has that name here.
    const isPipe = /^[<>]\(/.test(field.raw) && field.text === '/dev/fd/63'
    for (const path of paths) {
      const isSure = sure && !isPipe
      seen.uses.push({
        given: field.text,
        path,
        access: anywhere ? 'mention' : access,
        sure: isSure,
      })
      // In a later round of a loop a name that the loop itself creates is there already.
      const isOwn = made.again && (access === 'write' || field.several === true)
      if (made.has(path, 'place') && !(isOwn && made.isPlace(path)))
        walker.unsure(
          `${shown(field.text)} leads through a link or folder that the same command creates`,
        )
    }
    if ((sure || always) && unsure !== null) walker.unsure(unsure)
  }

  /** For the denied files that it names, and for nothing else. */
  const quietly = (walk: () => unknown) => {
    const { parts, uses, unsure, writes } = seen
    const [partCount, useCount, unsureCount] = [parts.length, uses.length, unsure.length]
    walk()
    parts.length = partCount
    unsure.length = unsureCount
    seen.writes = writes
    for (const use of uses.slice(useCount)) use.access = 'mention'
  }

  /** One way in which a command may turn out, for the files that it touches. @returns what it creates */
  const inspectWay = (way: readonly Field[], state: State) =>
    made.aside(() => {
      const count = seen.parts.length
      inspectProgram(way, { state: fork(state), walker }, programs)
      seen.parts.length = count
    })

  const isTooDeep = (state: State) => {
    if (state.depth >= MAX_DEPTH) walker.unsure('it nests commands too deeply')
    return state.depth >= MAX_DEPTH
  }

  const walker: Walker = {
    disk,
    patterns: patternBudget(),
    seen,
    written: [],
    enter() {
      nodes += 1
      if (nodes > MAX_NODES) walker.unsure('it has too many parts')
      return nodes <= MAX_NODES
    },
    unsure: (why) => {
      if (seen.unsure.length < 8) seen.unsure.push(why)
    },
    usePath: (field, access, state) => use(field, access, state, true),
    tryPath: (field, access, state) => use(field, access, state, false),
    part(words, state, unsafe) {
      const why = state.ownPath ? 'PATH was changed' : unsafe
      const wrappers = [...state.wrappers, ...(state.ownPath ? ['PATH='] : [])]
      const at = state.cwds?.length === 1 ? (state.cwds[0] ?? null) : null
      seen.parts.push({ words, unsafe: why, wrappers, ...(at === start ? {} : { at }) })
    },
    noteCreated(field, state, what) {
      if (field.text === null) return
      for (const path of placesOf(field.text, state).paths)
        if (field.text === HERE.text && what === 'text') made.fill(path)
        else made.note(path, what)
    },
    created: made.count,
    nextRound(walk) {
      const { again } = made
      made.again = true
      const output = walk()
      made.again = again
      return output
    },
    isCreated(path, what) {
      if (what === 'plain') return made.isPlain(path)
      return what === 'name' ? made.endsWith(path) : made.has(path, what)
    },
    setFor: (name, values, state) => setVariable(name, values, state, walker),
    inspect(fields, state) {
      if (!walker.enter()) return UNKNOWN
      if (isTooDeep(state)) return UNKNOWN
      const ways = waysOf(fields).map((way) => inspectWay(way, state))
      const output = inspectProgram(fields, { state, walker }, programs)
      for (const way of ways) made.add(way)
      return output
    },
    node: (node, state) => (isTooDeep(state) ? UNKNOWN : walkNode(node, state, walker)),
    shared: (text, state) => {
      if (isTooDeep(state)) return UNKNOWN
      state.depth += 1
      const output = walkText(text, state, walker)
      state.depth -= 1
      return output
    },
    inspectQuietly(text, state) {
      if (state.depth <= MAX_DEPTH) quietly(() => walkText(text, state, walker))
    },
    deniedIn(text, state) {
      const count = seen.uses.length
      walker.inspectQuietly(text, state)
      const named = seen.uses.splice(count).filter(({ path }) => disk.denied(path) !== null)
      return named.map(({ given }) => given)
    },
    keep: (name, values, state) => assignVariable(name, values, state, walker),
    later: (node, state) =>
      waiting.push(() =>
        quietly(() =>
          walker.node(node.body, fork(state, { positional: null, depth: state.depth + 1 })),
        ),
      ),
    runAtEnd: (text, state) => waiting.push(() => walker.inside(text, state)),
    finish() {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) one()
    },
    inside(text, state) {
      if (isTooDeep(state)) return UNKNOWN
      return walkText(text, fork(state, { depth: state.depth + 1 }), walker)
    },
    again(text, state) {
      if (text === null) walker.unsure('it expands a computed text')
      // A here-document is expanded by the same rules, quotes and all.
      else if (mayRun(text)) walker.inside(`: <<${AGAIN}\n${text}\n${AGAIN}`, state)
    },
    globbed(pattern, raw, state) {
      const { paths } = placesOf(pattern, state)
      if (made.places().some((place) => paths.some((path) => mayLeadTo(path, place))))
        walker.unsure(
          `${shown(raw)} may lead through a link or folder that the same command creates`,
        )
    },
    listed: (folder, raw, state) => use({ ...known(folder), raw }, 'read', state, false),
    capture: (script: ParsedScript | undefined, state: State) => captureIn(script, state, walker),
    connect(script, operator, state) {
      if (operator === '>') captureIn(script, fork(state, { stdin: UNKNOWN }), walker)
      else captureIn(script, state, walker)
    },
  }
  return walker
}

function captureIn(script: ParsedScript | undefined, state: State, walker: Walker): Output {
  if (script === undefined) {
    walker.unsure('a substitution cannot be read')
    return UNKNOWN
  }
  if (script.errors && script.errors.length > 0) walker.unsure('a substitution is not complete')
  if (state.depth >= MAX_DEPTH) {
    walker.unsure('it nests commands too deeply')
    return UNKNOWN
  }
  return walkScript(script, fork(state, { depth: state.depth + 1 }), walker)
}

/** Whether a pattern with folders in it may match a place or what is below it. */
function mayLeadTo(pattern: string, place: string): boolean {
  const wanted = tidy(pattern).split('/')
  const parts = tidy(posix.normalize(place)).split('/')
  if (wanted.length < parts.length) return false
  return parts.every((part, at) => compilePattern(wanted[at] ?? '', true)(part))
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text
}
