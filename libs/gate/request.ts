import { relative } from 'node:path'
import type { Mode } from '#core'
import { closedAddress, NO_WEB, type WebAccess } from '#web'
import type { Workspace } from '#workspace'
import { lookAtCommand } from './inspect_command.js'
import { controlFamily } from './policy/control_files.js'
import type { Access, GatedTool } from './policy/tool.js'
import type { Approval, CommandLook, GateRequest, ResolvedAccess } from './policy/verdict.js'

/** What the session brings to a decision. */
export interface GateSession {
  mode: Mode
  allow: readonly string[]
  approved: readonly Approval[]
  /** Where a search would go; nowhere when left out. */
  web?: WebAccess | undefined
  /** Beginnings of commands that the person's settings call safe. */
  safe?: readonly string[]
}

/**
 * Collects what `decide` needs: resolves the call's paths and the names in its command against the
 * workspace. Reads the disk (links), changes nothing.
 * @param input  as `Registry.validate` returned it
 */
export function gateRequest(
  tool: GatedTool,
  input: Record<string, unknown>,
  workspace: Workspace,
  session: GateSession,
): GateRequest {
  const text = tool.command?.(input)
  const web = session.web ?? NO_WEB
  const urls = tool.urls?.(input, web) ?? []
  return {
    tool: tool.name,
    effect: tool.effect,
    danger: tool.danger,
    accesses: tool.paths(input).map((access) => resolveAccess(access, workspace)),
    command: text === undefined ? null : commandOf(tool, text, input, workspace),
    hosts: [...new Set(urls.map(hostOf))],
    closed: urls.map((url) => closedFor(url, web)).find((why) => why !== null) ?? null,
    mode: session.mode,
    allow: session.allow,
    approved: session.approved,
    safe: session.safe ?? [],
  }
}

/** A tool of another program only looks as if it ran that text, and its other arguments count as well. */
function commandOf(
  tool: GatedTool,
  text: string,
  input: Record<string, unknown>,
  workspace: Workspace,
): CommandLook {
  const look = lookAtCommand(text, workspace)
  if (!tool.foreign) return look
  const unsafe = look.unsafe ?? `${tool.name} is a tool of another program`
  return { ...look, text: JSON.stringify(input), parts: [], unsafe }
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

function resolveAccess({ path, access }: Access, workspace: Workspace): ResolvedAccess {
  const place = workspace.resolve(path)
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
