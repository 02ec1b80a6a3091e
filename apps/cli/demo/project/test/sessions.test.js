import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../src/clock.js'
import { createSessions } from '../src/sessions.js'
import { createStore } from '../src/store.js'

const ADA = { id: 'ada', role: 'admin' }
const KURT = { id: 'kurt', role: 'member' }

function setUp() {
  const clock = fixedClock(1_760_000_000)
  const store = createStore()
  const config = { key: 'a key for the tests only', sessionSeconds: 3600 }
  return { clock, store, sessions: createSessions({ config, clock, store }) }
}

test('sessions: an admin is known by the token', () => {
  const { sessions } = setUp()
  assert.equal(sessions.check(sessions.open(ADA)).sub, 'ada')
})

test('sessions: a closed session is refused', () => {
  const { sessions } = setUp()
  const token = sessions.open(KURT)
  sessions.close(token)
  assert.throws(() => sessions.check(token), /session is closed/)
})

test('sessions: a session ends by itself', () => {
  const { sessions, clock } = setUp()
  const token = sessions.open(KURT)
  clock.advance(3600)
  assert.throws(() => sessions.check(token), /has expired/)
})

test('sessions: expired ones leave the store when a new one opens', () => {
  const { sessions, store, clock } = setUp()
  sessions.open(ADA)
  clock.advance(3600)
  sessions.open(KURT)
  assert.equal(store.count(), 1)
})
