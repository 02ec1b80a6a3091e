import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { playFlows } from '../kit/screens/play_flow.js'

/** The programs that are looked for, in a folder of their own. */
const PROGRAMS = ['git', 'chromium']
const VERSION = '#!/bin/sh\necho git version 2.40.0\n'

playFlows(t, [
  {
    name: 'doctor',
    title: 'doctor is a table with a fix for each finding, also in a session',
    env: { PATH: '../bin' },
    listed: { vanishes: true },
    before({ home }) {
      for (const name of PROGRAMS)
        writeFileSync(join(home, '../bin', name), VERSION, { mode: 0o755 })
    },
    words: ({ baseUrl }) => ['doctor', '--base-url', baseUrl],
    async play({ clear, press, sees, picture, ended, restarts, endpoint, home }) {
      await ended()
      await picture('good')
      clear()
      for (const name of PROGRAMS) rmSync(join(home, '../bin', name))
      await restarts('--base-url', endpoint.baseUrl, '-m', 'fake')
      await sees('/help')
      await press('/doctor\r')
      await sees('not checked')
      await picture('in a session')
      await endpoint.close()
      await press('/doctor\r')
      await sees('not checked')
      await picture('in a session without its server')
      await press('\x04')
      await ended()
      clear()
      const projects = join(home, '../data/projects')
      writeFileSync(join(projects, `${readdirSync(projects)}`, 'ledger.sqlite'), 'no ledger')
      await restarts('doctor', '--base-url', endpoint.baseUrl)
      await ended()
      await picture('nothing works')
    },
  },
])
