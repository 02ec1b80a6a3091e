import t from 'tap'
import { resolveSettings } from '#core'
import { choose, findModels } from '../../apps/cli/endpoint/find_model.js'

/** Ports that nothing listens on. */
const DEAD = ['http://127.0.0.1:9/v1', 'http://127.0.0.1:10/v1']

function settings(values: Record<string, unknown>) {
  return resolveSettings([{ source: 'test', values, trusted: true }])
}

t.test('with nothing configured and nothing listening the search fails at once', async (t) => {
  const lines: string[] = []
  const found = findModels(settings({ wait: '5m' }), (text) => void lines.push(text), DEAD)
  await t.rejects(found, {
    code: 'ENDPOINT_UNREACHABLE',
    exitCode: 5,
    message: `No model answers at ${DEAD.join(' or ')}: nothing listens there, and no endpoint is configured (\`aircoder init\` sets one)`,
    hint: /--base-url.*A run waits for a configured endpoint that is starting; --wait/,
  })
  t.same(lines, [])
})

t.test('a configured endpoint that refuses the connection is waited for', async (t) => {
  const lines: string[] = []
  const [baseUrl] = DEAD
  const found = findModels(settings({ baseUrl, wait: '1s' }), (text) => void lines.push(text))
  await t.rejects(found, { code: 'ENDPOINT_UNREACHABLE', message: /connection refused/ })
  t.match(lines[0], /^waiting for http:\/\/127\.0\.0\.1:9 \(connection refused\): 0\.0 s of 1\.0 s/)
})

t.test(
  'a model that the server does not have is a wrong setting, and the near ones are named',
  async (t) => {
    const models = ['qwen3:8b', 'qwen3:32b', 'gemma3:4b'].map((id) => ({
      id,
      windowTokens: null,
      takesTools: null,
      mark: id,
    }))
    const refused = (wanted: string | undefined, listed = models) => {
      try {
        return choose(wanted, listed, 'http://x/v1').id
      } catch (error) {
        return error as { message: string; exitCode: number; hint: string }
      }
    }
    t.match(refused('qwen3'), {
      exitCode: 2,
      message:
        'http://x/v1 has no model qwen3. Did you mean qwen3:8b or qwen3:32b? It has: qwen3:8b, qwen3:32b, gemma3:4b',
      hint: /--model/,
    })
    t.match(refused('gema3:4b'), { message: /Did you mean gemma3:4b\?/ })
    t.match(refused('qwen3:70b'), { message: /Did you mean qwen3:8b\?/ })
    t.match(refused('llama'), { exitCode: 2, message: /no model llama\. It has: qwen3/ })
    t.match(refused(undefined, []), { exitCode: 5, message: 'http://x/v1 lists no models.' })
    t.equal(refused('any', []), 'any', 'a server without a list is not asked')
  },
)
