import { changedPaths } from './changes.js'
import type { Standing } from './types.js'

const DOCUMENT =
  /\.(md|mdx|rst|adoc)$|(^|\/)(README|CHANGELOG|LICENSE|AUTHORS|CONTRIBUTING|NOTICE)(\.\w+)?$/i

export function isDocument(path: string): boolean {
  return DOCUMENT.test(path)
}

/** Whether a task changed documentation and nothing else. */
export function isDocumentation(standing: Standing): boolean {
  const paths = changedPaths(standing)
  return paths.length > 0 && paths.every(isDocument)
}
