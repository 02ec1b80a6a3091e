import type { Measured } from '#model'
import { jsonLine, showControls } from '#terminal'
import { examineEndpoint, examineModel } from '../doctor/endpoint_checks.js'
import { type Finding, findingText, summaryText } from '../doctor/finding.js'
import { measuredRows, profileRows } from '../doctor/model_rows.js'
import { examinePlace } from '../doctor/place_checks.js'
import { examineTrust } from '../doctor/trust_check.js'
import { measureEndpoint } from '../endpoint/measure_endpoint.js'
import { openEndpoint } from '../endpoint/open_endpoint.js'
import type { ExamFlags } from '../flags/flags.js'
import { sayFor } from '../language/say_for.js'
import { printLines } from '../output/in_rows.js'
import { loadProject } from '../settings/load_project.js'
import { workFolder } from '../settings/work_folder.js'

/** `aircoder doctor`: checks everything and says how to fix each finding. @returns the exit code */
export async function runDoctor(flags: ExamFlags): Promise<number> {
  const env = process.env
  const { model, ...rest } = flags
  const named = typeof model === 'string' ? { ...rest, model } : rest
  const cwd = workFolder(named)
  const project = loadProject(named, cwd, env)
  const { settings } = project
  const say = await sayFor(settings)
  const isJson = flags.json === true || flags.outputFormat === 'json'
  const all: Finding[] = []
  const report = (findings: Finding[]) => {
    all.push(...findings)
    const { columns } = process.stdout
    if (!isJson) for (const finding of findings) print(findingText(finding, { say, columns }))
  }
  const exam = await examineEndpoint(settings, env)
  let { endpoint } = exam
  report(exam.findings)
  // With --model these follow the measurement, which changes them.
  if (endpoint !== null && model === undefined) report(examineModel(endpoint))
  report(await examinePlace(settings, cwd, env))
  report(examineTrust(project))

  let measured: Measured | null = null
  if (model !== undefined && endpoint !== null) {
    measured = await measureEndpoint(endpoint, settings)
    if (measured === null) return 130
    report(measuredRows(measured))
    endpoint = await openEndpoint({ ...settings, baseUrl: endpoint.place?.baseUrl }, {}, env)
    report(examineModel(endpoint, true))
    if (!isJson) print(`\nProfile of ${endpoint.name} from now on:`)
    report(profileRows(endpoint.profile))
  }
  const ok = all.every(({ status }) => status !== 'fail')
  const profile = endpoint?.profile ?? null
  if (isJson) print(jsonLine({ ok, findings: all, profile, measured }))
  else printLines(`\n${summaryText(all)}`, process.stdout)
  // An endpoint or a model that cannot be used has its own code (docs/design/commands.md#exit-codes).
  return exam.exit || (ok ? 0 : 1)
}

function print(text: string): void {
  process.stdout.write(`${showControls(text)}\n`)
}
