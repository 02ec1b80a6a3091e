import fc from 'fast-check'
import t from 'tap'
import { LONG_MS } from '../kit/rotation.js'
import { openJudge, testListedCommands, testMadeCommands } from './differential_kit.js'
import { findLeaks, NO_SANDBOX } from './sandbox_runs.js'

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
  { skip: NO_SANDBOX, timeout: LONG_MS },
  async (t) => testListedCommands(t, { slow: false }),
)

t.test(
  'generated commands that the gate allows show nothing either',
  { skip: NO_SANDBOX, timeout: LONG_MS },
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
