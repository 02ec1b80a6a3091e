import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { bundleChanged } from '../crash/kit/builds.js'
import type { SourceChange } from '../crash/kit/phases.js'
import { isDue, LONG_MS } from '../kit/rotation.js'

t.setTimeout(LONG_MS)

/** A bug that is added on purpose. The hostile servers of these names must find it. */
interface ServerMutant {
  name: string
  changes: readonly SourceChange[]
  servers: RegExp
  shows: RegExp
}

const PARSE = 'libs/model/parse/parse_reply.ts'
const MUTANTS: readonly ServerMutant[] = [
  {
    name: 'usage is not clamped',
    changes: [
      {
        file: 'libs/core/numbers/plausible.ts',
        find: "if (typeof value !== 'number' || !(value > 0) || value > most) return 0",
        replace: "if (typeof value !== 'number' || most < 0) return 0",
      },
    ],
    servers: /^usage: (?:-1|1e308|2\^53)/,
    shows: /it counts/,
  },
  {
    name: 'the id of a server is trusted',
    changes: [
      {
        file: PARSE,
        find: 'calls.push({ name, arguments: each })',
        replace: 'calls.push({ name, arguments: each, id: call.id } as never)',
      },
      {
        file: PARSE,
        find: 'calls.map(({ name, arguments: given, notes }, index) => {',
        replace:
          'calls.map(({ name, arguments: given, notes, id }, index) => { if (id) return { id, name, arguments: given };',
      },
    ],
    servers: /^label: /,
    shows: /its calls are/,
  },
  {
    name: 'a reply has no bound on calls',
    changes: [
      {
        file: 'libs/model/stream/reply_room.ts',
        find: 'if (calls >= LIMITS.replyCalls)',
        replace: 'if (calls < 0)',
      },
    ],
    servers: /^bound: 33 calls/,
    shows: /33 calls instead of 32|ends with no problem/,
  },
]

const PROGRAM = `
import { HOSTILE_SERVERS } from './test/kit/hostile_servers.js'
import { judgeMeeting, meet } from './test/kit/meet_server.js'
const wanted = new RegExp(process.argv[2])
const found = []
for (const server of HOSTILE_SERVERS.filter(({ name }) => wanted.test(name)))
  found.push(...judgeMeeting(server, await meet(server)))
console.log(JSON.stringify(found))
process.exit(0)
`
const run = promisify(execFile)

async function violations(program: string, servers: RegExp): Promise<string[]> {
  const { stdout } = await run(process.execPath, [program, servers.source])
  return JSON.parse(stdout)
}

// The short form builds one of them, another one each day.
const due = MUTANTS.filter((_, at) => isDue(at, MUTANTS.length))
for (const { name, changes, servers, shows } of due)
  t.test(`the hostile servers catch a build in which ${name}`, async (t) => {
    const folder = t.testdir()
    const [plain, mutant] = [join(folder, 'plain.mjs'), join(folder, 'mutant.mjs')]
    await bundleChanged(plain, PROGRAM, [])
    await bundleChanged(mutant, PROGRAM, changes)
    t.same(await violations(plain, servers), [], 'the product itself is fine')
    t.match((await violations(mutant, servers)).join('; '), shows)
  })
