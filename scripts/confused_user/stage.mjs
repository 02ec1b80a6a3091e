import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startModel } from './model_server.mjs'
import { openPage } from './page.mjs'
import { openTmux } from './terminal.mjs'

/** The bash of the acts shows the exit code of the last command. */
const PROMPT = '[$?] \\W$ '
const FILES = {
  'package.json': '{ "name": "shop", "type": "module", "scripts": { "test": "node --test" } }\n',
  'price.mjs': 'export const total = (prices) => prices.reduce((sum, price) => sum - price, 0)\n',
  'price.test.mjs': `import assert from 'node:assert'
import { test } from 'node:test'
import { total } from './price.mjs'
test('adds the prices', () => assert.equal(total([1, 2]), 3))
`,
  'README.md': '# shop\nAdds prices.\n',
  '.env': 'SHOP_KEY=not-for-anybody\n',
}

/**
 * Everything that the acts need: a home, a project, the two commands on the PATH, a scripted model, a tmux
 * server of its own, and the page. `close` removes all of it.
 */
export async function openStage({ dist, columns = 100, rows = 40 }) {
  const base = mkdtempSync(join(tmpdir(), 'aircoder-user-'))
  chmodSync(base, 0o700)
  const [home, bin] = [join(base, 'home'), join(base, 'bin')]
  const project = join(home, 'shop')
  for (const folder of [home, bin, project]) mkdirSync(folder)
  for (const name of ['aircoder', 'aircoder-proxy'])
    symlinkSync(resolve(dist, `${name}.js`), join(bin, name))
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text)
  const model = await startModel()
  const proxyPort = await freePort()
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    TMPDIR: base,
    LANG: 'C.UTF-8',
    AIRCODER_BASE_URL: model.baseUrl,
    AIRCODER_WAIT: '20s',
  }
  const tmux = await openTmux({ folder: base, cwd: project, env, columns, rows, prompt: PROMPT })
  const page = openPage([
    [project, '/home/pat/shop'],
    [resolve(dist, '..'), '/opt/aircoder'],
    [home, '/home/pat'],
    [base, '/tmp'],
    [`127.0.0.1:${model.port}`, '127.0.0.1:9000'],
    [String(proxyPort), '8765'],
  ])
  return {
    model,
    page,
    project,
    home,
    first: tmux.first,
    openSecond: () => tmux.open('second'),
    openThird: () => tmux.open('third'),
    openFourth: () => tmux.open('fourth'),
    proxyPort,
    state: join(home, 'proxy'),
    async close() {
      await tmux.close()
      await model.goAway().catch(() => {})
      rmSync(base, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A port that was free a moment ago. */
async function freePort() {
  const server = createServer()
  await new Promise((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address()
  await new Promise((done) => server.close(done))
  return port
}
