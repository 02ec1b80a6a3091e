import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

/** The list of models, which a slow server sends when it is released. */
const list = {
  release: () => {},
  sent: Promise.resolve(),
  hold() {
    this.sent = new Promise((resolve) => {
      this.release = resolve
    })
  },
}

playFlows(t, [
  {
    name: 'slow_start',
    title: 'a start that waits for its server shows since when, and keeps what is typed meanwhile',
    listed: { listing: () => list.sent },
    replies: () => streamed(say('It is so.')),
    words({ baseUrl }) {
      list.hold()
      return ['--base-url', baseUrl, '-m', 'fake']
    },
    async play({ press, sees, picture, restarts, ended, endpoint }) {
      await sees('connecting')
      await press('is it so?\rand ha')
      await press('lf \x1b[200~one\rtwo\x1b[201~')
      await picture('waiting')
      list.release()
      await sees('(done')
      await picture('typed meanwhile')
      await press('\x03\x04')
      await ended()
      list.hold()
      await restarts('run', 'is it so?', '--base-url', endpoint.baseUrl, '-m', 'fake')
      await sees('connecting')
      await press('in one word\r')
      await picture('run waits')
      list.release()
      await ended()
      await picture('delivered')
    },
  },
  {
    name: 'start_errors',
    title: 'a start with a wrong token, a model that is gone, a newer or a locked ledger',
    listed: { token: 'secret', models: [{ id: 'qwen3-coder', context_window: 32_768 }] },
    before: ({ home, baseUrl }) => configure(home, { baseUrl, token: 'wrong' }),
    words: () => [],
    async play({ press, sees, picture, clear, restarts, ended, home, endpoint }) {
      const { baseUrl } = endpoint
      await ended()
      await picture('wrong token')
      const starts = async () => {
        clear()
        await restarts()
      }
      configure(home, { baseUrl, token: 'secret', model: 'qwen3-codr' })
      await starts()
      await ended()
      await picture('model is gone')
      configure(home, { baseUrl, token: 'secret' })
      await starts()
      await sees('/help')
      await press('\x04')
      await ended()
      const projects = join(home, '../data/projects')
      const path = join(projects, `${readdirSync(projects)}`, 'ledger.sqlite')
      const ledger = new Database(path)
      ledger.prepare('UPDATE owner SET pid = 4242').run()
      ledger.exec("INSERT INTO migrations (name, applied_ms) VALUES ('m900_later', 0)")
      await starts()
      await ended()
      await picture('newer ledger')
      ledger.exec("DELETE FROM migrations WHERE name = 'm900_later'")
      ledger.close()
      const lock = new Database(`${path}.lock`)
      lock.exec('BEGIN EXCLUSIVE')
      await starts()
      await ended()
      await picture('locked ledger')
      lock.close()
    },
  },
])

/** Stores the settings of the person, as `aircoder init` does. */
function configure(home: string, settings: object): void {
  const folder = join(home, '.config/aircoder')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config.json'), JSON.stringify(settings))
}
