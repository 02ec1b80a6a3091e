import t from 'tap'
import { pictureLine } from '#terminal'

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1])
const PICTURE = { name: 'a.png', size: { width: 640, height: 480 }, isTerminal: true }
const NAMED = '[image a.png 640x480]'
const KITTY = { KITTY_WINDOW_ID: '1' }
const ITERM = { TERM_PROGRAM: 'iTerm.app' }

t.test('a picture is shown by the protocol of the terminal, byte for byte', async (t) => {
  const kitty = `\x1b_Ga=T,f=100,q=2,m=0;iVBORwE=\x1b\\\n${NAMED}`
  const iterm = `\x1b]1337;File=inline=1;size=5;width=auto;preserveAspectRatio=1:iVBORwE=\x07\n${NAMED}`
  for (const [env, lines] of [
    [KITTY, kitty],
    [{ GHOSTTY_RESOURCES_DIR: '/g', TERM_PROGRAM: 'ghostty' }, kitty],
    [ITERM, iterm],
    [{ TERM_PROGRAM: 'WezTerm' }, iterm],
    [{ TERM_PROGRAM: 'vscode' }, iterm],
    [{ ...KITTY, ...ITERM }, kitty],
  ] as const)
    t.equal(pictureLine(PNG, { ...PICTURE, env }), lines, JSON.stringify(env))
  const gif = Buffer.from('GIF89a')
  t.equal(pictureLine(gif, { ...PICTURE, env: KITTY }), NAMED, 'kitty takes PNG only')
  t.equal(
    pictureLine(gif, { ...PICTURE, env: ITERM }),
    `\x1b]1337;File=inline=1;size=6;width=auto;preserveAspectRatio=1:R0lGODlh\x07\n${NAMED}`,
  )
})

t.test('a picture is only named where the terminal cannot show it', async (t) => {
  for (const env of [
    {},
    { TERM_PROGRAM: 'Apple_Terminal' },
    { TERM_PROGRAM: 'not-iTerm.app' },
    { ...KITTY, TMUX: 'x' },
    { ...ITERM, STY: 'x' },
    { ...KITTY, TERM: 'dumb' },
  ])
    t.equal(pictureLine(PNG, { ...PICTURE, env }), NAMED, JSON.stringify(env))
  for (const env of [KITTY, ITERM]) {
    t.equal(pictureLine(PNG, { ...PICTURE, env, isTerminal: false }), NAMED)
    const most = 4 * 1024 * 1024
    const large = Buffer.concat([PNG, Buffer.alloc(most)])
    t.equal(pictureLine(large, { ...PICTURE, env }), NAMED, 'more than 4 MiB')
    t.not(pictureLine(large.subarray(0, most), { ...PICTURE, env }), NAMED, '4 MiB')
  }
  t.equal(pictureLine(PNG, { ...PICTURE, size: null, env: {} }), '[image a.png]')
})

t.test('a large picture goes to kitty in pieces of 4,096 characters', async (t) => {
  const pieces = (bytes: number) => {
    const data = Buffer.concat([PNG, Buffer.alloc(bytes - PNG.length, 0xa5)])
    const sent = pictureLine(data, { ...PICTURE, env: KITTY }).slice(0, -`\n${NAMED}`.length)
    t.ok(sent.endsWith('\x1b\\'))
    const found = sent.split('\x1b\\').slice(0, -1)
    t.ok(found.every((piece) => piece.startsWith('\x1b_G')))
    const parts = found.map((piece) => piece.slice(3).split(';'))
    t.equal(parts.map(([, part]) => part).join(''), data.toString('base64'))
    return parts.map(([keys, part = '', ...rest]) => [keys, part.length, ...rest].join(' '))
  }
  t.same(pieces(3_072), ['a=T,f=100,q=2,m=0 4096'])
  t.same(pieces(3_073), ['a=T,f=100,q=2,m=1 4096', 'm=0 4'])
  t.same(pieces(7_000), ['a=T,f=100,q=2,m=1 4096', 'm=1 4096', 'm=0 1144'])
})

t.test('the name of a picture cannot write to the terminal, or leave its row', async (t) => {
  for (const [name, shown] of [
    ['a\x1b]0;b\x07.png', 'a<1b>]0;b<07>.png'],
    ['a\x1b_Gm=0;\x1b\\.png', 'a<1b>_Gm=0;<1b>\\.png'],
    ['a\x9b31m\x7f.png', 'a<9b>31m<7f>.png'],
    ['a\r\nb \t c.png', 'a b c.png'],
    ['gnp\u202e.exe', 'gnp<202e>.exe'],
    ['图.png', '图.png'],
  ] as const)
    for (const env of [{}, KITTY, ITERM]) {
      const lines = pictureLine(PNG, { ...PICTURE, name, env }).split('\n')
      t.equal(lines.at(-1), `[image ${shown} 640x480]`)
      t.equal(lines.length, env === KITTY || env === ITERM ? 2 : 1)
    }
})
