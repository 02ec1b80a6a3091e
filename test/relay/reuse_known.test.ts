import t from 'tap'
import type { Account } from '../../libs/relay/exchange/account.js'
import { countExchange } from '../../libs/relay/usage/count_exchange.js'

t.test('reuse that an engine does not report is not counted as none', (t) => {
  const counted = (cachedTokens?: number) => {
    const usage = {
      promptTokens: 100,
      completionTokens: 2,
      ...(cachedTokens === undefined ? {} : { cachedTokens }),
    }
    const account = { outcome: 'ok', ending: { usage }, queueMs: 0, upstreamMs: 0 }
    return countExchange(account as unknown as Account, { promptTokens: 90, images: 0 })
  }
  t.match(counted(), { prompt_tokens: 100, reused_tokens: 0, reuse_known_tokens: 0 })
  t.match(counted(0), { prompt_tokens: 100, reused_tokens: 0, reuse_known_tokens: 100 })
  t.match(counted(60), { reused_tokens: 60, reuse_known_tokens: 100 })
  t.end()
})
