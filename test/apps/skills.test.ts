import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import t, { type Test } from 'tap'
import { sayEnglish } from '#terminal'
import { createRegistry, loadBuiltinTools } from '#tools'
import { userSettingsPath } from '../../apps/cli/language/user_settings_path.js'
import { skillTask } from '../../apps/cli/session/skill_task.js'
import { skills as slashSkills } from '../../apps/cli/session/slash/skills.js'
import type { SlashContext } from '../../apps/cli/session/slash_command.js'
import { loadSlashCommands } from '../../apps/cli/session/slash_lines.js'
import { loadProject } from '../../apps/cli/settings/load_project.js'
import { openGuides, openSkills, trustsOf } from '../../apps/cli/skills/open_guides.js'
import { lintSkills, listSkills, showSkill } from '../../apps/cli/skills/skill_lines.js'
import { describeEntries, describeIgnored } from '../../apps/cli/trust/describe_trust.js'
import { writeTrusted } from '../../apps/cli/trust/trust_file.js'
import { sentencesOf } from '../../libs/memory/rules/learn/sentences.js'

const skill = (name: string, more = '') =>
  `---\nname: ${name}\ndescription: About ${name}.\n${more}---\nAlways use ${name}.\n`

function open(t: Test, files: Record<string, string>) {
  const cwd = t.testdir()
  const dataDir = t.testdir()
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  for (const [path, text] of Object.entries(files)) write(path, text)
  const load = () => loadProject({ dataDir }, cwd, {})
  const shelf = () => {
    const project = load()
    return openSkills(project.cwd, trustsOf(project))
  }
  const trust = () => {
    const { trustFile, survey } = load()
    writeTrusted(trustFile, cwd, survey.hash, [...survey.notes.values()])
  }
  return { write, load, shelf, trust }
}

/** The folder of the user's settings: that of HOME is read once, when the program is loaded. */
function ownConfig(t: Test): void {
  const { XDG_CONFIG_HOME: before } = process.env
  const own = mkdtempSync(join(tmpdir(), 'aircoder-config-'))
  process.env.XDG_CONFIG_HOME = own
  t.teardown(() => {
    rmSync(own, { recursive: true })
    if (before === undefined) delete process.env.XDG_CONFIG_HOME
    else process.env.XDG_CONFIG_HOME = before
  })
}

t.test(
  'a skill of the folder is used after trust, a changed one not; others stay trusted',
  async (t) => {
    const box = open(t, {
      '.aircoder/skills/a/SKILL.md': skill('a'),
      '.claude/skills/b/SKILL.md': skill('b'),
      '.agents/skills/c/SKILL.md': skill('c'),
    })
    const names = async () => (await box.shelf()).skills.map(({ name }) => name)
    t.same(await names(), ['checkin', 'review'])
    t.match(describeIgnored(box.load()), 'ignored: skills/, .agents/skills/, .claude/skills/')
    t.same(describeEntries(box.load()), [
      '"skills/a/SKILL.md"',
      '".agents/skills/c/SKILL.md"',
      '".claude/skills/b/SKILL.md"',
    ])
    box.trust()
    t.same(await names(), ['a', 'b', 'c', 'checkin', 'review'])
    t.equal(describeIgnored(box.load()), null)
    await t.test('another folder has none of them', async (t) => {
      const { skills } = await open(t, {}).shelf()
      t.same(
        skills.map(({ name }) => name),
        ['checkin', 'review'],
      )
    })
    box.write('.claude/skills/b/SKILL.md', skill('b', 'mode: auto\n'))
    t.same(await names(), ['a', 'c', 'checkin', 'review'])
    t.ok(box.load().trusted, 'settings stay trusted')
    t.match(describeIgnored(box.load()), 'ignored: .claude/skills/')
    box.write('.aircoder/skills/a/SKILL.md', skill('a', 'mode: auto\n'))
    t.same(await names(), ['c', 'checkin', 'review'])
  },
)

t.test(
  'a skill of the user needs no trust, and one of the folder replaces it (row 239)',
  async (t) => {
    const own = join(homedir(), '.claude/skills/a')
    mkdirSync(own, { recursive: true })
    t.teardown(() => rmSync(join(homedir(), '.claude'), { recursive: true }))
    writeFileSync(join(own, 'SKILL.md'), skill('a'))
    const box = open(t, { '.agents/skills/a/SKILL.md': skill('a', 'mode: manual\n') })
    t.equal((await box.shelf()).find('a')?.layer, 'user')
    box.trust()
    t.equal((await box.shelf()).find('a')?.layer, 'project')
  },
)

