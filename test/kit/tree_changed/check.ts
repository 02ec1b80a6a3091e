import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { Test } from 'tap'
import type { Event } from '#core'
import { createScriptModel } from '#model'
import { openWorkspace } from '#workspace'
import { type Loop, openLoop } from '../loop.js'
import { ENDS, type Scene } from './scenes.js'
import { SUBJECT, type World } from './worlds.js'

/** Path -> kind, permission bits and content, without following links. */
type Tree = Record<string, string>

/** Of larger files only the size is compared. */
const MOST_BYTES = 1_048_576
const TEMP = /\.aircoder-\w+\.tmp$/

/**
 * One process dies in the scene, the world changes, and the next processes recover, all but the last of them killed.
 * Checks what docs/design/durability.md#the-tree-changed-meanwhile promises.
 * @param times  number of recoveries
 */
export async function checkCase(t: Test, scene: Scene, world: World, times: number): Promise<void> {
  const loop = openLoop(t, { files: scene.files })
  const outside = join(loop.root, '..', 'outside')
  mkdirSync(outside)
  const taskId = await scene.die(loop)
  world.change(loop.root, outside)
  const [before, beyond] = [readTree(loop.root), readTree(outside)]
  const events: Event[] = []
  for (let time = 1; time <= times + 1; time += 1) {
    loop.reopen()
    const cut = time < times ? cutAt(time) : () => false
    const ran = await loop.run(taskId, driveOf(loop, world), cut)
    events.push(...ran.events)
    if (time >= times && ran.result === null) throw new Error('the run did not end')
  }
  const after = readTree(loop.root)
  const seen = { loop, taskId, events, before, after }
  t.same(readTree(outside), beyond, 'nothing outside is touched')
  t.same(
    Object.keys(after).filter((path) => TEMP.test(path)),
    [],
    'no temporary file is left',
  )
  if (world.mode === 'plan') t.same(after, withoutTemps(before), 'plan mode writes nothing')
  t.same(kept(after, scene, world), kept(before, scene, world), 'what somebody changed is kept')
  checkTruth(t, scene, world, seen)
  t.ok(loop.ledger().verify().ok, 'the ledger is whole')
}

interface Seen {
  loop: Loop
  taskId: string
  events: Event[]
  before: Tree
  after: Tree
}

/** The first process dies before it settles anything, the second one before its commit. */
function cutAt(time: number): (event: Event) => boolean {
  return (event) => (time === 1 ? event.type === 'note' : event.type === 'reply')
}

function driveOf(loop: Loop, { deny = [], mode = 'yolo' }: World) {
  return {
    workspace: openWorkspace({ root: loop.root, deny, env: process.env }),
    model: createScriptModel(ENDS),
    mode: () => mode,
  }
}

