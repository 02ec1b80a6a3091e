import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../src/app.js'
import { fixedClock } from '../src/clock.js'
import { readConfig } from '../src/config.js'
import { memoryTransport } from '../src/mailer.js'

function setUp() {
  const app = createApp({
    config: readConfig({ TOKENBOX_KEY: 'a key for the tests only' }),
    clock: fixedClock(1_760_000_000),
    makeCode: () => '042042',
    transport: memoryTransport(),
  })
  const call = (method, path, { token, body } = {}) =>
    app.handle({
      method,
      path,
      headers: token ? { authorization: `Bearer ${token}` } : {},
      body: JSON.stringify(body ?? {}),
    })
  const signIn = (email) => {
    call('POST', '/login', { body: { email } })
    return call('POST', '/sessions', { body: { email, code: '042042' } }).body.token
  }
  return { call, signIn }
}

test('routes: an unknown route is a 404', () => {
  assert.equal(setUp().call('GET', '/nowhere').status, 404)
})

test('routes: a wrong code opens no session', () => {
  const { call } = setUp()
  const email = 'ada@example.test'
  call('POST', '/login', { body: { email } })
  assert.equal(call('POST', '/sessions', { body: { email, code: '000000' } }).status, 401)
})

test('routes: login does not tell who has an account', () => {
  const { call } = setUp()
  const known = call('POST', '/login', { body: { email: 'ada@example.test' } })
  assert.deepEqual(call('POST', '/login', { body: { email: 'eve@example.test' } }), known)
})

test('routes: a session without a token is a 401', () => {
  assert.deepEqual(setUp().call('GET', '/session').body, { error: 'no bearer token' })
})

test('routes: the session shows who is signed in', () => {
  const { call, signIn } = setUp()
  const answer = call('GET', '/session', { token: signIn('ada@example.test') })
  assert.deepEqual(answer.body, { user: 'ada', role: 'admin' })
})

test('routes: a member may not read the audit log', () => {
  const { call, signIn } = setUp()
  const answer = call('GET', '/audit.csv', { token: signIn('kurt@example.test') })
  assert.equal(answer.status, 403)
})

test('routes: an auditor exports the audit log', () => {
  const { call, signIn } = setUp()
  const answer = call('GET', '/audit.csv', { token: signIn('grace@example.test') })
  assert.deepEqual(
    answer.body,
    [
      'time,event,subject\r\n',
      '2025-10-09T08:53:20.000Z,login.asked,grace@example.test\r\n',
      '2025-10-09T08:53:20.000Z,session.opened,grace\r\n',
    ].join(''),
  )
})
