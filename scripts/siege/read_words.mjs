/** Options with a path, and those with a whole number from 1. */
const PATHS = new Set(['write', 'add'])
const COUNTS = ['jobs', 'processes']

/**
 * Reads the words of the command line.
 * @returns campaigns, jobs, minutes (Infinity without a limit), write and add (a path or null), or the error as text;
 *          a campaign that can be divided has `processes`
 */
export function readWords(argv, known) {
  const names = known.map(({ name }) => name)
  const asked = []
  const given = { write: null, add: null, jobs: 2, minutes: Number.POSITIVE_INFINITY, processes: 1 }
  const words = [...argv]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [flag, inline] = word.split(/=(.*)/s)
    const name = flag.slice(2)
    if (flag.startsWith('--') && Object.hasOwn(given, name)) {
      const value = inline ?? words.shift()
      if (value === undefined || value === '') return { error: `${flag} needs a value` }
      given[name] = PATHS.has(name) ? value : Number(value)
    } else if (word.startsWith('-')) return { error: `no option is named ${word}` }
    else asked.push(word)
  }
  for (const name of COUNTS)
    if (!Number.isInteger(given[name]) || given[name] < 1)
      return { error: `--${name} needs a number from 1` }
  if (!(given.minutes > 0)) return { error: '--minutes needs a number above 0' }
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    return { error: `no campaign is named ${unknown.join(', ')}. Campaigns: ${names.join(', ')}` }
  const { processes, ...rest } = given
  const campaigns = known
    .filter(({ name }) => asked.length === 0 || asked.includes(name))
    .map((campaign) => (campaign.divides ? { ...campaign, processes } : campaign))
  return { campaigns, ...rest }
}
