import { basename, join, resolve } from 'node:path'
import { AircoderError } from '#core'

/** Where a model file is, or where it is downloaded from. */
export interface ModelPlace {
  /** The file's name without `.gguf`: the id that clients use. */
  id: string
  path: string
  /** Present when the file may need to be downloaded. */
  hubUrl: string | null
}

const HUB_NAME = /^hf:(?<owner>[\w.-]+)\/(?<repo>[\w.-]+):(?<file>[\w./+-]+\.gguf)$/i
/** The name of one file of a model that is split into several files. */
const PART = /-\d{5}-of-\d{5}\.gguf$/i

/**
 * Reads an engine URL of the embedded engine: the path of a GGUF file, or `hf:owner/repo:file`.
 * @param terms.stateDir  where downloaded models are kept, in `models/owner/repo/file`
 * @param terms.hubUrl    origin of the hub
 * @throws AircoderError SETTINGS_INVALID
 */
export function locateModel(
  engineUrl: string | undefined,
  { stateDir, hubUrl }: { stateDir?: string; hubUrl: string },
): ModelPlace {
  if (engineUrl === undefined || !/\.gguf$/i.test(engineUrl))
    throw wrong('the embedded engine needs the path of a .gguf file, or hf:owner/repo:file.gguf')
  if (!engineUrl.startsWith('hf:'))
    return { id: idOf(engineUrl), path: resolve(engineUrl), hubUrl: null }

  const named = HUB_NAME.exec(engineUrl)?.groups
  const { owner = '', repo = '', file = '' } = named ?? {}
  if (named === undefined || [owner, repo, ...file.split('/')].some((part) => /^\.*$/.test(part)))
    throw wrong('write a model of the hub as hf:owner/repo:file.gguf')
  if (PART.test(file)) throw wrong('a model in several files is not downloaded; pass its path')
  if (stateDir === undefined) throw wrong('a downloaded model needs a stateDir, where it is stored')
  return {
    id: idOf(file),
    path: join(stateDir, 'models', owner, repo, file),
    hubUrl: `${hubUrl.replace(/\/+$/, '')}/${owner}/${repo}/resolve/main/${file}`,
  }
}

function idOf(path: string): string {
  return basename(path).replace(/\.gguf$/i, '')
}

function wrong(reason: string): AircoderError {
  return new AircoderError('SETTINGS_INVALID', {
    source: 'file, environment or flags',
    reason: `engineUrl: ${reason}`,
  })
}
