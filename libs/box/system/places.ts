import { join } from 'node:path'

/** The service's user, and the name of its unit. */
export const USER = 'aircoder'
export const UNIT = 'aircoder-proxy'

/** Where things are on the box; `root` is `/`, or a trial folder. */
export function placesUnder(root: string) {
  const config = join(root, 'etc/aircoder')
  return {
    passwd: join(root, 'etc/passwd'),
    configFolder: config,
    config: join(config, 'proxy.json'),
    modelfile: join(config, 'Modelfile'),
    state: join(root, 'var/lib/aircoder-proxy'),
    unit: join(root, 'etc/systemd/system', `${UNIT}.service`),
  }
}
export type Places = ReturnType<typeof placesUnder>
