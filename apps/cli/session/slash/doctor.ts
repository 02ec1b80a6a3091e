import { showControls } from '#terminal'
import { examineEndpoint, examineModel } from '../../doctor/endpoint_checks.js'
import { findingText, summaryText } from '../../doctor/finding.js'
import { examinePlace } from '../../doctor/place_checks.js'
import type { SlashCommand } from '../slash_command.js'

export const doctor: SlashCommand = {
  name: 'doctor',
  help: 'check the endpoint, the model and this machine',
  group: 'program',
  isAllowedDuringTurn: false,
  async run(_, { wired: { settings, cwd, endpoint, say }, input, print }) {
    const exam = await examineEndpoint({ ...settings, model: endpoint.name }, process.env)
    const all = [
      ...exam.findings,
      ...(exam.endpoint === null ? [] : examineModel(exam.endpoint)),
      ...(await examinePlace(settings, cwd, process.env)),
    ]
    const columns = input.columns() + 1
    for (const finding of all) print(`${showControls(findingText(finding, { say, columns }))}\n`)
    print(`${summaryText(all)}\n`)
  },
}
