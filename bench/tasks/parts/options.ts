/** What is run: every task in every window at every rate. */
export interface Options {
  tasks: string[]
  windows: number[]
  rates: number[]
  seeds: number
  jobs: number
  off: string[]
  /** Everything is run once as it is and once without each of these. */
  eachOff: string[]
  trace: string | null
}

const DEFAULTS: Options = {
  tasks: [],
  windows: [4_096, 8_192, 16_384, 32_768],
  rates: [0, 0.3],
  seeds: 1,
  jobs: 1,
  off: [],
  eachOff: [],
  trace: null,
}

/** Reads `--tasks a,b --windows 8192 --rates 0,15 --seeds 2 --jobs 2 --off NAME --each-off A,B --trace FOLDER`. */
export function readOptions(words: readonly string[]): Options {
  const options = { ...DEFAULTS }
  for (let at = 0; at < words.length; at += 2) {
    const value = words[at + 1] ?? ''
    const list = value.split(',').filter(Boolean)
    switch (words[at]) {
      case '--tasks':
        options.tasks = list
        break
      case '--windows':
        options.windows = list.map(Number)
        break
      case '--rates':
        options.rates = list.map((rate) => Number(rate) / 100)
        break
      case '--seeds':
        options.seeds = Number(value)
        break
      case '--jobs':
        options.jobs = Number(value)
        break
      case '--off':
        options.off = list
        break
      case '--each-off':
        options.eachOff = list
        break
      case '--trace':
        options.trace = value
        break
      default:
        throw new Error(`unknown option ${words[at]}`)
    }
  }
  return options
}
