/**
 * Reads the words of the command line.
 * @returns campaigns, jobs, minutes (Infinity without a limit) and write (a path or null), or the error as text
 */
export function readWords(argv, known) {
  const names = known.map(({ name }) => name)
  const asked = []
  let [jobs, write, minutes] = [2, null, Number.POSITIVE_INFINITY]
  const words = [...argv]
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const [flag, inline] = word.split(/=(.*)/s)
    if (flag === '--write' || flag === '--jobs' || flag === '--minutes') {
      const value = inline ?? words.shift()
      if (value === undefined || value === '') return { error: `${flag} needs a value` }
      if (flag === '--write') write = value
      else if (flag === '--jobs') jobs = Number(value)
      else minutes = Number(value)
    } else if (word.startsWith('-')) return { error: `no option is named ${word}` }
    else asked.push(word)
  }
  if (!Number.isInteger(jobs) || jobs < 1) return { error: '--jobs needs a number from 1' }
  if (!(minutes > 0)) return { error: '--minutes needs a number above 0' }
  const unknown = asked.filter((name) => !names.includes(name))
  if (unknown.length > 0)
    return { error: `no campaign is named ${unknown.join(', ')}. Campaigns: ${names.join(', ')}` }
  const campaigns = known.filter(({ name }) => asked.length === 0 || asked.includes(name))
  return { campaigns, jobs, minutes, write }
}
