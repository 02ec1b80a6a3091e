import t from 'tap'
import { dropControls } from '#core'

t.test('a separator that looks like a space or a new line becomes one space between words', (t) => {
  for (const mark of ['\u2028', '\u2029', '\u0085', '\v', '\f', '\r', '\u001c', '\u001f']) {
    const code = mark.charCodeAt(0).toString(16)
    t.equal(dropControls(`tab${mark}sin`), 'tab sin', code)
    t.equal(dropControls(`tab ${mark}sin`), 'tab sin', `${code} behind a space`)
    t.equal(dropControls(`tab${mark} sin`), 'tab sin', `${code} before a space`)
    t.equal(dropControls(`tab${mark}${mark}\u2029sin`), 'tab sin', `${code} twice`)
    t.equal(dropControls(`tab${mark}\nsin${mark}`), 'tab\nsin', `${code} at the end of a line`)
  }
  t.end()
})

t.test('what has no width leaves no space', (t) => {
  for (const mark of ['\u200b', '\u200d', '\ufeff', '\u0007', '\u202e', '\u00ad'])
    t.equal(dropControls(`tab${mark}s`), 'tabs', mark.charCodeAt(0).toString(16))
  t.equal(dropControls('a\r\nb'), 'a\nb')
  t.equal(dropControls('a  b\u200b\u00a0c'), 'a  b\u00a0c', 'spaces that are seen stay')
  t.end()
})
