import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAudit } from '../src/audit.js'
import { fixedClock } from '../src/clock.js'
import { readConfig } from '../src/config.js'
import { toCsv } from '../src/csv.js'
import { mayDo } from '../src/permissions.js'

const KEY = { TOKENBOX_KEY: 'a key for the tests only' }

test('config: a short key is refused', () => {
  assert.throws(() => readConfig({ TOKENBOX_KEY: 'short' }), /at least 16 characters/)
})

test('config: a wrong number is named', () => {
  assert.throws(() => readConfig({ ...KEY, TOKENBOX_PORT: 'http' }), /TOKENBOX_PORT/)
})

test('permissions: roles may do what their table says', () => {
  assert.equal(mayDo('auditor', 'audit.read'), true)
  assert.equal(mayDo('member', 'audit.read'), false)
  assert.equal(mayDo('toString', 'audit.read'), false)
})

test('audit: rows carry time, event and subject', () => {
  const audit = createAudit(fixedClock(0))
  audit.add('login.asked', 'ada')
  assert.deepEqual(audit.list(), [['1970-01-01T00:00:00.000Z', 'login.asked', 'ada']])
})

test('csv: quotes commas, quotes and line ends', () => {
  assert.equal(toCsv(['a', 'b'], [['x,y', 'say "hi"']]), 'a,b\r\n"x,y","say ""hi"""\r\n')
})

test('csv: fields never start a formula', () => {
  assert.equal(toCsv(['a'], [['=1+1']]), "a\r\n'=1+1\r\n")
})
