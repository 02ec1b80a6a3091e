import type { State } from './state.js'

/** Files of a process that show another process, its memory, or the whole disk under a new name. */
const PROCESS_FILE =
  /^\/proc\/([^/]+)\/(?:task\/[^/]+\/)?(environ|mem|root|cwd|fd|fdinfo|maps|map_files|exe)(\/.*)?$/

/** A file below what a descriptor holds open: the folder of another redirect. */
const BELOW_DESCRIPTOR = /^\/dev\/(?:fd\/(?:\d+|\.\.)|std(?:in|out|err))\/./

/**
 * A path as the kernel takes it. The workspace takes `/name` for a file of the project where nothing has
 * that name, as small models mean it in a tool's path; a shell does not.
 */
export function literal(path: string): string {
  return path.startsWith('/') ? `/.${path}` : path
}

export interface Places {
  paths: string[]
  unsure: string | null
  /** It is unsure also where the path is only tried. */
  always?: boolean
}

/**
 * Where a word leads from every folder that the shell may be in: absolute, `..` kept, since its
 * meaning after a link depends on the disk.
 * @returns `unsure` where a relative word starts from a computed folder
 */
export function placesOf(word: string, state: State): Places {
  if (word === '') return { paths: [], unsure: null }
  const text = fromUrl(word)
  if (!text.startsWith('/')) {
    if (state.cwds !== null)
      return { paths: state.cwds.map((cwd) => `${cwd === '/' ? '' : cwd}/${text}`), unsure: null }
    const unsure = `the folder that ${text} starts from is computed when it runs`
    // Rules by name hold wherever it is.
    return { paths: [`/${text}`], unsure }
  }
  return throughProc(text.replace(/\/+(?:\.\/+)*/g, '/'), state)
}

/**
 * A pattern that leads through the files of a process, as a pattern of the folder that it means.
 * @returns null where only the run shows which folder that is; the pattern itself where it is an ordinary one
 */
export function patternThroughProc(pattern: string, cwd: string): string | null {
  const path = (pattern.startsWith('/') ? pattern : `${cwd}/${pattern}`).replace(
    /\/+(?:\.\/+)*/g,
    '/',
  )
  if (BELOW_DESCRIPTOR.test(path)) return null
  const inProc = /^\/proc\/(.*)$/s.exec(path)?.[1]
  if (inProc === undefined) return pattern
  const own = /^(?:self|thread-self)(?:\/task\/\d+)?\/cwd\/(.+)$/s.exec(inProc)?.[1]
  if (own !== undefined) return `${cwd}/${own}`
  const leads = inProc.split('/').slice(1, -1)
  return leads.some((part) => /[*?[\\(]|^(?:cwd|root|fd|map_files|\.\.)$/.test(part))
    ? null
    : pattern
}

function throughProc(path: string, state: State): Places {
  if (BELOW_DESCRIPTOR.test(path))
    return { paths: [path], unsure: `${path} leads through an open folder`, always: true }
  const [, who = '', what = '', rest = ''] = PROCESS_FILE.exec(path) ?? []
  if (who === '') return { paths: [path], unsure: null }
  const own = who === 'self' || who === 'thread-self'
  if (own && what === 'root') return placesOf(rest || '/', state)
  if (own && what === 'cwd' && state.cwds !== null)
    return { paths: state.cwds.map((cwd) => `${cwd}${rest}`), unsure: null }
  // The environment of a command was made for it: no secrets are in it.
  if (own && (what === 'environ' || what === 'maps' || what === 'exe'))
    return { paths: [path], unsure: null }
  if (own && what === 'fd' && /^\/[012]$/.test(rest)) return { paths: [path], unsure: null }
  return {
    paths: [path, rest || path],
    unsure: `${path} shows data of another process`,
    always: true,
  }
}

function fromUrl(word: string): string {
  const [, path] = /^file:(?:\/\/(?:localhost)?)?(\/.*)$/is.exec(word) ?? []
  if (path === undefined) return word
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
