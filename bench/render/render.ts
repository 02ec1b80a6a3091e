import { createDraft, createMarkdown, createTheme, diffRows, type Row } from '#terminal'

const WIDTH = 100
const ROWS = 40
const MARKDOWN_CHARS = 200_000
/** Each picture has ten new tokens: 200 a second, twenty pictures a second. */
const DELTA_CHARS = 40
const DIFF_LINES = 2_000
const RUNS = 5
const EVERY_MS = 50
const TARGETS = { streamMsPerPicture: 4, diffMs: 200 }

/**
 * What it costs to draw: a reply of 200 kB Markdown that streams into the panel, the same reply as it is printed
 * once, and a difference of 2,000 lines with marked words.
 * @returns processor milliseconds, the median of five runs; pictures that were drawn; rows
 */
export default async function render(): Promise<object> {
  const theme = createTheme('dark', 256)
  const markdown = createMarkdown(() => false)
  const text = replyOf(MARKDOWN_CHARS)
  const diff = diffOf(DIFF_LINES)
  const paint = (rows: readonly Row[]) => rows.map(theme.paint).join('\n').length
  // Grammars are loaded and code is compiled before it is measured.
  await markdown.render(text.slice(0, 20_000), WIDTH)
  paint(diffRows(diff, { width: WIDTH, mostLines: 50 }))

  const streams = repeat(() => stream(markdown, text, theme))
  const half = repeat(() => stream(markdown, text.slice(0, MARKDOWN_CHARS / 2), theme))
  const printed: number[] = []
  let printedRows = 0
  for (let run = 0; run < RUNS; run += 1) {
    const begun = process.cpuUsage()
    const rows = await markdown.render(text, WIDTH)
    paint(rows)
    printed.push(spent(begun))
    printedRows = rows.length
  }
  const diffs = repeat(() => {
    const begun = process.cpuUsage()
    const rows = diffRows(diff, { width: WIDTH, mostLines: DIFF_LINES })
    paint(rows)
    return { ms: spent(begun), count: rows.length }
  })
  const perPicture = round(streams.ms / streams.count)
  return {
    stream: {
      chars: text.length,
      pictures: streams.count,
      processorMs: streams.ms,
      msPerPicture: perPicture,
      // 2 where the cost is linear in the length.
      timesHalf: round(streams.ms / half.ms),
    },
    print: { chars: text.length, rows: printedRows, processorMs: median(printed) },
    diff: { lines: DIFF_LINES, rows: diffs.count, processorMs: diffs.ms },
    targets: TARGETS,
    met: {
      stream: perPicture <= TARGETS.streamMsPerPicture,
      diff: diffs.ms <= TARGETS.diffMs,
    },
  }
}

interface Run {
  ms: number
  /** Pictures or rows. */
  count: number
}

/** Streams a reply with a clock of its own, so that each picture is drawn. */
function stream(
  markdown: ReturnType<typeof createMarkdown>,
  text: string,
  theme: ReturnType<typeof createTheme>,
): Run {
  let ms = 0
  let count = 0
  const draft = createDraft({
    markdown,
    theme: () => theme,
    panel: () => {
      count += 1
    },
    columns: () => WIDTH,
    rows: () => ROWS,
    showsThinking: () => false,
    now: () => ms,
    after: () => () => {},
  })
  const begun = process.cpuUsage()
  for (let at = 0; at < text.length; at += DELTA_CHARS) {
    ms += EVERY_MS
    draft.watch({ type: 'delta', text: text.slice(at, at + DELTA_CHARS) })
  }
  draft.end()
  return { ms: spent(begun), count }
}

function repeat(run: () => Run): Run {
  const runs = Array.from({ length: RUNS }, run)
  return { ms: median(runs.map(({ ms }) => ms)), count: runs[0]?.count ?? 0 }
}

/** A reply with prose, lists, tables and code, as models write them. */
function replyOf(chars: number): string {
  let text = ''
  for (let part = 1; text.length < chars; part += 1) {
    const prose = `The **cause** is in \`src/file_${part}.ts\`: it reads the value before it is set. `
    text += `## Part ${part}\n\n${prose.repeat(4)}\n\n`
    text += `- first, with *words*\n- second, with a [link](https://example.com/${part})\n\n`
    text += `| name | before | after |\n|---|---|---|\n| value ${part} | 1 | 2 |\n\n`
    text += '```ts\n'
    for (let line = 0; line < 30; line += 1)
      text += `export const value${line} = read(\`\${${line}}\`, { isWhole: true }) // why\n`
    text += '```\n\n'
  }
  return text.slice(0, chars)
}

/** A difference with as many lines, half of them changed by a word. */
function diffOf(lines: number): string {
  let text = '--- a/src/app.ts\n+++ b/src/app.ts\n'
  for (let at = 0; at < lines / 4; at += 1) {
    const from = at * 10 + 1
    text += `@@ -${from},3 +${from},3 @@\n const before${at} = 1\n`
    text += `-  return value${at}.replaceAll('a', 'b').trim()\n`
    text += `+  return value${at}.replaceAll('a', 'c').trimEnd()\n const after${at} = 2\n`
  }
  return text
}

function spent(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun)
  return round((user + system) / 1_000)
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
