import t from 'tap'
import { resolveProxySettings } from '../../libs/relay/settings/settings.js'

t.test('what is wrong with a setting is said in our words', async (t) => {
  const reason = (values: unknown) => {
    try {
      resolveProxySettings([{ source: 'flags', values }])
    } catch (error) {
      return (error as Error).message
    }
    return 'accepted'
  }
  const cases: [unknown, string][] = [
    [{ port: 99_999 }, 'port: it must be at most 65535'],
    [{ slots: 0 }, 'slots: it must be at least 1'],
    [{ port: 'x' }, 'port: it must be a number'],
    [{ host: "''" }, 'host: it must be an IP address or a host name'],
    [{ engineToken: '' }, 'engineToken: it must not be empty'],
    [{ models: [] }, 'models: it must not be empty'],
    [{ hubUrl: 'ftp://x' }, 'hubUrl: it must be a valid URL, such as http://127.0.0.1:11434'],
    [{ logLevel: 'loud' }, 'logLevel: it must be one of silent, error, warn, info, debug'],
    [
      { tailscaleListen: '0.0.0.0:1' },
      'tailscaleListen: it must be HOST:PORT on loopback, or /path',
    ],
    [{ metricsFrom: ['x'] }, 'metricsFrom.0: it has a form that is not supported'],
  ]
  for (const [values, text] of cases)
    t.equal(reason(values), `Settings in flags: ${text}`, JSON.stringify(values))
})
