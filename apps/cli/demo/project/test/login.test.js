import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fixedClock } from '../src/clock.js'
import { createCodes } from '../src/codes.js'
import { createMailer, memoryTransport } from '../src/mailer.js'
import { createRateLimit } from '../src/rate_limit.js'

function setUp() {
  const clock = fixedClock(1000)
  return { clock, codes: createCodes({ clock, makeCode: () => '123456', lifeSeconds: 300 }) }
}

test('login: a code works once', () => {
  const { codes } = setUp()
  codes.issue('ada')
  assert.equal(codes.redeem('ada', '123456'), true)
  assert.equal(codes.redeem('ada', '123456'), false)
})

test('login: a wrong guess uses the code up', () => {
  const { codes } = setUp()
  codes.issue('ada')
  assert.equal(codes.redeem('ada', '654321'), false)
  assert.equal(codes.redeem('ada', '123456'), false)
})

test('login: an old code is refused', () => {
  const { codes, clock } = setUp()
  codes.issue('ada')
  clock.advance(300)
  assert.equal(codes.redeem('ada', '123456'), false)
})

test('login: the code goes to the user by mail', () => {
  const transport = memoryTransport()
  createMailer(transport, 'box@example.test').sendCode({ email: 'ada@example.test' }, '000042')
  assert.equal(transport.sent[0].to, 'ada@example.test')
  assert.match(transport.sent[0].text, /000042/)
})

test('login: the try after the last one is refused', () => {
  const limit = createRateLimit({ clock: fixedClock(0), max: 2, windowSeconds: 60 })
  limit.take('ada')
  limit.take('ada')
  limit.take('kurt')
  assert.throws(() => limit.take('ada'), { status: 429, message: 'try again in 60 s' })
})

test('login: tries are counted afresh in a new window', () => {
  const clock = fixedClock(0)
  const limit = createRateLimit({ clock, max: 1, windowSeconds: 60 })
  limit.take('ada')
  clock.advance(60)
  assert.doesNotThrow(() => limit.take('ada'))
})
