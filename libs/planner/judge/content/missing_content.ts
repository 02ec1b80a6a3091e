import { hasName } from '../../items/names.js'
import { withoutComment } from '../facts/comments.js'
import type { FileChange, Standing } from '../facts/types.js'
import { repeatsComplaint } from './complained_errors.js'
import { CONTENT_FORMS, type ContentForm } from './content_forms.js'
import { LIBRARIES } from './libraries.js'
import { statedClauses } from './stated_clauses.js'
import { MEASURES } from './unmeasured.js'

/** Words that say that something is new. */
const ADDED =
  /\b(?:added|adds|introduced|implemented|included|wrote|written|created|inserted|extended|documented|annotated|improved|with|has|have|now|in place|complete[d]?|built in|provided|set up|put in)\b/i
/** What was taken away, or was there before. */
const OLD =
  /\b(?:removed|removes|deleted|dropped|replaced|instead of|without|no longer|as before|previously|already|existing|still|unchanged|was there|used to|reverted|unlike)\b/i
const CHANGES =
  /\b(?:added|adds|new|now|renamed|introduced|moved|extracted|created|implemented|updated|upgraded|bumped|set|changed|switched|uses?)\b/i
/** Names that only code has, options and versions of three parts. */
const LITERAL =
  /(?<![\w.-])--[a-z][\w-]+|(?<![\w./-])v?(\d+\.\d+\.\d+)(?!\w|\.\d)|(?<![\w./@-])([a-z]+[a-z0-9]*(?:[A-Z][a-z0-9]+)+|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+)+|[a-z]+(?:_[a-z0-9]+)+)(?![\w/]|\.\w)/g
/** A name of an error, which code has to name. */
const ERROR = /\b[A-Z][A-Za-z]+(?:Error|Exception)\b/g
/** "replaced with a `std::unique_ptr`": what comes last is new. */
const NEW_SPAN =
  /\b(?:replaced\b.*?\b(?:with|by)|(?:switched|changed|converted|migrated|moved) to|now (?:uses?|calls?)|using)\s+(?:an?\s|the\s)?`([^`]{3,60})`/i
/** Names of styles and products that look like names of code. */
const NO_NAME =
  /^(?:camelcase|pascalcase|snake_case|javascript|typescript|mysql|nosql|github|gitlab|graphql|openai|openapi|devops|jquery|grpc|macos|ios|iphone)$/i
const NUMBER =
  /\b(\d+(?:\.\d+)?)\s?(?:%|percent\b|x\b|times\b|ms\b|ns(?:\/op)?\b|milliseconds?\b|µs\b|MB\b|KB\b|seconds?\b)/i
const SPEED =
  /\b(?:fast(?:er)?|slow(?:er)?|quick(?:er)?|perform\w*|speed\w*|latency|throughput|memory|runtime|run time|time|benchmarks?|bundle|smaller|less|takes|each call|a call|per call|ops)\b/i
const RATIO =
  /\b(?:twice|half|halved|doubled|tripled|three times|ten times) (?:as )?(?:fast|quick|the speed|the time|the memory|as (?:much|long))|\b(?:memory\w*|time|runtime|latency|size)(?: \w+){0,2} (?:is|are|was) (?:now )?(?:halved|doubled|cut in half)/i
/** "3x faster", "40 % less memory". */
const TIMES = /\b\d+(?:\.\d+)?\s?(?:x|×|times|%|percent)(?!\w)/i
const SHRINKS =
  /\b(?:dead|unused|duplicated?|obsolete|redundant|unnecessary|legacy|commented[- ]out) (?:\w+ )?(?:code|imports?|functions?|variables?|files?|methods?|branch(?:es)?|lines?|parameters?)\b[^.;]{0,30}\b(?:removed|deleted|gone|cleaned)\b|\b(?:removed|deleted|cleaned up) (?:the |all |some )?(?:dead|unused|duplicated?|obsolete|redundant|unnecessary|legacy|commented[- ]out)\b/i
const EXTRACTS =
  /\b(?:moved|extracted|split|pulled|factored)\b[^.;]{0,60}\b(?:into|to)\s+(?:(?:an?|its|their|the|new|own|two|three|several|separate|shared|small|smaller|private|dedicated|reusable|helper|utility)\s+)*(?:helpers?|functions?|methods?|modules?|class(?:es)?|components?|hooks?|files?)\b/i
const DEFINES =
  /\b(?:function|def|fn|func|class|struct|interface|trait|impl|module)\b|=>|^\s*(?:\w+ )*\w+\s*\([^)]*\)\s*\{/gm
const RENAMES =
  /\brenamed\b[^.;]{0,60}?\b(?:to|into|as)\s+[`'"]?([A-Za-z_$][\w$]*)[`'"]?(?!\s+(?:be|make|match|have|follow|use|avoid|the|a|an)\b)/i

