import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Child, startChild, startRole } from './children.js'

/** A relay in front of the fake upstream. */
export interface Contender {
  url: string
  headers: Record<string, string>
  /** null: there is none in between. */
  pid: number | null
  end(): Promise<void>
}

type Bring = (upstream: string) => Promise<Contender | null>

/** Who is measured; each gives null where it is not on this machine. */
export const CONTENDERS: Record<string, Bring> = {
  direct: async (upstream) => ({
    url: `${upstream}/v1`,
    headers: {},
    pid: null,
    end: async () => {},
  }),
  'http-pipe': (upstream) => bringReference('http-pipe', upstream),
  'fastify-dispatch': (upstream) => bringReference('fastify-dispatch', upstream),
  nginx: bringNginx,
  portkey: bringPortkey,
  'aircoder-proxy': (upstream) => bringOurs(upstream, {}),
}

async function bringReference(kind: string, upstream: string): Promise<Contender> {
  const child = await startRole('reference', { kind, upstream })
  return over(child, `${child.said}/v1`)
}

/** The built command, with all that it does: token, schema, queue, usage records, metrics, log. */
export async function bringOurs(upstream: string, env: Record<string, string>): Promise<Contender> {
  const stateDir = mkdtempSync(join(tmpdir(), 'aircoder-bench-state-'))
  const port = await freePort()
  const child = startChild(
    process.execPath,
    ['dist/aircoder-proxy.js', 'serve', '--engine', 'openai', '--engine-url', upstream],
    {
      AIRCODER_PROXY_PORT: String(port),
      AIRCODER_PROXY_MODELS: 'bench*',
      AIRCODER_PROXY_TOKENS: 'bench:bench',
      AIRCODER_PROXY_STATE_DIR: stateDir,
      // Above every scenario: it is the relay that is measured here, the queue has a bench of its own.
      AIRCODER_PROXY_SLOTS: '1024',
      AIRCODER_PROXY_USER_SLOTS: '1024',
      ...env,
    },
  )
  await untilOpen(port)
  const contender = over(child, `http://127.0.0.1:${port}/v1`)
  return {
    ...contender,
    headers: { authorization: 'Bearer bench' },
    async end() {
      await contender.end()
      rmSync(stateDir, { recursive: true, force: true })
    },
  }
}

async function bringNginx(upstream: string): Promise<Contender | null> {
  const program = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
  if (program === undefined) return null
  const folder = mkdtempSync(join(tmpdir(), 'aircoder-bench-nginx-'))
  mkdirSync(join(folder, 'logs'))
  const port = await freePort()
  writeFileSync(join(folder, 'nginx.conf'), nginxConf(folder, port, new URL(upstream).host))
  const child = startChild(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], {})
  await untilOpen(port)
  const contender = over(child, `http://127.0.0.1:${port}/v1`)
  return {
    ...contender,
    async end() {
      await contender.end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function nginxConf(folder: string, port: number, upstream: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(' ')
  return `daemon off; worker_processes 1; pid ${folder}/pid; error_log ${folder}/logs/error crit;
events { worker_connections 4096; }
http {
  access_log off; ${temporary}
  client_max_body_size 64m; client_body_buffer_size 8m;
  keepalive_timeout 120; keepalive_requests 100000;
  upstream engine { server ${upstream}; keepalive 1024; }
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location / {
      proxy_pass http://engine; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_buffering off; proxy_request_buffering off; proxy_read_timeout 600s;
    }
  }
}
`
}

/** From the folder that AIRCODER_BENCH_DEPS names: `npm install @portkey-ai/gateway` there. */
async function bringPortkey(upstream: string): Promise<Contender | null> {
  const program = resolve(
    process.env.AIRCODER_BENCH_DEPS ?? '.',
    'node_modules/@portkey-ai/gateway/build/start-server.js',
  )
  if (!existsSync(program)) return null
  const port = await freePort()
  const child = startChild(process.execPath, [program, `--port=${port}`, '--headless'], {
    NODE_ENV: 'production',
    TRUSTED_CUSTOM_HOSTS: '127.0.0.1,localhost',
  })
  await untilOpen(port)
  return {
    ...over(child, `http://127.0.0.1:${port}/v1`),
    headers: {
      authorization: 'Bearer bench',
      'x-portkey-provider': 'openai',
      'x-portkey-custom-host': `${upstream}/v1`,
    },
  }
}

function over(child: Child, url: string): Contender {
  return { url, headers: {}, pid: child.pid, end: child.end }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0))
    })
  })
}

async function untilOpen(port: number): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    const isOpen = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (isOpen) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`nothing listens on port ${port} after 15 s`)
}
