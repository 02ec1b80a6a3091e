import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeBase64, encodeBase64 } from '../src/token/base64.js'
import { decodeToken } from '../src/token/decode.js'
import { encodeToken } from '../src/token/encode.js'
import { fromBase64Url, toBase64Url } from '../src/token/token_utils.js'

const KEY = 'a key for the tests only'
const NOW = 1_760_000_000
const KURT = { sid: 's1', sub: 'kurt', role: 'member', iat: NOW, exp: NOW + 60 }
const GRACE = { sid: 's2', sub: 'grace', role: 'auditor', iat: NOW, exp: NOW + 60 }

test('base64: goes both ways with padding', () => {
  assert.equal(encodeBase64(Buffer.from('token')), 'dG9rZW4=')
  assert.equal(decodeBase64('dG9rZW4=').toString(), 'token')
})

test('base64: refuses text that was cut off', () => {
  assert.throws(() => decodeBase64('dG9rZW'), { message: 'length 6 is not a multiple of 4' })
})

test('base64: refuses characters outside the alphabet', () => {
  for (const text of ['dG9r!W4=', 'd===']) {
    assert.throws(() => decodeBase64(text), /outside the alphabet/)
  }
})

test('tokens: use only characters that are safe in a URL', () => {
  assert.match(encodeToken({ ...GRACE, sub: '??>>~~' }, KEY), /^tb1\.[\w-]+\.[0-9a-f]{64}$/)
})

test('tokens: base64url gives a text back', () => {
  assert.equal(toBase64Url('a?>~~~'), 'YT8-fn5-')
  assert.equal(fromBase64Url('YT8-fn5-'), 'a?>~~~')
})

test('tokens: base64url gives a text back, whatever its length', () => {
  for (const text of ['session number 7', 'session number 42', 'session number 512']) {
    assert.equal(fromBase64Url(toBase64Url(text)), text)
  }
})

test('tokens: the claims of a member survive the round trip', () => {
  assert.deepEqual(decodeToken(encodeToken(KURT, KEY), KEY, NOW), KURT)
})

test('tokens: the claims of an auditor survive the round trip', () => {
  assert.deepEqual(decodeToken(encodeToken(GRACE, KEY), KEY, NOW), GRACE)
})

test('tokens: another key is refused', () => {
  const token = encodeToken(KURT, 'some other key')
  assert.throws(() => decodeToken(token, KEY, NOW), /signature does not match/)
})

test('tokens: an expired token is refused', () => {
  const token = encodeToken(KURT, KEY)
  assert.throws(() => decodeToken(token, KEY, KURT.exp), /has expired/)
})

test('tokens: text of another shape is refused', () => {
  for (const text of ['', 'tb1', 'tb1.a', 'tb2.a.b', 'tb1.a.b.c']) {
    assert.throws(() => decodeToken(text, KEY, NOW), { name: 'TokenError' })
  }
})
