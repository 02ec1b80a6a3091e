import { systemClock } from '#core'
import { overflowRefusal } from '../refusals/overflow.js'
import { Refusal } from '../refusals/refusal.js'
import { createChunkWriter } from '../upstream/chunks.js'
import { type ChatCall, defineEngine } from '../upstream/engine.js'
import { fileTime } from '../upstream/file_time.js'
import { knowsCalls } from './embedded/calls.js'
import { downloadOnce } from './embedded/download.js'
import { generate, type Job } from './embedded/generate.js'
import { openHost } from './embedded/host.js'
import { locateModel } from './embedded/locate.js'
import { readOptions } from './embedded/options.js'

/** llama.cpp in this process, with the optional package node-llama-cpp: one model, from a GGUF file. */
export const embedded = defineEngine({
  name: 'embedded',
  place: 'gguf',
  defaultUrl: null,
  // Each slot is a sequence with its own window: it costs memory and a share of the processor.
  defaultSlots: 2,
  silentCalls: false,
  // The engine waits until a sequence is really free, so the slot need not be kept longer.
  settleMs: 0,
  async open(settings) {
    const { id, path, hubUrl } = locateModel(settings.engineUrl, settings)
    if (hubUrl !== null)
      await downloadOnce(hubUrl, path, { token: settings.engineToken, screen: process.stderr })
    const slots = settings.slots ?? this.defaultSlots
    const host = await openHost(path, slots, settings)
    const { prompter, windowTokens } = host
    const created = await fileTime(path)
    const running = new Set<Promise<unknown>>()

    /** @throws Refusal for a request that the model or its window cannot take, before it waits */
    async function makeJob({ body, requestId, person, session }: ChatCall): Promise<Job> {
      if (body.model !== id)
        throw new Refusal('model_not_found', `There is only ${id} here. See /v1/models.`, {
          param: 'model',
        })
      const options = readOptions(body, prompter.takesTools)
      const tokens = prompter.render(body, options.templateFields)
      // At least one token must remain for the answer.
      if (tokens.length >= windowTokens) throw overflowRefusal(tokens.length, windowTokens)
      return {
        tokens,
        options,
        grammar: options.schema === null ? null : await compile(options.schema),
        owner: session === null ? null : `${person}\n${session}`,
        readsCalls:
          options.schema === null && (body.tools?.length ?? 0) > 0 && knowsCalls(host.template),
        withUsage: body.stream !== true || body.stream_options?.include_usage === true,
        writer: createChunkWriter(id, requestId, Math.floor(systemClock.now() / 1000)),
      }
    }

    async function compile(schema: object) {
      try {
        return await host.compile(schema)
      } catch (cause) {
        const text = `response_format: no grammar can be made of it (${(cause as Error).message})`
        throw new Refusal('invalid_request', text, { param: 'response_format' }, { cause })
      }
    }

    return {
      list: async () => [
        {
          id,
          created,
          windowTokens,
          loaded: true,
          tools: prompter.takesTools,
          vision: false,
          slots,
        },
      ],
      async prepare(call) {
        const job = await makeJob(call)
        return {
          ignored: job.options.ignored,
          cold: false,
          run(sink, signal) {
            const work = generate(host, job, sink, signal)
            running.add(work)
            return work.finally(() => running.delete(work))
          },
        }
      },
      async close() {
        // The relay has ended all requests; a native context must not be freed under a running batch.
        await Promise.allSettled(running)
        await host.close()
      },
    }
  },
})
