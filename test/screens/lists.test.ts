import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import t from 'tap'
import { streamed } from '../kit/fake_endpoint.js'
import { say } from '../kit/loop.js'
import { playFlows } from '../kit/screens/play_flow.js'

const skill = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\nUse the words of the page.\n`

/** Commands that list what is stored, each with the name of its picture. */
const LISTS = [
  ['sessions', 'sessions'],
  ['a session', 'sessions', 'show'],
  ['nothing found', 'sessions', 'search', 'zebra'],
  ['no memory', 'memory', 'list'],
  ['saved', 'memory', 'save', 'always write the tests of a module beside it, never in one folder'],
  ['memory', 'memory', 'list'],
  ['found in memory', 'memory', 'search', 'tests'],
  ['skills', 'skills', 'list'],
  ['a skill', 'skills', 'show', 'write-release-notes'],
] as const

playFlows(t, [
  {
    name: 'lists',
    title: 'the lists of sessions, memory and skills, and inspect, break between words',
    files: { '.aircoder/skills/deploy/SKILL.md': skill('deploy', 'how this project is deployed') },
    replies: () => streamed(say('It is a shop that sells one thing in four colours.')),
    before({ home }) {
      const path = join(home, '.config/aircoder/skills/write-release-notes/SKILL.md')
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, skill('write-release-notes', 'release notes with one line a change'))
    },
    words: ({ baseUrl }) => ['-p', 'what is sold in this shop?', '--base-url', baseUrl],
    async play({ clear, picture, restarts, ended }) {
      await ended()
      await picture('answer')
      const starts = async (...words: string[]) => {
        clear()
        await restarts(...words)
      }
      for (const [name, ...words] of LISTS) {
        await starts(...words)
        await ended()
        await picture(name)
      }
      await starts('inspect', 'route', 'why does price.js round the sum?')
      await ended()
      // The lists of tools and their scores follow, which change with each tool.
      await picture('inspect route', 'all', /^scores/)
    },
  },
])
