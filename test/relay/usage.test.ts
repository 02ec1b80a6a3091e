import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import pino from 'pino'
import t from 'tap'
import { systemClock } from '#core'
import { daysBefore, readUsage } from '#relay'
import { Refusal } from '../../libs/relay/refusals/refusal.js'
import { countExchange } from '../../libs/relay/usage/count_exchange.js'
import { dayOf, msUntilTomorrow } from '../../libs/relay/usage/day.js'
import { steadyClock } from '../../libs/relay/usage/steady_clock.js'
import { noSums } from '../../libs/relay/usage/sums.js'
import { openUsage } from '../../libs/relay/usage/usage_book.js'
import { createFakeClock } from '../kit/fake_clock.js'
import { noonZone } from '../kit/noon_zone.js'
import { until } from '../kit/relay.js'

process.env.TZ = noonZone()

/** A log whose lines can be read. */
function logged() {
  const lines: string[] = []
  return { lines, log: pino({ base: null }, { write: (line: string) => void lines.push(line) }) }
}

t.test('counting writes no file; counts are written within a second', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'usage.sqlite')
  const { log, lines } = logged()
  const book = openUsage(folder, systemClock, log)
  t.teardown(() => book.close())
  const written = () => readUsage(folder, '2000-01-01')
  const before = statSync(`${path}-wal`).size
  for (let at = 0; at < 1_000; at += 1) book.add('alice', 'm', { requests: 1, prompt_tokens: at })
  book.add('alice', 'other:latest', { requests: 1 })
  book.add('bob', 'm', { refused: 1 })
  t.equal(statSync(`${path}-wal`).size, before)
  t.match(book.today('alice'), { requests: 1_001, prompt_tokens: 499_500 }, 'known at once')
  t.same(book.today('carol'), noSums())
  await until(() => written().length > 0)
  t.match(written(), [
    { person: 'alice', requests: 1_001, prompt_tokens: 499_500, refused: 0 },
    { person: 'bob', requests: 0, refused: 1 },
  ])
  t.match(book.today('alice'), { requests: 1_001 }, 'and not twice')
  book.add('alice', 'other', { requests: 1 })
  t.same(
    book.since('2000-01-01').map(({ person, model }) => `${person} ${model}`),
    ['alice m', 'alice other', 'bob m'],
    'by model too, which has one name',
  )
  t.same(lines, [])
  for (let at = 0; at < 500; at += 1) book.add('mallory', `made-up-${at}`, { requests: 1 })
  t.equal(book.today('mallory').requests, 500)
  t.ok(book.since('2000-01-01').length <= 102, 'made-up names share a row')
})

t.test('two proxies add to one file; a file that is held is written later', async (t) => {
  const folder = t.testdir()
  const { log, lines } = logged()
  const [one, two] = [openUsage(folder, systemClock, log), openUsage(folder, systemClock, log)]
  t.teardown(() => {
    one.close()
    two.close()
  })
  one.add('alice', 'm', { requests: 1 })
  two.add('alice', 'm', { requests: 2 })
  t.match(
    [...one.since('2000-01-01'), ...two.since('2000-01-01')],
    [{ requests: 1 }, { requests: 3 }],
  )
  t.equal(one.today('alice').requests, 3, 'each knows of the other')

  const holder = new Database(join(folder, 'usage.sqlite'))
  holder.exec('BEGIN IMMEDIATE')
  one.add('alice', 'm', { requests: 10 })
  await until(() => lines.length > 0)
  t.match(lines, [/retrying every second/])
  t.equal(one.today('alice').requests, 13, 'nothing is lost meanwhile')
  holder.exec('ROLLBACK')
  holder.close()
  await until(() => two.today('alice').requests === 13)
  t.equal(lines.length, 1, 'and it is not said every second')
})

t.test('a file of another program or a newer version is not changed', async (t) => {
  const folder = t.testdir()
  const path = join(folder, 'usage.sqlite')
  const make = (statement: string) => {
    const db = new Database(path)
    db.exec(statement)
    db.close()
  }
  for (const [statement, reason] of [
    ['CREATE TABLE theirs (x)', /another program/],
    ['DROP TABLE theirs; PRAGMA application_id = 0x61637570; PRAGMA user_version = 9', /newer/],
  ] as const) {
    make(statement)
    const { log, lines } = logged()
    const book = openUsage(folder, systemClock, log)
    book.add('alice', 'm', { requests: 1 })
    t.equal(book.today('alice').requests, 1)
    book.close()
    t.match(lines.join(''), reason)
    t.throws(() => readUsage(folder, '2000-01-01'), { code: 'PROXY_USAGE_UNREADABLE' })
  }
  make(
    'PRAGMA user_version = 1; CREATE TABLE usage (day TEXT NOT NULL, person TEXT NOT NULL, hour INTEGER NOT NULL, model TEXT NOT NULL, requests INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (day, person, hour, model)) STRICT, WITHOUT ROWID',
  )
  const { log, lines } = logged()
  const book = openUsage(folder, systemClock, log)
  book.add('alice', 'm', { requests: 1, images: 2 })
  book.close()
  t.doesNotThrow(() => book.add('alice', 'm', { requests: 1 }), 'a late one is not an error')
  t.same(lines, [])
  t.match(readUsage(folder, '2000-01-01'), [{ requests: 1, images: 2 }], 'older files get columns')
  t.equal(statSync(path).mode & 0o777, 0o600)

  writeFileSync(join(folder, 'file'), '')
  const broken = logged()
  openUsage(join(folder, 'file'), systemClock, broken.log).close()
  t.match(broken.lines.join(''), /in memory only/)
  openUsage(undefined, systemClock, broken.log).close()
  t.equal(broken.lines.length, 1, 'no folder, no complaint')
})

