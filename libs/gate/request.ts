import { relative } from 'node:path'
import type { Capabilities, Mode } from '#core'
import { closedAddress, NO_WEB, type WebAccess } from '#web'
import type { ShellState, Workspace } from '#workspace'
import { inspectCommand } from './inspect_command.js'
import { controlFamily } from './policy/control_files.js'
import { isOwnTest, type OwnTest } from './policy/own_test.js'
import type { Access, GatedTool } from './policy/tool.js'
import type { Approval, CommandReport, GateRequest, ResolvedAccess } from './policy/verdict.js'
import type { Programs } from './shell/readers/program.js'
import { literal } from './shell/state/places.js'

/** What the session brings to a decision. */
export interface GateSession {
  mode: Mode
  /** What the run may do at all; all, when left out. */
  capabilities?: Capabilities | undefined
  allow: readonly string[]
  approved: readonly Approval[]
  /** Where a search would go; nowhere when left out. */
  web?: WebAccess | undefined
  /** Beginnings of commands that the person's settings call safe. */
  safe?: readonly string[]
  /** The test command of the settings; none, when absent. */
  ownTest?: OwnTest | undefined
}

/** A call that is about to be judged. */
export interface GatedCall {
  tool: GatedTool
  /** As `Registry.validate` returned it. */
  input: Record<string, unknown>
  workspace: Workspace
  /** As `loadPrograms` returned them, once at start. */
  programs: Programs
  session: GateSession
  /** Where the last command of the session ended; the root when left out. */
  shell?: ShellState | undefined
}

/**
 * Collects what `decide` needs: resolves the call's paths and the names in its command against the
 * workspace. Reads the disk (links, scripts), changes nothing.
 */
export function gateRequest(call: GatedCall): GateRequest {
  const { tool, input, workspace, session } = call
  const web = session.web ?? NO_WEB
  const urls = tool.urls?.(input, web) ?? []
  const command = inspectCall(call)
  return {
    tool: tool.name,
    effect: tool.effect,
    danger: tool.danger,
    accesses: tool
      .paths(input)
      .map((access) => resolveAccess(access, workspace, tool.foreign === true)),
    command,
    hosts: [...new Set(urls.map(hostOf))],
    closed: urls.map((url) => closedFor(url, web)).find((why) => why !== null) ?? null,
    mode: modeOf(session),
    capabilities: session.capabilities,
    spawns: tool.spawns === true,
    allow: session.allow,
    approved: session.approved,
    ownTest: isOwnTest(session.ownTest, { tool, command, shell: call.shell }),
    safe: session.safe ?? [],
  }
}

/** A set without questions is yolo for the rules below; plan mode stays what it is. */
function modeOf({ mode, capabilities }: GateSession): Mode {
  return capabilities?.confirm === false && mode !== 'plan' ? 'yolo' : mode
}

/** What a command call would run. What a tool of another program does with a text is unknown. */
function inspectCall({ tool, input, workspace, programs, shell }: GatedCall): CommandReport | null {
  const text = tool.command?.(input)
  if (text === undefined) return null
  const first = tool.writesFirst?.(input)
  const written = first === undefined ? [] : [first]
  const report = inspectCommand(text, workspace, { programs, shell, written })
  if (!tool.foreign) return report
  const unsafe = report.unsafe ?? `${tool.name} is a tool of another program`
  return { ...report, text: JSON.stringify(input), parts: [], unsafe }
}

/** The search server is the person's own word, so it may lie in their own network. */
function closedFor(url: string, web: WebAccess): string | null {
  const own = web.searchUrl === null ? [] : [new URL(web.searchUrl).hostname]
  const isSearch = web.searchUrl !== null && hostOf(url) === hostOf(web.searchUrl)
  return closedAddress(
    url,
    isSearch ? { ...web, allowPrivate: [...web.allowPrivate, ...own] } : web,
  )
}

function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).host || null : null
}

/** @param foreign  the tool takes `/name` as the kernel does, not for a file of the project */
function resolveAccess(given: Access, workspace: Workspace, foreign: boolean): ResolvedAccess {
  const found = resolvePlace(given, workspace, foreign)
  if (given.hint !== true) return found
  const unsure = found.denied === null ? null : `${given.path}, which is protected, may be meant`
  return { ...found, inside: true, control: null, denied: null, unusable: null, unsure }
}

function resolvePlace(
  { path, access }: Access,
  workspace: Workspace,
  foreign: boolean,
): ResolvedAccess {
  const place = workspace.resolve(foreign ? literal(path) : path)
  if (!place.ok)
    return {
      given: path,
      absolute: path,
      relatives: [],
      access,
      inside: false,
      unusable: place.message,
      unsure: null,
      denied: null,
      control: null,
    }
  const target = relative(workspace.root, place.target).replaceAll('\\', '/') || '.'
  const relatives = [...new Set([place.relative, target])]
  const families = [path, ...relatives].map(controlFamily)
  // Small models write Windows paths: no spelling of a denied place is fine.
  const turned = path.includes('\\') ? workspace.resolve(path.replaceAll('\\', '/')) : place
  return {
    given: path,
    absolute: place.target,
    relatives,
    access,
    inside: place.inside,
    unusable: null,
    unsure: place.unsure,
    denied: place.denied ?? (turned.ok ? turned.denied : null),
    control: families.find((family) => family !== null) ?? null,
  }
}
