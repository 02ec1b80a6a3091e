/** What is run: every task in every window at every rate. */
export interface Options {
  tasks: string[]
  windows: number[]
  rates: number[]
  /** Seeds of the generated repositories and of the model. */
  seeds: number[]
  /** Processes that run cells; each is a model server and the program under test. */
  jobs: number
  /** No cell begins after so many seconds. */
  seconds: number
  /** The commit that the cells are of, where the folder has no history; null: git is asked. */
  commit: string | null
  off: string[]
  /** Everything is run once as it is and once without each of these. */
  eachOff: string[]
  trace: string | null
  /** A result of another machine whose cells are added; nothing runs. null: none. */
  add: string | null
}

const DEFAULTS: Options = {
  tasks: [],
  windows: [4_096, 8_192, 16_384, 32_768],
  rates: [0, 0.3],
  seeds: [1],
  jobs: 1,
  seconds: Number.POSITIVE_INFINITY,
  commit: null,
  off: [],
  eachOff: [],
  trace: null,
  add: null,
}

/** Reads `--tasks a,b --windows 8192 --rates 0,15 --seed 2,3 --jobs 2 --off NAME --each-off A,B --trace FOLDER --seconds 400 --commit HASH`; `--seeds 3` is `--seed 1,2,3`. */
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
      case '--window':
        options.windows = list.map(Number)
        break
      case '--rates':
      case '--rate':
        options.rates = list.map((rate) => Number(rate) / 100)
        break
      case '--seeds':
        options.seeds = Array.from({ length: Number(value) }, (_, at) => at + 1)
        break
      case '--seed':
        options.seeds = list.map(Number)
        break
      case '--jobs':
        options.jobs = Number(value)
        break
      case '--seconds':
        options.seconds = Number(value)
        break
      case '--commit':
        options.commit = value
        break
      case '--add':
        options.add = value
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
