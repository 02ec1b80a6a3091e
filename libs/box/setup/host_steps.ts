import { existsSync, readFileSync, statSync } from 'node:fs'
import { findUser, makeFolder, writeWhole } from '../system/files.js'
import { UNIT, USER } from '../system/places.js'
import { unitText } from '../system/unit.js'
import { type SetupTools, type SetupWish, type StepReport, settingsToBe } from './step.js'

/** Folders that other users, and so the service, cannot read. */
const PRIVATE_FOLDERS = /^\/(?:home|root|run\/user)\//

// The unit hides home folders: a program in one of them would not start.
export function checkProgram({ node, program, live }: SetupWish): StepReport[] {
  const step = 'program'
  const hidden = [node, program].find((path) => PRIVATE_FOLDERS.test(path))
  if (live && hidden !== undefined)
    return [
      {
        step,
        state: 'failed',
        text: `${hidden} is in a private folder, which the service cannot read`,
        fix: 'install for the whole box: npm pack && sudo npm install -g --allow-scripts=better-sqlite3 ./aircoder-*.tgz, with a node in /usr',
      },
    ]
  return [{ step, state: 'there', text: `${node} ${program}` }]
}

export async function makeUser(
  { places, live, dryRun }: SetupWish,
  { run }: SetupTools,
): Promise<StepReport[]> {
  const step = 'user'
  if (findUser(places.passwd, USER) !== null) return [{ step, state: 'there', text: USER }]
  const args = ['--system', '--user-group', '--home-dir', places.state, '--no-create-home']
  const words = [...args, '--shell', '/usr/sbin/nologin', USER]
  const command = `useradd ${words.join(' ')}`
  if (!live) return [{ step, state: 'left', text: `skipped in a trial folder: ${command}` }]
  if (dryRun) return [{ step, state: 'would', text: command }]
  const made = await run('useradd', words)
  if (made?.code === 0) return [{ step, state: 'done', text: `${USER}, without a login` }]
  const reason = made === null ? 'useradd is not installed' : made.output.trim()
  return [{ step, state: 'failed', text: reason, fix: `run as root: ${command}` }]
}

export function makeFolders({ places, live, dryRun }: SetupWish): StepReport[] {
  const owner = live ? findUser(places.passwd, USER) : null
  const folders: [path: string, mode: number, owner: typeof owner][] = [
    [places.configFolder, 0o755, null],
    [places.state, 0o700, owner],
  ]
  return folders.map(([path, mode, owner]) => {
    const step = 'folder'
    const text = `${path} (${mode.toString(8)})`
    const state = existsSync(path) ? statSync(path) : null
    const right =
      state !== null &&
      (state.mode & 0o777) === mode &&
      (owner === null || (state.uid === owner.uid && state.gid === owner.gid))
    if (right) return { step, state: 'there', text }
    if (dryRun) return { step, state: 'would', text: `make ${text}` }
    makeFolder(path, { mode, owner })
    return { step, state: 'done', text }
  })
}

export async function makeUnit(wish: SetupWish, { run }: SetupTools): Promise<StepReport[]> {
  const { places, live, dryRun, node, program } = wish
  const step = 'unit'
  const settings = settingsToBe(wish)
  const drainMs = typeof settings.drainMs === 'number' ? settings.drainMs : 30_000
  const embedded = settings.engine === 'embedded'
  const text = unitText({ node, program, config: places.config, embedded, drainMs })
  if (existsSync(places.unit) && readFileSync(places.unit, 'utf8') === text)
    return [{ step, state: 'there', text: places.unit }]
  // systemd does not read the unit of a trial folder.
  const reload = live ? ', systemctl daemon-reload' : ''
  if (dryRun) return [{ step, state: 'would', text: `write ${places.unit}${reload}` }]
  writeWhole(places.unit, text, { mode: 0o644, owner: null })
  if (!live) return [{ step, state: 'done', text: places.unit }]
  const loaded = await run('systemctl', ['daemon-reload'])
  const active = await run('systemctl', ['is-active', UNIT])
  const hint =
    active?.output.trim() === 'active'
      ? `; the service keeps the old one until: systemctl restart ${UNIT}`
      : ''
  if (loaded?.code === 0) return [{ step, state: 'done', text: `${places.unit}${hint}` }]
  return [
    {
      step,
      state: 'left',
      text: `${places.unit} is written; systemctl does not answer`,
      fix: 'systemctl daemon-reload, on a box with systemd',
    },
  ]
}
