import { showControls } from '#terminal'
import { examineEndpoint, examineModel } from '../../doctor/endpoint_checks.js'
import { findingText } from '../../doctor/finding.js'
import { examinePlace } from '../../doctor/place_checks.js'
import type { SlashCommand } from '../slash_command.js'

export const doctor: SlashCommand = {
  name: 'doctor',
  help: 'check the endpoint, the model and this machine',
  group: 'program',
  isAllowedDuringTurn: false,
  async run(_, { wired: { settings, cwd, endpoint, say }, print }) {
    const { findings } = await examineEndpoint({ ...settings, model: endpoint.name }, process.env)
    const all = [
      ...findings,
      ...examineModel(endpoint),
      ...(await examinePlace(settings, cwd, process.env)),
    ]
    for (const finding of all) print(`${showControls(findingText(finding, say))}\n`)
  },
}
