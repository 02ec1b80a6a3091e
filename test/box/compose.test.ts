import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { join } from 'node:path'
import t from 'tap'
import { proxyLayerFromEnvironment, resolveProxySettings } from '#relay'

const read = (path: string) => readFileSync(path, 'utf8')
const compose = read('docker-compose.yml')

/** The value that compose takes for `${NAME:-value}` when nothing is set. */
function defaultOf(name: string): string {
  return new RegExp(`\\$\\{${name}:-([^}]*)\\}`).exec(compose)?.[1] ?? ''
}

t.test('compose: every image has an exact tag', async (t) => {
  const docker = ['deploy/Dockerfile', 'deploy/prometheus/Dockerfile', 'deploy/grafana/Dockerfile']
  const text = [compose, ...docker.map(read)].join('\n')
  t.notMatch(text, /\blatest\b/)
  for (const name of ['OLLAMA_TAG', 'PROMETHEUS_TAG', 'GRAFANA_TAG'])
    t.match(defaultOf(name), /^v?\d+\.\d+\.\d+$/, name)
  for (const [, image = ''] of read(docker[0] ?? '').matchAll(/^FROM (\S+)/gm))
    t.match(image, /^node:\d+\.\d+\.\d+-/, image)
})

t.test('compose: the fixed address is never one that Docker assigns', async (t) => {
  const networkOf = (cidr: string) => {
    const [address = '', bits] = cidr.split('/')
    const list = new BlockList()
    list.addSubnet(address, Number(bits), 'ipv4')
    return list
  }
  const fixed = defaultOf('PROMETHEUS_ADDRESS')
  t.ok(networkOf(defaultOf('WATCH_SUBNET')).check(fixed), 'it is inside the subnet')
  t.notOk(networkOf(defaultOf('WATCH_RANGE')).check(fixed), 'it is outside the range')
  t.match(compose, /ipv4_address: \$\{PROMETHEUS_ADDRESS/)
  t.match(compose, /AIRCODER_PROXY_METRICS_FROM: \$\{PROMETHEUS_ADDRESS/)
})

t.test('compose: the healthcheck of the proxy tells an answer from none', async (t) => {
  const script = /- "(fetch\('http:\/\/127\.0\.0\.1:8765\/healthz.*)"/.exec(compose)?.[1] ?? ''
  t.not(script, '')
  let status = 200
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/healthz' ? status : 404).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const check = script.replace('8765', String(port))
  const run = () =>
    new Promise<number | null>((done) => {
      const child = spawn(process.execPath, ['-e', check], { stdio: 'ignore' })
      child.on('close', done)
    })
  t.equal(await run(), 0)
  status = 503
  t.equal(await run(), 1)
  server.close()
  server.closeAllConnections()
  t.equal(await run(), 1, 'nothing listens')
})

t.test('compose: images read their files whatever the umask of the checkout', async (t) => {
  t.notMatch(compose, /- \.\//, 'nothing of the checkout is mounted')
  for (const path of ['deploy/prometheus/Dockerfile', 'deploy/grafana/Dockerfile'])
    for (const line of read(path).match(/^COPY .*$/gm) ?? []) t.match(line, /^COPY --chmod=\d+ /)
  t.match(read('deploy/Dockerfile'), /chmod -R a\+rX/)
})

const checker = [
  'check-jsonschema',
  join(process.env.AIRCODER_OPTIONAL_DIR ?? '', 'python/bin/check-jsonschema'),
].find((program) => spawnSync(program, ['--version']).status === 0)
t.test(
  'compose: the file follows the compose specification',
  checker === undefined ? { skip: 'check-jsonschema is not here' } : {},
  async (t) => {
    const args = ['--builtin-schema', 'vendor.compose-spec', 'docker-compose.yml']
    t.doesNotThrow(() => execFileSync(checker ?? '', args, { stdio: 'pipe' }))
  },
)

t.test('compose: only the proxy and Grafana have ports', async (t) => {
  const services = compose.slice(compose.indexOf('\nservices:'), compose.indexOf('\nnetworks:'))
  const blocks = services.split(/\n(?= {2}\w+:\n)/).slice(1)
  const names = blocks.map((block) => /^ {2}(\w+):/.exec(block)?.[1])
  t.same(names, ['ollama', 'proxy', 'prometheus', 'grafana'])
  const open = blocks.filter((block) => /^ {4}ports:/m.test(block))
  t.equal(open.length, 2)
  for (const block of open)
    t.match(block, /"(?:\$\{PROXY_ADDRESS:-127\.0\.0\.1\}|127\.0\.0\.1):\d+:\d+"/)

  const hosts = /AIRCODER_PROXY_HOSTS: "(.+)"/.exec(compose)?.[1] ?? ''
  const hostsFor = (env: Record<string, string>) =>
    resolveProxySettings([
      {
        source: 'compose',
        ...proxyLayerFromEnvironment({
          AIRCODER_PROXY_HOSTS: hosts.replace(
            /\$\{(\w+):-([^}]*)\}/g,
            (_, name: string, otherwise: string) => env[name] || otherwise,
          ),
        }),
      },
    ]).hosts
  t.same(new Set(hostsFor({})), new Set(['proxy', 'localhost']))
  t.same(
    hostsFor({ PROXY_ADDRESS: '100.101.102.103', PROXY_HOSTS: 'gpu-box,*.ts.net' }),
    ['proxy', '100.101.102.103', 'gpu-box', '*.ts.net'],
    'the names and the address by which people call it',
  )
})
