import t from 'tap'
import { diffRows } from '../../libs/terminal/diff/diff_rows.js'
import { rowText } from '../../libs/terminal/rows/row.js'
import { createTheme } from '../../libs/terminal/theme/theme.js'

const DIFF = `--- a/src/token.js
+++ b/src/token.js
@@ -8,4 +8,4 @@
 export function isExpired(claims, now) {
-  return claims.exp < now
+  return claims.exp <= now
 }
 
@@ -40,2 +40,3 @@
 end
--- a line with minuses
+++ a line with pluses
+new
\\ No newline at end of file
`
const show = (diff: string, width = 60, mostLines = 80) =>
  diffRows(diff, { width, mostLines }).map(rowText)

t.test('a diff has line numbers, signs and a mark between its parts', async (t) => {
  t.same(show(DIFF), [
    'src/token.js',
    ' 8   export function isExpired(claims, now) {',
    ' 9 -   return claims.exp < now',
    ' 9 +   return claims.exp <= now',
    '10   }',
    '11   ',
    '   ⋮',
    '40   end',
    '41 - -- a line with minuses',
    '41 + ++ a line with pluses',
    '42 + new',
  ])
  t.same(show(DIFF, 24).slice(0, 4), [
    'src/token.js',
    '  export function isExpi',
    '  red(claims, now) {',
    '-   return claims.exp < ',
  ])
})

t.test('the words that changed are marked', async (t) => {
  const theme = createTheme('dark', 16)
  const rows = diffRows(DIFF, { width: 60, mostLines: 80 }).map(theme.paint)
  t.equal(
    rows[2],
    '\x1b[2m 9 \x1b[0m\x1b[31m- \x1b[0m\x1b[31m  return claims.exp <\x1b[0m\x1b[31m now\x1b[0m',
  )
  t.ok(rows[3]?.includes('\x1b[32;7m=\x1b[0m'))
})

t.test('what is cut is counted', async (t) => {
  t.same(show(DIFF, 60, 2), [
    'src/token.js',
    ' 8   export function isExpired(claims, now) {',
    ' 9 -   return claims.exp < now',
    '… 7 more lines',
  ])
  const long = `--- a/x\n+++ b/x\n@@ -1,1 +1,1 @@\n-${'a'.repeat(1_000_000)}\n+b`
  const rows = show(long, 80)
  t.equal(rows.length, 9)
  t.match(rows[7], /… 999544 more characters in this line/)
})

t.test('a file name and a line show control characters', async (t) => {
  const evil = '--- a/x\x1b[2J\n+++ b/x\x1b[2J\n@@ -1,1 +1,1 @@\n-a\u202e\n+b\x07'
  t.same(show(evil), ['x<1b>[2J', '1 - a<202e>', '1 + b<07>'])
})

t.test('a new file, a deleted file, and what is no diff', async (t) => {
  t.same(show('--- /dev/null\n+++ b/new.txt\n@@ -0,0 +1,1 @@\n+one'), ['new.txt', '1 + one'])
  t.same(show('--- a/old.txt\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-one'), ['old.txt', '1 - one'])
  t.same(show('x is as it was.'), ['x is as it was.'])
})
