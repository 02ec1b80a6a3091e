import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureSpeed } from './parts/speed.js'

const FOLDERS = 1_000
/** Among so many files one is minified, and one has bytes that are no UTF-8. */
const ODD_EVERY = 997

/**
 * A repository of 100,000 generated files, without git, with a loop of links: what index, first answer and a second start
 * take, and how much memory the process has at most. @param words  `--files N`
 */
export default async function large(words: string[]): Promise<object> {
  const at = words.indexOf('--files')
  const files = at === -1 ? 100_000 : Number(words[at + 1])
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-large-'))
  try {
    const tree = join(folder, 'tree')
    writeTree(tree, files)
    let mostBytes = 0
    const watch = setInterval(() => {
      mostBytes = Math.max(mostBytes, process.memoryUsage.rss())
    }, 100)
    const before = process.memoryUsage.rss()
    const speed = await measureSpeed(tree, join(folder, 'map'))
    clearInterval(watch)
    const mib = (bytes: number) => Math.round(bytes / 2 ** 20)
    const warmPer1000 = Math.round((speed.warm.start.ms / speed.files) * 1_000)
    return {
      generated: files,
      ...speed,
      memoryMiB: { before: mib(before), most: mib(mostBytes) },
      warmStartMsPer1000: warmPer1000,
      targets: { warmStartMsPer1000: 100, mainBusyMs: 30 },
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeTree(tree: string, files: number): void {
  for (let at = 0; at < files; at += 1) {
    const folder = join(tree, `area${Math.floor(at / FOLDERS) % 10}`, `part${at % FOLDERS}`)
    if (at < FOLDERS * 10) mkdirSync(folder, { recursive: true })
    else if (at % FOLDERS === 0 && at / FOLDERS < 10) mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `file${at}.ts`), textOf(at))
  }
  symlinkSync(tree, join(tree, 'area0', 'loop'))
}

function textOf(at: number): string | Buffer {
  if (at % ODD_EVERY === 0) return `const a=${'0;var b='.repeat(4_000)}1`
  if (at % ODD_EVERY === 1) return Buffer.from([0x66, 0xff, 0xfe, 0x0a, 0xc3, 0x28])
  return [
    `import { helper${at % 500} } from '../part${(at * 7) % FOLDERS}/file${(at * 13) % 1_000}.js'`,
    `/** Reads option ${at % 311} of server ${at % 97}. */`,
    `export function readOption${at}(name: string) {`,
    `  return helper${at % 500}(name, ${at})`,
    '}',
    `export class Parser${at} {}`,
  ].join('\n')
}
