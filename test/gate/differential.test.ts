import fc from 'fast-check'
import t from 'tap'
import { openJudge, testMadeCommands } from './differential_kit.js'
import { findLeaks, NO_SANDBOX } from './sandbox_runs.js'
import { commandsOf } from './tree.js'

/** What a run may not do on the machine of the tests: reach others, end processes, wait. */
const NOT_HERE =
  /\b(?:ssh|scp|rsync|curl|wget|docker|gh|sudo|systemctl|kill|nohup|sleep|npm|npx|yarn|cargo|go|mvn|make|psql|sqlite3|tail -f|pull|push|fetch|history|ps|vim|ed|pytest|tsc|eslint|prettier|python3?|node)\b/

t.test(
  'a run without the gate would show the secret: the oracle sees it',
  { skip: NO_SANDBOX },
  async (t) => {
    const leaks = findLeaks(['cat .env', 'cp .env copy', 'echo x > .env', 'cat README.md'])
    t.match(leaks, [
      { command: 'cat .env', what: 'the secret was printed' },
      { command: 'cp .env copy', what: /copy holds the secret/ },
      { command: 'echo x > .env', what: /\.env was changed/ },
    ])
    t.equal(leaks.length, 3)
  },
)

t.test(
  'listed commands that the gate allows show nothing and change nothing denied',
  { skip: NO_SANDBOX, timeout: 120_000 },
  async (t) => {
    const judge = openJudge(t)
    const families = ['benign', 'shell_read', 'shell_write', 'shell_opaque', 'shell_sidedoor']
    const allowed = families
      .flatMap(commandsOf)
      .filter((command) => !NOT_HERE.test(command) && judge(command, 'yolo') === 'allow')
    t.same(findLeaks(allowed), [])
    t.ok(allowed.length >= 100, `${allowed.length} were run`)
  },
)

t.test(
  'generated commands that the gate allows show nothing either',
  { skip: NO_SANDBOX, timeout: 120_000 },
  async (t) => testMadeCommands(t, 400),
)

t.test(
  'any text gives an answer: the walk never throws and never allows what it cannot parse',
  async (t) => {
    const judge = openJudge(t)
    const pieces = fc.constantFrom(
      ...'$( ) ` " { } [ ] | & ; < > <<E $ ${ if then fi for do done case esac (( )) * ~ = cat'.split(
        ' ',
      ),
      ...".env ! # -c bash f() , .. \\ ' é \0".split(' '),
      '\n',
      ' ',
    )
    const answers = fc.property(
      fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 40 }),
      (parts) => /^(?:allow|ask|deny|invalid)$/.test(judge(parts.join(''), 'yolo')),
    )
    t.doesNotThrow(() => fc.assert(answers, { numRuns: 1_000 }))
  },
)