/** The conflict is recorded and reported once, and the files that are said to be changed are those that are. */
function checkTruth(t: Test, scene: Scene, world: World, seen: Seen): void {
  const { loop, taskId, events, after } = seen
  const { session } = loop.ledger().view(taskId)
  const rows = loop.ledger().find({ taskId, kind: 'diagnostic' })
  const conflicts = rows.filter(({ facts }) => facts.code === 'conflict')
  const isDue = expectsConflict(scene, world)
  t.equal(conflicts.length, Number(isDue), `a conflict row: ${isDue}`)
  const said = events.filter(
    (event) => event.type === 'note' && /not finished|Not restored/.test(event.text),
  )
  t.equal(said.length, Number(isDue), 'the user gets one note')
  const sent = loop.requests.at(-1)?.messages ?? []
  const notes = sent.filter(({ content }) =>
    /Not written|Partly written|Not restored/.test(String(content)),
  )
  t.equal(notes.length, Number(isDue), 'the model gets one message')
  if (scene.kind === 'command') {
    t.same(withoutTemps(after), withoutTemps(seen.before), 'an interrupted command writes nothing')
    return
  }
  const open = openWorkspace({ root: loop.root, deny: world.deny ?? [], env: process.env })
  const edits = loop.ledger().appliedEdits({ sessionId: session.id })
  const claimed = edits
    .filter(({ undone }) => !undone)
    .flatMap(({ files }) => files.map(({ path }) => path))
  const states = Object.entries(scene.goals).map(([path, goal]) => {
    const now = open.fileState(path)
    const text = now.ok ? (now.bytes?.toString() ?? null) : undefined
    return { path, isAfter: text === goal.after, isBefore: text === goal.before }
  })
  if (scene.kind === 'edit') {
    const changed = states.filter(({ isAfter }) => isAfter).map(({ path }) => path)
    t.same(claimed.toSorted(), changed.toSorted(), 'undo knows exactly what is still changed')
    const others = states.filter(({ path }) => path !== SUBJECT)
    if (isDue && world.mode !== 'plan')
      t.ok(
        others.every(({ isBefore }) => isBefore),
        'what was written is taken back',
      )
    if (!isDue)
      t.ok(
        states.every(({ isAfter }) => isAfter),
        'the edit is finished',
      )
  } else if (world.mode !== 'plan') {
    const others = states.filter(({ path }) => path !== SUBJECT || !isDue)
    t.ok(
      others.every(({ isAfter }) => isAfter),
      'the rest of the undo is finished',
    )
  }
}

/** Whether the effect could not be finished, by the table of the document. */
function expectsConflict({ kind, goals, done, files }: Scene, { meaning, mode }: World): boolean {
  if (kind === 'command') return false
  if (mode === 'plan') return done < Object.keys(goals).length
  if (meaning === 'gone') return kind === 'undo' || files[SUBJECT] !== undefined
  return meaning === 'strange'
}

/** What must be as it was after the recovery: all of the subject, or its permission bits alone. */
function kept(tree: Tree, scene: Scene, { meaning }: World): Tree {
  const isOurs = (path: string) => path in scene.goals || TEMP.test(path)
  if (meaning === 'same') {
    const bits = tree[SUBJECT]?.split(' ').slice(0, 2).join(' ')
    const isNew = scene.files[SUBJECT] === undefined && scene.done === 0
    return bits === undefined || isNew ? {} : { [SUBJECT]: bits }
  }
  const mayCreate = meaning === 'gone' && scene.files[SUBJECT] === undefined
  const rest = Object.entries(tree).filter(
    ([path]) => !isOurs(path) || (path === SUBJECT && !mayCreate),
  )
  return Object.fromEntries(rest.filter(([path]) => !(mayCreate && path === 'src')))
}

function withoutTemps(tree: Tree): Tree {
  return Object.fromEntries(Object.entries(tree).filter(([path]) => !TEMP.test(path)))
}

function readTree(root: string, below = ''): Tree {
  const tree: Tree = {}
  for (const name of readdirSync(join(root, below)).sort()) {
    const path = below === '' ? name : `${below}/${name}`
    const full = join(root, path)
    const stats = lstatSync(full)
    const bits = (stats.mode & 0o7777).toString(8)
    if (stats.isSymbolicLink()) tree[path] = `link ${bits} ${readlinkSync(full)}`
    else if (stats.isDirectory()) {
      tree[path] = `folder ${bits}`
      Object.assign(tree, readTree(root, path))
    } else if (stats.isFile())
      tree[path] =
        `file ${bits} ${stats.size > MOST_BYTES ? stats.size : readOwn(full, stats.mode)}`
    else tree[path] = `other ${bits}`
  }
  return tree
}

/** The text of a file of ours, also of one that is unreadable now: its bits are the same afterwards. */
function readOwn(path: string, mode: number): string {
  if ((mode & 0o400) !== 0) return readFileSync(path, 'utf8')
  chmodSync(path, 0o600)
  try {
    return readFileSync(path, 'utf8')
  } finally {
    chmodSync(path, mode & 0o7777)
  }
}
