import { createHash } from 'node:crypto'

/** The first digits of the hash of a value. */
export function hashOf(value: number | string): string {
  return createHash('sha256').update(String(value)).digest('hex').slice(0, 8)
}

/** A test that knows only a hash of the value, so that the value cannot be read from it. */
export function checkHash(
  name: string,
  file: string,
  value: number | string,
  before: readonly string[] = ['const say = (text) => console.log(text)'],
): string {
  const hash = hashOf(value)
  return [
    `import { createHash } from 'node:crypto'`,
    `import { ${name} } from '${file}'`,
    ...before,
    `const hash = createHash('sha256').update(String(${name})).digest('hex').slice(0, 8)`,
    `if (hash !== '${hash}') { say('FAIL the ${name} is wrong'); process.exit(1) }`,
    `console.log('all tests passed')`,
    '',
  ].join('\n')
}
