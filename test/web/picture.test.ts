import t, { type Test } from 'tap'
import { takePicture } from '#web'
import { openWorkspace } from '#workspace'
import { findBrowser } from '../kit/browser.js'

// What a real browser shows is in test/long/picture.test.ts.

const LIVE = new AbortController().signal
const options = findBrowser() === null ? { skip: 'no chromium here' } : {}

function open(t: Test, files: Record<string, string | Record<string, string>>, env = process.env) {
  return openWorkspace({ root: t.testdir(files), deny: ['.env'], env })
}

t.test('row 180: says why no picture is possible', options, async (t) => {
  const workspace = open(t, { '.env': 'x', folder: { a: 'x' } })
  const refused: [string, RegExp][] = [
    ['.env', /deny rule \.env/],
    ['../out.html', /outside the working folder/],
    ['none.html', /does not exist/],
    ['folder', /is a folder/],
  ]
  for (const [path, message] of refused)
    t.match(await takePicture(workspace, path, LIVE), { ok: false, message }, path)
})

t.test('row 180: names the missing browser', async (t) => {
  const workspace = open(t, { 'a.html': 'x' }, { PATH: '/nowhere' })
  t.match(await takePicture(workspace, 'a.html', LIVE), {
    ok: false,
    message: /no Chromium on the path/,
  })
})
