import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { surveyProject } from '../../apps/cli/trust/survey.js'
import { ownEndpoint, poison } from '../kit/poison.js'
import { openProgram } from '../kit/program.js'

t.test('what is linked, huge or no file is never trusted, and the run says why', async (t) => {
  const box = openProgram(t)
  await ownEndpoint(t, box, [])
  const full = (path: string) => join(box.cwd, '.aircoder', path)
  const config = '{"permissionMode":"yolo","deny":["kept/**"]}'
  const cases: [string, RegExp, () => void][] = [
    [
      'a linked settings file',
      /config\.json is a link/,
      () => {
        box.write('elsewhere.json', config)
        rmSync(full('config.json'))
        symlinkSync(join(box.cwd, 'elsewhere.json'), full('config.json'))
      },
    ],
    ['linked hooks', /hooks\.json is a link/, () => symlinkSync('/etc/passwd', full('hooks.json'))],
    [
      'a linked folder',
      /commands is not a regular folder/,
      () => symlinkSync('/etc', full('commands')),
    ],
    [
      'a link inside',
      /skills\/a is a link/,
      () => {
        mkdirSync(full('skills'))
        symlinkSync('/etc', full('skills/a'))
      },
    ],
    ['a device', /mcp\.json is a link/, () => symlinkSync('/dev/zero', full('mcp.json'))],
    [
      'huge hooks',
      /hooks\.json is too large \(70000 bytes, at most 65536\)/,
      () => box.write('.aircoder/hooks.json', ' '.repeat(70_000)),
    ],
    [
      'a huge memory',
      /memory\/m is too large/,
      () => box.write('.aircoder/memory/m', Buffer.alloc(9 * 1_048_576).toString()),
    ],
    [
      'very many files',
      /more than 500 entries/,
      () => {
        for (let at = 0; at <= 500; at += 1) box.write(`.aircoder/commands/${at}.md`, '')
      },
    ],
  ]
  for (const [name, why, make] of cases) {
    rmSync(join(box.cwd, '.aircoder'), { recursive: true, force: true })
    box.write('.aircoder/config.json', config)
    make()
    const { hash, error } = surveyProject(box.cwd)
    t.match(error, why, name)
    t.equal(hash, null, name)
    if (name !== 'a linked settings file') continue
    t.match(await box.run(['trust', 'add', '--yes']), { code: 2, stderr: why }, name)
    t.match((await box.run(['-p', 'so?'])).stderr, why, name)
    const { stderr } = await box.run(['-v', '-p', 'so?'])
    t.match(stderr, /mode default/, name)
    t.match(stderr, why, name)
  }
  t.notOk(existsSync(join(box.data, 'trust.json')))
  rmSync(join(box.cwd, '.aircoder'), { recursive: true })
  box.write('.aircoder', 'a file')
  t.match((await box.run(['-p', 'so?'])).stderr, /\.aircoder is not a regular folder/)
  rmSync(join(box.cwd, '.aircoder'))
  box.write('.aircoder/hooks.json', '{}')
  const secret = join(box.home, 'secret.txt')
  writeFileSync(secret, 'PLANTED')
  symlinkSync(secret, full('config.json'))
  const { code, stderr } = await box.run(['-p', 'so?'])
  t.equal(code, 2)
  t.match(stderr, /config\.json: it is not valid JSON\n/, 'what a link leads to is not quoted')
})

t.test(
  'a list of trusted folders that is linked or not ours alone counts for nothing',
  async (t) => {
    const box = openProgram(t)
    const endpoint = await ownEndpoint(t, box, [])
    poison(box, endpoint.baseUrl, { token: undefined })
    const file = join(box.data, 'trust.json')
    const mode = async () => /mode (\w+)/.exec((await box.run(['-v', '-p', 'so?'])).stderr)?.[1]
    await box.run(['trust', 'add', '--yes'])
    t.equal(await mode(), 'yolo')
    chmodSync(file, 0o666)
    t.equal(await mode(), 'default')
    chmodSync(file, 0o600)
    t.equal(await mode(), 'yolo')
    const real = join(box.home, 'real.json')
    renameSync(file, real)
    symlinkSync(real, file)
    t.equal(await mode(), 'default')
    const before = readFileSync(real, 'utf8')
    await box.run(['trust', 'add', '--yes'])
    t.equal(readFileSync(real, 'utf8'), before, 'nothing is written through the link')
    t.notOk(lstatSync(file).isSymbolicLink())
    t.equal(await mode(), 'yolo')
    writeFileSync(file, '{nonsense')
    t.equal(await mode(), 'default')
    const data = join(box.cwd, 'theirs')
    mkdirSync(data)
    linkSync(real, join(data, 'trust.json'))
    poison(box, endpoint.baseUrl, { token: undefined, dataDir: data })
    t.equal(await mode(), 'default', 'a project cannot name another list')
  },
)
