import { type Settings, systemClock } from '#core'
import { type Measured, measureModel } from '#model'
import { type EndpointExam, examineEndpoint } from '../doctor/endpoint_checks.js'
import { type Finding, findingText } from '../doctor/finding.js'
import { measuredRows, profileRows } from '../doctor/model_rows.js'
import { examinePlace } from '../doctor/place_checks.js'
import { type Endpoint, openEndpoint } from '../endpoint.js'
import { keepMeasured } from '../model_file.js'
import type { Flags } from '../options.js'
import { loadSettings, workFolder } from '../settings_files.js'

/** As for a run, but `--model` may stand alone. */
export type ExamFlags = Omit<Flags, 'model'> & { model?: string | true; json?: true }

/** `aircoder doctor`: what is there, what is wrong, what mends it. @returns the exit code */
export async function runDoctor(flags: ExamFlags): Promise<number> {
  const env = process.env
  const { model, ...rest } = flags
  const named = typeof model === 'string' ? { ...rest, model } : rest
  const cwd = workFolder(named)
  const settings = loadSettings(named, cwd, env)
  const all: Finding[] = []
  const tell = (findings: Finding[]) => {
    all.push(...findings)
    if (!flags.json) for (const finding of findings) print(findingText(finding))
  }
  const exam = await examineEndpoint(settings, env)
  tell(exam.findings)
  tell(await examinePlace(settings, cwd, env))

  let endpoint = exam.endpoint
  let measured: Measured | null = null
  if (model !== undefined && endpoint !== null) {
    measured = await measure(endpoint, settings)
    if (measured === null) return 130
    tell(measuredRows(measured))
    endpoint = await openEndpoint({ ...settings, baseUrl: endpoint.place?.baseUrl }, {}, env)
    if (!flags.json) print(`\nHow ${endpoint.name} is talked to from now on:`)
    tell(profileRows(endpoint.profile))
  }
  const ok = all.every(({ status }) => status !== 'fail')
  const profile = endpoint?.profile ?? null
  if (flags.json) print(JSON.stringify({ ok, findings: all, profile, measured }))
  else print(summary(all))
  return exitCode(exam, ok)
}

/** Measures and keeps it; null when it was interrupted: then nothing is kept. */
async function measure(
  { name, place, toldWindow }: Endpoint,
  settings: Settings,
): Promise<Measured | null> {
  if (place === null) throw new Error('a recording cannot be measured')
  const { path, ...at } = place
  const abort = new AbortController()
  const stop = () => abort.abort()
  process.once('SIGINT', stop)
  try {
    const measured = await measureModel({
      baseUrl: at.baseUrl,
      token: settings.token,
      clock: systemClock,
      model: name,
      toldWindow,
      signal: abort.signal,
      tell: (probe) => void process.stderr.write(`measuring ${probe} …\n`),
    })
    if (abort.signal.aborted) return null
    // Of a model that never answered there is nothing to keep.
    if (measured.thinking !== null || measured.tools !== null) keepMeasured(path, at, measured)
    return measured
  } finally {
    process.off('SIGINT', stop)
  }
}

/** An endpoint that cannot be used has its own code (contract.md). */
function exitCode(exam: EndpointExam, ok: boolean): number {
  if (exam.endpoint === null) return 5
  return ok ? 0 : 1
}

function summary(findings: Finding[]): string {
  const count = (status: Finding['status']) =>
    findings.filter((finding) => finding.status === status).length
  return `\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} wrong, ${count('skip')} not checked`
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