t.test('records that are no longer readable stop no request', async (t) => {
  const folder = t.testdir()
  const { log, lines } = logged()
  const book = openUsage(folder, systemClock, log)
  t.teardown(() => book.close())
  book.add('alice', 'm', { prompt_tokens: 100 })
  book.since('2000-01-01')
  t.equal(book.today('alice').prompt_tokens, 100, 'as the file has it')
  const other = new Database(join(folder, 'usage.sqlite'))
  other.exec('DROP TABLE usage')
  other.close()
  book.add('alice', 'm', { prompt_tokens: 10 })
  book.add('bob', 'm', { prompt_tokens: 1 })
  t.equal(book.today('alice').prompt_tokens, 110, 'what was last read, and what came since')
  t.equal(book.today('bob').prompt_tokens, 1)
  t.match(lines, [/usage cannot be read/])
  t.match(book.since('2000-01-01'), [{ person: 'alice', prompt_tokens: 10 }, { person: 'bob' }])
  t.equal(lines.length, 1, 'once a minute')
})

t.test('a day is the calendar day of the time zone of the proxy', async (t) => {
  const late = new Date(2026, 10, 21, 23, 59, 59).getTime()
  t.equal(dayOf(late), '2026-11-21')
  t.equal(dayOf(late + 1_000), '2026-11-22')
  t.equal(msUntilTomorrow(late), 1_000)
  t.equal(daysBefore(late, 0), '2026-11-21')
  t.equal(daysBefore(late, 21), '2026-10-31')
  for (let day = 0; day < 400; day += 1) {
    const at = new Date(2026, 0, 1 + day, 0, 30).getTime()
    t.equal(daysBefore(at, 1), dayOf(new Date(2026, 0, day, 12).getTime()))
    t.ok(msUntilTomorrow(at) > 0 && msUntilTomorrow(at) <= 25 * 3_600_000)
  }
  const clock = createFakeClock(late)
  const book = openUsage(undefined, clock, logged().log)
  t.teardown(() => book.close())
  book.add('alice', 'm', { requests: 1 })
  await clock.pass(2_000)
  book.add('alice', 'm', { requests: 1 })
  t.equal(book.today('alice').requests, 1)
  t.match(book.since('2026-11-21'), [
    { day: '2026-11-21', hour: 23 },
    { day: '2026-11-22', hour: 0 },
  ])
})

t.test('an exchange is counted however it ended', async (t) => {
  const account = {
    outcome: 'ok',
    queueMs: 1.6,
    firstByteMs: 1,
    firstTokenMs: 2,
    upstreamMs: 9.4,
    events: 4,
    began: true,
    cold: false,
    freed: null,
    ending: {
      usage: { promptTokens: 7, completionTokens: 3, cachedTokens: 5 },
      finishReason: 'stop',
    },
    bug: null,
  }
  t.same(countExchange(account, { promptTokens: 9, images: 2 }), {
    requests: 1,
    errors: 0,
    cancelled: 0,
    prompt_tokens: 7,
    completion_tokens: 3,
    reused_tokens: 5,
    reuse_known_tokens: 7,
    images: 2,
    queue_ms: 2,
    engine_ms: 9,
  })
  const sent = { promptTokens: 9, images: 0 }
  const left = new Refusal('client_closed', '').code
  t.match(countExchange({ ...account, outcome: left, ending: null }, sent), {
    errors: 0,
    cancelled: 1,
    prompt_tokens: 9,
    completion_tokens: 4,
    engine_ms: 9,
  })
  const early = { ...account, outcome: left, ending: null, began: false, events: 0 }
  t.match(countExchange(early, sent), { prompt_tokens: 0 }, 'it never had its slot')
  t.match(countExchange({ ...account, outcome: 'engine_error' }, sent), { errors: 1, cancelled: 0 })
})

t.test('a wall clock that jumps for a moment does not change the day', async (t) => {
  const MINUTE = 60_000
  const passing = createFakeClock(new Date(2026, 10, 22, 12).getTime())
  let ahead = 0
  const reported: number[] = []
  const clock = steadyClock({ ...passing, now: () => passing.now() + ahead }, (ms) =>
    reported.push(ms),
  )
  const { log } = logged()
  const book = openUsage(undefined, clock, log)
  t.teardown(() => book.close())
  const use = () => book.add('alice', 'm', { requests: 1 })
  const day = () => dayOf(clock.now())
  use()
  for (const jump of [36, -36, 24 * 400]) {
    ahead = jump * 60 * MINUTE
    use()
    await passing.pass(9 * MINUTE)
    t.equal(day(), '2026-11-22', `${jump} hours`)
    ahead = 0
    t.equal(day(), '2026-11-22', 'and back')
  }
  t.match(book.today('alice'), { requests: 4 })
  t.same(book.since('2026-11-23'), [], 'no row of another day')

  ahead = 500
  t.equal(clock.now(), passing.now() + 500, 'what NTP does is followed')
  ahead = 36 * 60 * MINUTE
  use()
  await passing.pass(10 * MINUTE)
  t.equal(day(), '2026-11-24', 'a clock that stays set is believed')
  t.same(reported, [ahead - 500])
})