t.test('six places have skills, the last one that has a name counts (row 239)', async (t) => {
  const box = open(t, {})
  const { cwd } = box.load()
  ownConfig(t)
  const config = join(dirname(userSettingsPath()), 'skills')
  const places: [label: string, folder: string][] = [
    ['~/.claude/skills', join(homedir(), '.claude/skills')],
    ['~/.agents/skills', join(homedir(), '.agents/skills')],
    ['~/.config/aircoder/skills', config],
    ...['.aircoder', '.agents', '.claude'].map((name): [string, string] => [
      `${name}/skills`,
      join(cwd, name, 'skills'),
    ]),
  ]
  t.teardown(() => {
    for (const name of ['.claude', '.agents'])
      rmSync(join(homedir(), name), { recursive: true, force: true })
  })
  for (const [, folder] of places) {
    mkdirSync(join(folder, 'a'), { recursive: true })
    writeFileSync(join(folder, 'a/SKILL.md'), skill('a'))
  }
  box.trust()
  for (const [label, folder] of places.reverse()) {
    t.equal((await box.shelf()).find('a')?.path, `${label}/a/SKILL.md`)
    rmSync(folder, { recursive: true })
  }
  t.equal((await box.shelf()).find('a'), null)
})

t.test(
  'knowledge of the user needs no trust, that of the folder replaces it (row 238)',
  async (t) => {
    const box = open(t, { '.aircoder/knowledge/a.md': '# Anchors' })
    ownConfig(t)
    const folder = join(dirname(userSettingsPath()), 'knowledge')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'a.md'), '# Harbours')
    const known = async (trusts: boolean) => {
      const { knowledge } = await openGuides(box.load().cwd, () => trusts, false)
      return knowledge.map(({ name, text }) => `${name} ${text}`)
    }
    t.same(await known(false), ['~/.config/aircoder/knowledge/a.md # Harbours'])
    t.same(await known(true), ['.aircoder/knowledge/a.md # Anchors'])
  },
)

t.test('list, show and lint say what there is and what is wrong (row 236)', async (t) => {
  const box = open(t, {
    '.claude/skills/a/SKILL.md': skill('a', 'allowed-tools: Bash(git:*), Read, Teleport\n'),
    '.claude/skills/card/SKILL.md': skill('card', 'target_tool: grep_all\n'),
    '.claude/skills/bad/SKILL.md': 'x',
  })
  box.trust()
  const shelf = await box.shelf()
  t.match(listSkills(shelf), [
    /^project {2}a +About a\. \(offered in every task\)$/,
    /^built in checkin .*\(\/checkin\)$/,
    /^built in review/,
    /^project {2}card .*\(card of grep_all\)/,
    /^not used: \.claude\/skills\/bad\/SKILL\.md: it does not begin with front matter/,
  ])
  t.match(
    showSkill('review', shelf).join('\n'),
    /start it with \/review in a session\n\n1\. Run git diff HEAD/,
  )
  t.throws(() => showSkill('none', shelf), { code: 'NO_SUCH_SKILL' })
  const registry = createRegistry(await loadBuiltinTools(['skills']))
  t.same(lintSkills(shelf, registry).slice(0, 2), [
    '.claude/skills/card/SKILL.md: there is no tool "grep_all"',
    '.claude/skills/a/SKILL.md: it uses "Teleport", which is no tool here',
  ])
  let said = ''
  const print = (text: string) => {
    said += text
  }
  const wired = { deps: { guides: { shelf }, registry }, say: sayEnglish }
  for (const words of ['', 'show review', 'lint', 'show none', 'burn'])
    await slashSkills.run(words, { wired, print } as unknown as SlashContext)
  for (const line of [listSkills(shelf)[0] ?? '?', 'start it with /review', 'no tool "grep_all"'])
    t.ok(said.includes(line), line)
  t.match(said, /no skill [\s\S]*none[\s\S]*\/skills has list, show and lint, not burn\.\n$/i)
})

t.test(
  '/review starts the skill; a command keeps its name; no line of a skill becomes a rule (row 240)',
  async (t) => {
    const box = open(t, {
      '.claude/skills/exit/SKILL.md': skill('exit'),
      '.claude/skills/x/SKILL.md': skill('x'),
    })
    box.trust()
    const [shelf, commands] = [await box.shelf(), await loadSlashCommands()]
    const task = skillTask('/review only the docs', shelf, commands) ?? ''
    t.match(
      task,
      /^Use the skill review: Review the changes.*\nonly the docs\n\n {4}1\. Run git diff/,
    )
    t.equal(skillTask('/commit', shelf, commands), null, 'the program commits without a model')
    t.equal(skillTask('/exit', shelf, commands), null)
    const apart = { ...shelf, find: (name: string) => ({ ...shelf.find(name), isFork: true }) }
    t.match(skillTask('/review', apart as typeof shelf, commands), /sub-question first with spawn/)
    t.equal(skillTask('/nothing', shelf, commands), null)
    t.equal(skillTask('commit it', shelf, commands), null)
    const said = sentencesOf(skillTask('/x', shelf, commands) ?? '').map(({ text }) => text)
    t.notOk(
      said.some((text) => text.includes('Always')),
      'nothing of its text is the words of the user',
    )
  },
)