/** What an end says the changes have, while no line of them can be meant; null: nothing. */
export function missingContent(standing: Standing, summary: string): string | null {
  const { changes, sessionChanges, rows } = standing
  const known = new Set(changes.map(({ path }) => path))
  const all = [...changes, ...sessionChanges.filter(({ path }) => !known.has(path))]
  // What was changed where nobody could look may be anything.
  if (rows.some(({ facts }) => facts.unseen === true || facts.outside === true)) return null
  const world = worldOf(standing, all)
  for (const clause of statedClauses(summary)) {
    if (SHRINKS.test(clause) && !all.some(shrinks)) return 'code was removed'
    const span = missingSpan(clause, world)
    if (span !== null) return span
    if (OLD.test(clause)) continue
    const missing =
      missingForm(clause, world) ??
      missingName(clause, world) ??
      missingNumber(clause, world) ??
      missingShape(clause, all, world)
    if (missing !== null) return missing
  }
  return null
}

/** Texts in which a claim may be shown. Each is made when it is needed. */
interface World {
  before(): string
  added(): string
  after(): string
  read(): string
  /** Commands that ran, with what they printed. */
  commands(): string
  asked: string
}

function worldOf({ rows, textOf, asked }: Standing, changes: readonly FileChange[]): World {
  const textOfRows = (isMeant: (kind: string) => boolean) =>
    rows
      .filter(({ kind }) => isMeant(kind))
      .map(({ id, subject }) => `${subject}\n${textOf(id)}`)
      .join('\n')
  return {
    asked,
    before: once(() => changes.map(({ before }) => before ?? '').join('\n')),
    added: once(() => changes.flatMap(({ before, after }) => newLines(before, after)).join('\n')),
    after: once(() => changes.map(({ path, after }) => `${path}\n${after ?? ''}`).join('\n')),
    read: once(() => textOfRows((kind) => kind !== 'decision' && kind !== 'diagnostic')),
    commands: once(() => textOfRows((kind) => kind === 'shell_output')),
  }
}

function missingForm(clause: string, world: World): string | null {
  const form = CONTENT_FORMS.find(
    (one) =>
      one.words.test(clause) &&
      !isOldName(one, clause, world) &&
      !repeatsComplaint(clause, world.asked) &&
      !isShown(one, clause, world),
  )
  return form === undefined ? null : form.said
}

/** "Cache.get compares the time": the word is a name that the code had, and nothing is said to be new. */
function isOldName({ words }: ContentForm, clause: string, world: World): boolean {
  const [said = ''] = words.exec(clause) ?? []
  const name = /^(?:(?:an?|the) )?([A-Za-z_$][\w$]*)$/i.exec(said)?.[1]
  if (name === undefined || !hasName(world.before(), name)) return false
  return !/\b(?:added|introduced|implemented|built|created|with an?)\b/i.test(clause)
}

