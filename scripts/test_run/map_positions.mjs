import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, relative, resolve } from 'node:path'

const PLACE = String.raw`(?:file:\/\/)?([^\s()]*aircoder-tests\/run-\w+\/[^\s():]+\.mjs)`
const IN_STACK = new RegExp(`${PLACE}:(\\d+):(\\d+)`, 'g')
const IN_REPORT = new RegExp(
  `(fileName: )"?${PLACE}"?(\\s+lineNumber: )(\\d+)(\\s+columnNumber: )(\\d+)`,
  'g',
)

/**
 * Replaces positions in bundles of tests by positions in their sources. It is done for the text of a failure
 * only: with node's own source maps every assertion costs a search, a tenth of the time of a run.
 */
export function mapPositions(text) {
  const maps = new Map()
  const find = (bundle, line, column) => {
    if (!maps.has(bundle)) maps.set(bundle, readMap(bundle))
    const entry = maps.get(bundle)?.findEntry(Number(line) - 1, Number(column) - 1)
    if (entry?.originalSource === undefined) return null
    const file = relative(process.cwd(), resolve(dirname(bundle), entry.originalSource))
    return { file, line: entry.originalLine + 1, column: entry.originalColumn + 1 }
  }
  return text
    .replace(IN_REPORT, (whole, name, bundle, lineName, line, columnName, column) => {
      const at = find(bundle, line, column)
      return at === null ? whole : `${name}${at.file}${lineName}${at.line}${columnName}${at.column}`
    })
    .replace(IN_STACK, (whole, bundle, line, column) => {
      const at = find(bundle, line, column)
      return at === null ? whole : `${at.file}:${at.line}:${at.column}`
    })
}

function readMap(bundle) {
  const file = `${resolve(bundle)}.map`
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8'))) : null
}
