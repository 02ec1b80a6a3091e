import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serveUntilInputEnds, type Watched, watchUntilInputEnds } from './parts/watched.js'

const REQUESTS = 24
const CONCURRENCY = 4
const WARM_UPS = 20
const MIB = 1_048_576
/** What issue and design ask for, at this concurrency and with images of 4 MiB. */
const TARGETS = { rssMiB: 300, loopP99Ms: 50 }
/** A process of this bench that is not its first finds its part here. */
const ROLE = 'AIRCODER_BENCH_ROLE'

const ANSWER =
  'data: {"choices":[{"index":0,"delta":{"content":"x"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'

type Made = (index: number) => Promise<Buffer>

/**
 * Sends images of 4 MiB through a proxy of its own process and watches that process: peak resident MiB, delay
 * of its event loop, milliseconds for each request. An idle process beside it shows what the machine adds.
 * @returns  one row for each kind of image, and the targets met
 */
export default async function images(): Promise<object> {
  if (process.env[ROLE] === 'relay') return serveUntilInputEnds()
  if (process.env[ROLE] === 'idle') return watchUntilInputEnds()
  const photo = await jpegOf4MiB()
  const shot = await pngOf4MiB()
  const junk = Buffer.from(shot).fill(0x55, 8)
  // Bytes behind the end of a picture make it another file, but not another picture.
  const other =
    (bytes: Buffer): Made =>
    async (index) =>
      Buffer.concat([bytes, Buffer.from(`${index}`)])
  const rows: Record<string, object> = {
    textOnly: await measure(null),
    jpegAllDifferent: await measure(other(photo)),
    pngAllDifferent: await measure(other(shot)),
    pngTheSameAgain: await measure(async () => shot),
    junkRefused: await measure(other(junk)),
  }
  return {
    requests: REQUESTS,
    concurrency: CONCURRENCY,
    imageMiB: { jpeg: mib(photo.length), png: mib(shot.length) },
    rows,
    targets: TARGETS,
  }
}

async function measure(make: Made | null): Promise<object> {
  const engine = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(ANSWER)
    })
  })
  await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
  const engineUrl = `http://127.0.0.1:${(engine.address() as AddressInfo).port}`
  const relay = await start('relay', engineUrl)
  const idle = await start('idle', '')
  const bodies = await Promise.all(
    Array.from({ length: REQUESTS }, async (_, index) => bodyOf((await make?.(index)) ?? null)),
  )
  const send = async (body: string) => {
    const begun = performance.now()
    const answer = await fetch(`${relay.said}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await answer.text()
    return { ms: performance.now() - begun, status: answer.status }
  }
  for (let round = 0; round < WARM_UPS; round += 1) await send(bodyOf(null))
  // The decoder is loaded with the first image, once in the life of a proxy.
  const first = make === null ? null : await send(bodyOf(await tinyPng()))
  relay.warm()
  idle.warm()
  const times: number[] = []
  const statuses = new Set<number>()
  let next = 0
  const client = async () => {
    while (next < bodies.length) {
      const body = bodies[next++] ?? ''
      const { ms, status } = await send(body)
      statuses.add(status)
      times.push(ms)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, client))
  const [seen, beside] = [await relay.end(), await idle.end()]
  engine.close()
  engine.closeAllConnections()
  times.sort((a, b) => a - b)
  return {
    statuses: [...statuses],
    firstImageMs: first === null ? null : round(first.ms),
    medianMs: round(times[times.length >> 1] ?? 0),
    maxMs: round(times.at(-1) ?? 0),
    rssMiB: round(seen.rssMiB),
    loopP99Ms: round(seen.loopP99Ms),
    loopMaxMs: round(seen.loopMaxMs),
    idleLoopP99Ms: round(beside.loopP99Ms),
    idleLoopMaxMs: round(beside.loopMaxMs),
    cpuMsPerRequest: round(seen.cpuMs / REQUESTS),
    met: { rss: seen.rssMiB <= TARGETS.rssMiB, loop: seen.loopP99Ms <= TARGETS.loopP99Ms },
  }
}

/** Another process of this very program: what it says first, and its figures when its input ends. */
async function start(role: string, engineUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-bench-'))
  const answer = join(folder, 'answer.json')
  const child = spawn(process.execPath, [process.argv[1] ?? '', answer], {
    env: { ...process.env, [ROLE]: role, AIRCODER_BENCH_ENGINE: engineUrl },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const said = await new Promise<string>((resolve) =>
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim())),
  )
  return {
    said,
    warm: () => child.stdin.write('\n'),
    async end(): Promise<Watched> {
      child.stdin.end()
      await ended
      const figures = JSON.parse(readFileSync(answer, 'utf8')) as Watched
      rmSync(folder, { recursive: true })
      return figures
    },
  }
}

function bodyOf(image: Buffer | null): string {
  const url = `data:image/png;base64,${image?.toString('base64')}`
  const part = image === null ? [] : [{ type: 'image_url', image_url: { url } }]
  const content = [{ type: 'text', text: 'What is this?' }, ...part]
  return JSON.stringify({ model: 'bench', stream: true, messages: [{ role: 'user', content }] })
}

/** About what a telephone takes: 12 million pixels. */
async function jpegOf4MiB(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 20 }
  const grain = sharp({
    create: { width: 2_000, height: 1_500, channels: 3, background: 'grey', noise },
  })
  const large = await sharp(await grain.png().toBuffer())
    .resize(4_000, 3_000)
    .raw()
    .toBuffer()
  let best = Buffer.alloc(0)
  for (let quality = 30; quality <= 95 && best.length < 4 * MIB; quality += 5)
    best = await sharp(large, { raw: { width: 4_000, height: 3_000, channels: 3 } })
      .jpeg({ quality })
      .toBuffer()
  return best
}

async function tinyPng(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const create = { width: 9, height: 9, channels: 3 as const, background: 'red' }
  return sharp({ create }).png().toBuffer()
}

/** Noise: the most work for a decoder of PNG. */
async function pngOf4MiB(): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 }
  const create = { width: 1_600, height: 1_000, channels: 3 as const, background: 'grey', noise }
  return sharp({ create }).png().toBuffer()
}

function mib(bytes: number): number {
  return round(bytes / MIB)
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