function isShown(
  { shown: shape, isNoun, isNew: isOwn, byAnyEdit, isCode }: ContentForm,
  clause: string,
  world: World,
): boolean {
  if (isNoun === true && !ADDED.test(clause)) return true
  const shown = {
    test: (line: string) => shape.test(isCode === true ? withoutComment(line) : line),
  }
  if (lines(world.added()).some((line) => shown.test(line))) return true
  if (byAnyEdit === true && lines(world.after()).some((line) => shown.test(line))) return true
  // What is said of the code as it is may have been there.
  const isNew = isNoun === true || isOwn === true || /\bnow\b/i.test(clause)
  return !isNew && lines(`${world.after()}\n${world.read()}`).some((line) => shown.test(line))
}

function missingName(clause: string, world: World): string | null {
  if (!CHANGES.test(clause)) return null
  const text = () => `${world.after()}\n${world.read()}`
  const libraries = (
    clause.match(/\b(?:with|using|uses?|via|through|to|by)\s+[`'"]?([a-z][\w.-]*\w)/gi) ?? []
  )
    .map((match) => match.replace(/^\w+\s+[`'"]?/, '').toLowerCase())
    .filter((name) => LIBRARIES.has(name))
  const literals = [...clause.matchAll(LITERAL)]
    .map(([all, version]) => version ?? all)
    .filter((one) => !NO_NAME.test(one))
  const name = [...libraries, ...literals].find(
    (one) => !text().toLowerCase().includes(one.toLowerCase()),
  )
  if (name !== undefined) return `${name} is in the change`
  const error = (clause.match(ERROR) ?? []).find(
    (one) =>
      !`${text()}\n${world.asked}`.includes(one) && /\bnow\b|\b(?:throw|raise)s?\b/i.test(clause),
  )
  if (error !== undefined) return `${error} is in the change`
  const renamed = RENAMES.exec(clause)?.[1]
  const isThere =
    renamed === undefined ||
    new RegExp(`\\b${renamed.replace(/\$/g, '\\$')}\\b`, 'i').test(world.after())
  return isThere ? null : `something is named ${renamed} now`
}

/** Code that is said to be in the place of other code: no name of it is anywhere. */
function missingSpan(clause: string, world: World): string | null {
  const span = NEW_SPAN.exec(clause)?.[1]
  const names = span?.match(/[A-Za-z_]\w{2,}/g) ?? []
  if (span === undefined || names.length === 0) return null
  const text = `${world.after()}\n${world.read()}\n${world.asked}`
  return names.some((name) => text.includes(name)) ? null : `${span} is in the change`
}

function missingNumber(clause: string, world: World): string | null {
  const number = SPEED.test(clause) ? NUMBER.exec(clause)?.[1] : undefined
  const texts = [world.asked, world.read(), world.added()]
  const isShown = (one: string) => texts.some((text) => text.includes(one))
  // Code counts 1.5 seconds as 1500.
  if (number !== undefined && !isShown(number) && !isShown(String(Number(number) * 1000)))
    return `${number} was measured`
  const isRatio = RATIO.test(clause) || (SPEED.test(clause) && TIMES.test(clause))
  if (isRatio && !MEASURES.test(world.commands())) return 'the speed or the size was measured'
  return null
}

function missingShape(clause: string, changes: readonly FileChange[], world: World): string | null {
  if (!EXTRACTS.test(clause) || changes.length !== 1) return null
  const [change] = changes
  const isSame =
    countOf(change?.after) <= countOf(change?.before) && lines(world.added()).length < 3
  return isSame ? 'code was moved into a part of its own' : null
}

function shrinks({ before, after }: FileChange): boolean {
  return (after ?? '').length < (before ?? '').length
}

/** Clauses without code in fences. "twice as fast" is one. */
function countOf(text: string | null | undefined): number {
  return text?.match(DEFINES)?.length ?? 0
}

function newLines(before: string | null, after: string | null): string[] {
  const old = new Set(lines(before ?? ''))
  return lines(after ?? '').filter((line) => !old.has(line))
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '')
}

function once(make: () => string): () => string {
  let value: string | null = null
  return () => {
    value ??= make()
    return value
  }
}
