import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findRipgrep, openWorkspace } from '#workspace'
import { TREE, writeTree } from './parts/tree.js'

const ROUNDS = 7
/** Issue 6: within 1.3x of ripgrep itself, memory flat. */
const TARGETS = { ratio: 1.3, grownMB: 30 }
const MB = 1_048_576

/**
 * Times our grep and glob beside ripgrep itself on one tree of 50,000 files, in turns, and checks that both
 * give the same answer. `sorted` is ripgrep with the order that ours has; `plain` is ripgrep as it likes best.
 */
export default async function search(): Promise<object> {
  const root = writeTree()
  try {
    const binary = await findRipgrep(process.env)
    if (binary === null) throw new Error('no ripgrep here')
    const workspace = openWorkspace({
      root,
      deny: ['.env', '*.pem', '**/.git/**'],
      env: process.env,
    })
    const ours = {
      grep: async () => {
        const found = await workspace.grep({ pattern: 'findThis\\w+' })
        return found.ok ? found.lines.map((line) => line.path) : []
      },
      rare: async () => {
        const found = await workspace.grep({ pattern: 'needle_24500 ' })
        return found.ok ? found.lines.map((line) => line.path) : []
      },
      glob: async () => {
        const found = await workspace.glob({ pattern: 'pkg7/**/file1*.md' })
        return found.ok ? found.paths : []
      },
      // No folder is named: all names are looked at, and one in 100 fits.
      wide: async () => {
        const found = await workspace.glob({ pattern: '**/file11.ts' })
        return found.ok ? found.paths : []
      },
    }
    const rg = (args: string[]) => () => run(binary, args, root)
    const common = ['--hidden', '--no-messages', '--glob', '!.git']
    const [grepArgs, rareArgs] = ['findThis\\w+', 'needle_24500 '].map((pattern) => [
      '--files-with-matches',
      ...common,
      pattern,
      '.',
    ]) as [string[], string[]]
    const globArgs = ['--files', ...common, '--glob', 'pkg7/**/file1*.md', '.']
    const wideArgs = ['--files', ...common, '--glob', '**/file11.ts', '.']
    const result: Record<string, object> = {}
    for (const [name, args] of [
      ['grep', grepArgs],
      ['rare', rareArgs],
      ['glob', globArgs],
      ['wide', wideArgs],
    ] as const) {
      const sides = {
        ours: ours[name],
        sorted: rg(['--sort', 'path', ...args]),
        plain: rg(args),
      }
      result[name] = await compare(sides)
    }
    return { files: TREE.files, ...result, memory: await grown(ours.grep), targets: TARGETS }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

type Side = () => Promise<string[]>

async function compare(sides: Record<'ours' | 'sorted' | 'plain', Side>): Promise<object> {
  const times = { ours: [] as number[], sorted: [] as number[], plain: [] as number[] }
  const answers: Record<string, string> = {}
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const name of ['ours', 'sorted', 'plain'] as const) {
      const begun = performance.now()
      const found = await sides[name]()
      // The first round warms the disk's cache for all three.
      if (round > 0) times[name].push(performance.now() - begun)
      answers[name] = [...new Set(found)].sort().join('\n')
    }
  const [ours, sorted, plain] = [median(times.ours), median(times.sorted), median(times.plain)]
  return {
    oursMs: Math.round(ours),
    ripgrepSortedMs: Math.round(sorted),
    ripgrepPlainMs: Math.round(plain),
    ratioSorted: round2(ours / sorted),
    ratioPlain: round2(ours / plain),
    sameAnswer: answers.ours === answers.sorted && answers.ours === answers.plain,
    found: answers.ours === '' ? 0 : answers.ours?.split('\n').length,
  }
}

/** What 20 more searches add to the process, after a few to warm up. */
async function grown(once: Side): Promise<object> {
  const settle = async () => {
    globalThis.gc?.()
    await new Promise((resolve) => setTimeout(resolve, 50))
    return process.memoryUsage().rss
  }
  for (let at = 0; at < 3; at += 1) await once()
  const before = await settle()
  for (let at = 0; at < 20; at += 1) await once()
  const grownMB = Math.round(((await settle()) - before) / MB)
  return { searches: 20, grownMB, flat: grownMB < TARGETS.grownMB }
}

function run(binary: string, args: readonly string[], cwd: string): Promise<string[]> {
  const child = spawn(binary, ['--no-config', ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    child.once('close', () => {
      const lines = Buffer.concat(chunks).toString().split('\n').filter(Boolean)
      resolve(lines.map((line) => line.replace(/^\.\//, '')))
    })
  })
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function round2(value: number): number {
  return Math.round(value * 100) / 100
}
