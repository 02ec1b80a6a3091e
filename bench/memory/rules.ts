import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { estimateTokens } from '#core'
import { openMap } from '#map'
import {
  chooseRules,
  type NotePlace,
  type NotePlaces,
  rulesIn,
  rulesOfResult,
  type TaskWords,
  teach,
} from '#memory'
import { kindOfTask } from '../../libs/memory/rules/task_kind.js'
import { rulesFor } from '../../libs/supervisor/ambient/rules_for.js'
import { RULE_SETS } from './parts/rule_sets.js'

// Sentences of a user in five languages, and later tasks that need them (parts/rule_sets.ts). Measured: the rules that the head
// of each task shows, of LIMITS.ruleTokens, and those that come with the reads before the first edit; both with what was learned
// and with every sentence taught, so that what was not learned does not hide what the choice does.

const DAY = '2026-11-23'
const TOKENS = 200
const MAP_MS = 60_000
const NOTHING: TaskWords = { text: '', files: [] }

interface Rule {
  said: string
  /** A part of the rule by which its line is found. */
  key: string
  /** What is said instead, where `said` alone is no sentence that teaches. */
  teach?: string
  /** It holds for every task of the project. */
  always?: true
  /** It holds for every task that writes code: those of all rules, not those of `off`. */
  code?: true
  /** It says itself when it holds: "In tests, …", "Commit messages …". A task that does not meet this must not see it. */
  states?: true
  /** Later tasks that need it. */
  tasks?: string[]
}

/** A later task with the keys of the rules that a reviewer would hold it to, and of those that have no place in it. */
interface Asked {
  text: string
  needed: string[]
  not: string[]
  /** The files that a model reads before its first edit. */
  edits?: string[]
}

interface Project {
  lang: string
  /** Path -> text, '' in the older sets. */
  files: Record<string, string>
  rules: Rule[]
  /** Tasks that need none of the rules but those for every task. */
  off?: string[]
  /** Tasks with a judgement for each rule. A pair of which one can say "it may come up" is in neither list. */
  asked?: Asked[]
}

/** A project with its rules as they were learned, and its tasks as the program sees them. */
interface Taught {
  project: Project
  places: NotePlaces
  about: ReadonlyMap<string, TaskWords>
}

/** Counts of rules that the head showed, of those that it could have shown. */
interface Count {
  shown: number
  of: number
}

/** @param words  `--set NAME` for one set, `--half odd` for its second, fourth … projects, `--file PATH` for a set of yours */
export default async function run(words: readonly string[]) {
  const [option, path] = words
  if (option === '--file' && path !== undefined)
    return { file: await measure(JSON.parse(readFileSync(path, 'utf8')) as Project[]) }
  const wanted = words.includes('--set') ? words.slice(1) : Object.keys(RULE_SETS)
  const results: Record<string, object> = {}
  for (const [name, text] of Object.entries(RULE_SETS))
    if (wanted.includes(name))
      results[name] = await measure(half(JSON.parse(text) as Project[], words))
  return results
}

/** `--half odd|even`: a choice that is tuned on one half is measured on the other. */
function half(projects: Project[], words: readonly string[]): Project[] {
  const at = words.indexOf('--half')
  if (at === -1) return projects
  return projects.filter((_, index) => (index % 2 === 1) === (words[at + 1] === 'odd'))
}

