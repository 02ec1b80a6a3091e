import { Agent } from 'node:http'
import { TERMS } from './children.js'
import { serveFakeUpstream } from './fake_upstream.js'
import { serveReferenceRelay } from './reference_relay.js'
import { runScenarios } from './scenarios.js'

/** What a process of this bench does that is not its first. @returns its findings, if it has any */
export async function playPart(part: string): Promise<object | null> {
  const terms = JSON.parse(process.env[TERMS] ?? '{}')
  if (part === 'upstream') return serveFakeUpstream()
  if (part === 'reference') return serveReferenceRelay(terms.kind, terms.upstream)
  const agent = new Agent({ keepAlive: true, maxSockets: 1_024, maxFreeSockets: 1_024 })
  const image = terms.asked.includes('image') ? await pictureOf4MiB() : ''
  return runScenarios({ ...terms, agent, image }, terms.asked)
}

/** Noise cannot be made small by its format: the file is as large as its pixels. */
async function pictureOf4MiB(): Promise<string> {
  const { default: sharp } = await import('sharp')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 50 }
  const create = { width: 1_250, height: 1_250, channels: 3 as const, noise, background: '#888' }
  const png = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer()
  return `data:image/png;base64,${png.toString('base64')}`
}
