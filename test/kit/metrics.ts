/** What `GET /metrics` said. */
export interface MetricsRead {
  status: number
  text: string
  /** Names of metrics, without the endings of a histogram's series. */
  names: string[]
  /** Lines with a value. */
  series: number
  /** Sum of the series of this name that have all these labels; 0 where there is none. */
  sum(name: string, labels?: Record<string, string>): number
}

/** Reads and takes apart the text that Prometheus would get. */
export async function readMetrics(
  url: string,
  headers: Record<string, string> = {},
): Promise<MetricsRead> {
  const answer = await fetch(`${url}/metrics`, { headers })
  const text = await answer.text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return {
    status: answer.status,
    text,
    names: [...text.matchAll(/^# TYPE (\w+) \w+$/gm)].map(([, name = '']) => name),
    series: lines.length,
    sum: (name, labels = {}) =>
      lines
        .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
        .filter((line) =>
          Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
        )
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0),
  }
}
