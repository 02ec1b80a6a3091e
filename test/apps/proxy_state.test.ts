import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { readWritableSettings } from '../../apps/proxy/input/read_settings.js'

t.test(
  'a named state folder that cannot be created is refused before anything starts',
  async (t) => {
    const folder = t.testdir({ file: 'x' })
    for (const [stateDir, why] of [
      ['/proc/none/state', /\/proc takes no new folders/],
      [join(folder, 'file', 'state'), /file is not a folder/],
    ] as const)
      t.throws(() => readWritableSettings({ stateDir, config: undefined }, {}), {
        code: 'OPTION_INVALID',
        exitCode: 2,
        message: why,
        hint: /--state-dir \//,
      })
    const config = join(folder, 'proxy.json')
    writeFileSync(config, '{"stateDir": "/proc/none/state"}')
    t.throws(() => readWritableSettings({ config }, {}), { code: 'SETTINGS_INVALID', exitCode: 2 })
    const stateDir = join(folder, 'a', 'b')
    t.equal(readWritableSettings({ stateDir }, {}).settings.stateDir, stateDir)
    t.notOk(existsSync(join(folder, 'a')), 'and nothing is created')
  },
)