async function measure(projects: readonly Project[]) {
  const base = mkdtempSync(join(tmpdir(), 'aircoder-rules-'))
  try {
    const taught: Taught[] = []
    const allTaught: Taught[] = []
    for (const [at, project] of projects.entries()) {
      const about = await tasksIn(project, base)
      taught.push({ project, ...teachAll(project, base, `project-${at}`), about })
      // Every sentence is a rule here: what the choice does is not hidden by what was not learned.
      const places = teachAll(project, base, `all-${at}`, true)
      allTaught.push({ project, ...places, about })
    }
    const unlearned = taught.flatMap(({ project, places }) =>
      project.rules.filter(({ key }) => !texts(places).some((text) => text.includes(key))),
    )
    const { needed, unneeded_same_project, at_first_edit } = figures(allTaught, projects)
    return {
      projects: projects.length,
      sentences: projects.flatMap(({ rules }) => rules).length,
      not_learned: unlearned.map(({ said }) => said),
      ...figures(taught, projects),
      all_taught: { needed: needed.all, unneeded: unneeded_same_project.all, at_first_edit },
      one_folder_with_all: crowded(taught),
    }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

/** What the heads show, and what comes with the reads before the first edit. */
function figures(taught: readonly Taught[], projects: readonly Project[]) {
  const needed: Record<string, Count> = {}
  const sameProject: Record<string, Count> = {}
  const otherProject = { shown: 0, of: 0 }
  const missed: string[] = []
  // Of tasks that write code, and of the others: an answer, work beside the code.
  const byKind: Record<string, Count> = {}
  // Rules that say themselves when they hold, and the others.
  const byStatement: Record<string, Count> = {}
  const neededByStatement: Record<string, Count> = {}
  // With the rules that come with the reads before the first edit; by these reads alone.
  const neededAtEdit: Record<string, Count> = {}
  const unneededAtEdit: Record<string, Count> = {}
  const neededByReads: Record<string, Count> = {}
  const unneededByReads: Record<string, Count> = {}
  const missedAtEdit: string[] = []
  let unneededTokens = 0
  let stable = 0
  let heads = 0
  for (const { project, places, about } of taught) {
    const others = projects.filter((one) => one !== project).flatMap((one) => one.rules)
    const own = texts(places)
    for (const [task, needs, judged] of tasksOf(project)) {
      const shown = head(about.get(task), places)
      heads += 1
      if (head(about.get(task), places).join('\n') === shown.join('\n')) stable += 1
      const edits = editsOf(project, task, about)
      const withReads = read(project, { task, edits, shown, rules: given(places) })
      const readsAlone = read(project, { task, edits, shown: [], rules: given(places) })
      for (const rule of edits.length === 0 ? [] : judged) {
        const has = (lines: readonly string[]) => lines.some((text) => text.includes(rule.key))
        const isNeeded = needs.includes(rule)
        count(isNeeded ? neededAtEdit : unneededAtEdit, 'all', has(withReads))
        count(isNeeded ? neededByReads : unneededByReads, 'all', has(readsAlone))
        if (isNeeded && !has(withReads)) missedAtEdit.push(`${rule.said} | ${task}`)
        if (!isNeeded && has(withReads) && !has(shown))
          missedAtEdit.push(`unneeded by a read: ${rule.said} | ${task}`)
      }
      for (const rule of judged) {
        const isShown = shown.some((text) => text.includes(rule.key))
        const group = needs.includes(rule) ? needed : sameProject
        count(group, project.lang, isShown)
        count(group, 'all', isShown)
        if (needs.includes(rule)) count(neededByStatement, rule.states ? 'stated' : 'open', isShown)
        if (needs.includes(rule) && !isShown) missed.push(`${rule.said} | ${task}`)
        if (!needs.includes(rule)) count(byKind, kindOfTask(task), isShown)
        if (!needs.includes(rule)) count(byStatement, rule.states ? 'stated' : 'open', isShown)
        if (!needs.includes(rule) && isShown) unneededTokens += estimateTokens(rule.said)
        if (!needs.includes(rule) && isShown) missed.push(`unneeded: ${rule.said} | ${task}`)
      }
      for (const { said } of others) {
        otherProject.of += 1
        if (shown.some((text) => !own.includes(text) && said.includes(text)))
          otherProject.shown += 1
      }
    }
  }
  return {
    heads,
    needed: shares(needed),
    needed_by_statement: shares(neededByStatement),
    unneeded_same_project: shares(sameProject),
    unneeded_by_task: shares(byKind),
    unneeded_by_statement: shares(byStatement),
    unneeded_tokens_a_head: Number((unneededTokens / heads).toFixed(1)),
    unneeded_other_project: otherProject,
    at_first_edit: {
      needed: shares(neededAtEdit).all,
      unneeded: shares(unneededAtEdit).all,
      needed_by_reads_alone: shares(neededByReads).all,
      unneeded_by_reads_alone: shares(unneededByReads).all,
      wrong: missedAtEdit,
    },
    heads_equal_when_asked_again: stable,
    wrong: missed,
  }
}

function teachAll(
  { rules }: Project,
  base: string,
  name: string,
  isAll = false,
): { places: NotePlaces } {
  const place = (scope: 'project' | 'user'): NotePlace => ({
    scope,
    // All projects share the folder of the user.
    folder: join(base, scope === 'user' ? `user${isAll ? '-all' : ''}` : name),
    trusted: () => () => true,
    willWrite: () => {},
  })
  const places = { project: place('project'), user: place('user') }
  for (const rule of rules) {
    teach(rule.teach ?? rule.said, places, DAY)
    const isLearned = texts(places).some((text) => text.includes(rule.key))
    if (isAll && !isLearned) teach(`Remember: ${rule.said}`, places, DAY)
  }
  return { places }
}

/**
 * All rules as if they were of one folder, where 200 tokens show a quarter of them. Of the rules for every task only
 * those of the task's own project are there.
 */
function crowded(taught: readonly Taught[]) {
  const needed: Record<string, Count> = {}
  const unneeded: Record<string, Count> = {}
  const missed: string[] = []
  // With the reads before the first edit, of tasks whose files are known.
  const atEdit: Record<string, Count> = {}
  const unneededAtEdit: Record<string, Count> = {}
  const all = taught.flatMap(({ project, places }) =>
    given(places).map((rule) => ({
      project,
      given: { ...rule, name: `${project.lang} ${rule.name}` },
      rule: project.rules.find(({ key }) => rule.text.includes(key)),
    })),
  )
  for (const { project, about } of taught) {
    const here = all.filter((one) => one.project === project || !one.rule?.always)
    for (const [task, needs, judged] of tasksOf(project)) {
      const shown = chooseRules(
        here.map((one) => one.given),
        about.get(task) ?? NOTHING,
        TOKENS,
      )
      const edits = editsOf(project, task, about)
      const rules = here.map((one) => one.given)
      const withReads = read(project, { task, edits, shown: shown.map(({ text }) => text), rules })
      for (const { given, rule } of here) {
        if (rule === undefined || (project.rules.includes(rule) && !judged.includes(rule))) continue
        const isShown = shown.includes(given)
        const group = needs.includes(rule) ? needed : unneeded
        count(group, project.lang, isShown)
        count(group, 'all', isShown)
        if (needs.includes(rule) && !isShown) missed.push(`${rule.said} | ${task}`)
        if (edits.length === 0) continue
        const isRead = isShown || withReads.includes(given.text)
        count(needs.includes(rule) ? atEdit : unneededAtEdit, 'all', isRead)
      }
    }
  }
  const at_first_edit = { needed: shares(atEdit).all, unneeded: shares(unneededAtEdit).all }
  return { needed: shares(needed), unneeded: shares(unneeded), at_first_edit, missed }
}

/** Each later task, with the rules that it needs and all rules that the set judges for it. */
function tasksOf({ rules, off, asked }: Project): [task: string, needs: Rule[], judged: Rule[]][] {
  const always = rules.filter((rule) => rule.always)
  const code = rules.filter((rule) => rule.code)
  const named = (keys: readonly string[]) => rules.filter(({ key }) => keys.includes(key))
  return [
    ...rules.flatMap((rule) => {
      return (rule.tasks ?? []).map((task): [string, Rule[], Rule[]] => {
        const isAnswer = /[?？]$/.test(task)
        return [task, [...new Set([...always, ...(isAnswer ? [] : code), rule])], rules]
      })
    }),
    ...(off ?? []).map((task): [string, Rule[], Rule[]] => [task, always, rules]),
    ...(asked ?? []).map(({ text, needed, not }): [string, Rule[], Rule[]] => [
      text,
      named(needed),
      named([...needed, ...not]),
    ]),
  ]
}

/** What the program knows about each task of a project: its files, as the map ranks them. */
async function tasksIn(project: Project, base: string): Promise<Map<string, TaskWords>> {
  const root = mkdtempSync(join(base, 'tree-'))
  for (const [path, text] of Object.entries(project.files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const map = openMap({ root, deny: [], env: process.env, cachePath: null })
  const about = new Map<string, TaskWords>()
  for (const [text] of tasksOf(project)) {
    await map.look(text, MAP_MS)
    const rules = (task: TaskWords) => {
      about.set(text, task)
      return []
    }
    rulesFor({ task: { text } }, { map, memory: { rules } })
  }
  await map.close()
  return about
}

/** The rules of the head. */
function head(task: TaskWords | undefined, places: NotePlaces): string[] {
  return chooseRules(given(places), task ?? NOTHING, TOKENS).map(({ text }) => text)
}

/** The files that a task reads before its first edit: those that the set names, or that the map ranks for it. */
function editsOf({ asked = [], files }: Project, task: string, about: Taught['about']): string[] {
  const { edits } = asked.find(({ text }) => text === task) ?? {}
  return edits ?? (about.get(task)?.near ?? []).filter((path) => path in files).slice(0, 2)
}

interface Read {
  task: string
  edits: readonly string[]
  shown: readonly string[]
  rules: ReturnType<typeof given>
}

/** The rules that a prompt shows after a model has read some files. */
function read({ files }: Project, { task, edits, shown, rules }: Read): string[] {
  const all = [...shown]
  for (const path of edits) {
    const result = { task, paths: [path], text: files[path] ?? '', edits: false }
    const isShown = (text: string) => all.includes(text)
    const found = rulesOfResult(rules, result, { isShown, tokens: TOKENS })
    all.push(...found.map(({ text }) => text))
  }
  return all
}

function given(places: NotePlaces) {
  const rules = [...rulesIn(places.project), ...rulesIn(places.user)]
  return rules.map(({ name, body, created }) => ({ name, text: body, created }))
}

function texts(places: NotePlaces): string[] {
  return [...rulesIn(places.project), ...rulesIn(places.user)].map(({ body }) => body)
}

function count(counts: Record<string, Count>, name: string, isShown: boolean): void {
  counts[name] ??= { shown: 0, of: 0 }
  counts[name].of += 1
  if (isShown) counts[name].shown += 1
}

function shares(counts: Record<string, Count>): Record<string, object> {
  return Object.fromEntries(
    Object.entries(counts).map(([name, { shown, of }]) => [
      name,
      { shown, of, share: Number((shown / of).toFixed(3)) },
    ]),
  )
}
