import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { change, finished, know, readOn, testsPass } from '../model/goals.js'
import { nouns, put, records } from './filler.js'
import { checkHash } from './hash.js'

const TEST = 'node check.mjs'
const METHOD = ['docs', 'method.md'].join('/')
/**
 * A factor is written in the first file. Each large station file has a weight in a line that names the next file.
 * The edit at the end needs the factor and all weights.
 */
function chain(
  name: string,
  { stations, lines, aimed }: { stations: number; lines: number; aimed: boolean },
  kill = 0,
): Family {
  return {
    name,
    make(random) {
      const names = nouns(random, stations)
      const factor = 1_001 + random.below(8_000)
      const weights = names.map(() => 11 + random.below(980))
      const path = (n: number) => `data/${names[n]}.txt`
      const files: Record<string, string> = {}
      for (const n of names.keys()) {
        const next = n + 1 < stations ? `the next file is ${path(n + 1)}` : 'this is the last file'
        const line = `station ${names[n]} has the weight ${weights[n]} and ${next}`
        files[path(n)] = put(records(random, lines), 0.25 + random.next() * 0.6, [line]).join('\n')
      }
      files[METHOD] =
        `# Method\n\nThe checksum is the factor times the sum of the weights of all stations.\nThe factor is ${factor}.\nThe first file is ${path(0)}.\n`
      files['src/total.mjs'] = `/** See ${METHOD}. */\nexport const checksum = 0\n`
      const wanted = factor * weights.reduce((sum, weight) => sum + weight, 0)
      files['check.mjs'] = checkHash('checksum', './src/total.mjs', wanted)
      return {
        files,
        task: `Set \`checksum\` in src/total.mjs to its value. ${METHOD} says how it is computed and with which file of data/ to begin.`,
        testCommand: TEST,
        ...(kill > 0 ? { meanwhile: { atRequest: kill, kill: true as const } } : {}),
        skill(see) {
          if (!see.text.includes(METHOD)) return []
          const factorFact = { label: 'factor', pattern: /factor is (\d+)/ }
          const firstFact = { label: 'first file', pattern: /first file is (data\/\w+\.txt)/ }
          const readMethod = () => [{ do: 'read' as const, path: METHOD }]
          const goals = [know(factorFact, readMethod, 0), know(firstFact, readMethod, 0)]
          const seen: number[] = []
          let file = knownValue(see, firstFact)
          for (let n = 0; file !== null && n <= stations; n++) {
            const [, station] = /data\/(\w+)\.txt/.exec(file) ?? []
            const at = file
            const weight = {
              label: `weight of ${station}`,
              pattern: new RegExp(`station ${station} has the weight (\\d+)`),
            }
            const next = {
              label: `file after ${station}`,
              pattern: new RegExp(
                `station ${station} has .* and (?:the next file is (data/\\w+\\.txt)|this is the last)`,
              ),
            }
            const look = (window: typeof see) => [
              ...(aimed ? [{ do: 'grep' as const, pattern: 'weight', path: at }] : []),
              ...readOn(window, at),
              { do: 'grep' as const, pattern: 'station', path: at },
              { do: 'read' as const, path: at },
            ]
            goals.push(know(weight, look, n))
            const value = knownValue(see, weight)
            if (value === null) break
            seen.push(Number(value))
            const isLast =
              see.lines.some(
                ({ text }) => text.includes(`station ${station} has`) && text.includes('last file'),
              ) || new RegExp(`${station} is the last file`).test(see.text)
            if (isLast) {
              file = null
              break
            }
            const following = knownValue(see, next)
            goals.push(know(next, look, n))
            if (following === null) break
            file = following
          }
          const known = knownValue(see, factorFact)
          const isWhole = file === null && seen.length > 0 && known !== null
          const sum = seen.reduce((all, weight) => all + weight, 0)
          const result = isWhole ? String(Number(known) * sum) : null
          return [
            ...goals,
            change({
              path: 'src/total.mjs',
              old: /export const checksum = \d+/,
              line: (_, old) => (result === null ? null : old.replace(/\d+$/, result)),
              mark: () => (result === null ? null : `checksum = ${result}`),
            }),
            testsPass(TEST),
            finished(
              () =>
                `checksum is ${result}: the factor ${known} times the sum ${sum} of the weights.`,
            ),
          ]
        },
        judge: (read) =>
          read('src/total.mjs').includes(`checksum = ${wanted}\n`)
            ? null
            : `checksum should be ${wanted}: ${read('src/total.mjs').split('\n')[1]}`,
      }
    },
  }
}

export const longChain = chain('long_chain', { stations: 14, lines: 700, aimed: true })
export const killedChain = chain('killed_chain', { stations: 8, lines: 300, aimed: true }, 7)
/** The same by a model that reads whole files. */
export const readChain = chain('read_chain', { stations: 9, lines: 240, aimed: false })
