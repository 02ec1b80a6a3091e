import type { Family } from '../family.js'
import { knownValue } from '../model/facts.js'
import { finished, know, testsPass } from '../model/goals.js'
import { nouns, put, records } from './filler.js'
import { checkHash, hashOf } from './hash.js'
import { judgeLines, setLine } from './lists.js'
import { lookIn, setTo } from './lost_facts.js'

const TEST = 'node check.mjs'
const MANUAL = ['docs', 'manual.md'].join('/')

/** A value is made of three numbers from long documents. Nine files need it. */
export const threeReads: Family = {
  name: 'three_reads',
  make(random) {
    const names = nouns(random, 9)
    const [a, b, c] = [2 + random.below(30), 3 + random.below(40), 5 + random.below(400)]
    const value = String(a * b + c)
    const doc = (line: string) =>
      put(records(random, 130), 0.3 + random.next() * 0.6, [line]).join('\n')
    const files: Record<string, string> = Object.fromEntries(
      names.map((name) => [
        `gates/${name}.conf`,
        put(records(random, 90), random.next(), ['opening = 0']).join('\n'),
      ]),
    )
    files['docs/width.txt'] = doc(`the width of a gate is ${a} spans`)
    files['docs/count.txt'] = doc(`the count of a gate is ${b} rows`)
    files['docs/margin.txt'] = doc(`the margin of a gate is ${c} spans`)
    files['check.mjs'] =
      `import { createHash } from 'node:crypto'\nimport { readFileSync } from 'node:fs'\nfor (const name of ${JSON.stringify(names)}) {\n  const value = /^opening = (.*)$/m.exec(readFileSync('gates/' + name + '.conf', 'utf8'))?.[1]\n  const hash = createHash('sha256').update(String(value)).digest('hex').slice(0, 8)\n  if (hash !== '${hashOf(value)}') { console.log('FAIL the opening in gates/' + name + '.conf is wrong'); process.exit(1) }\n}\nconsole.log('all tests passed')\n`
    return {
      files,
      task: `Set \`opening\` in ${names.map((name) => `gates/${name}.conf`).join(', ')}. It is the width times the count plus the margin. These numbers are in docs/width.txt, docs/count.txt and docs/margin.txt.`,
      testCommand: TEST,
      skill(see) {
        const [, list = ''] = /Set `opening` in ([^:]*?\.conf)\. It/.exec(see.text) ?? []
        if (list === '') return []
        const facts = ['width', 'count', 'margin'].map((name) => ({
          name,
          label: `${name} of a gate`,
          pattern: new RegExp(`the ${name} of a gate is (\\d+)`),
        }))
        const [width, count, margin] = facts.map((fact) => knownValue(see, fact))
        const whole = width == null || count == null || margin == null
        const opening = whole ? null : String(Number(width) * Number(count) + Number(margin))
        return [
          ...facts.map((fact, n) =>
            know(fact, (now) => lookIn(now, `docs/${fact.name}.txt`, fact.label), n),
          ),
          ...list.split(', ').map((path) => setLine(path, 'opening', opening ?? 'unknown')),
          testsPass(TEST),
          finished(() => `opening is ${opening} in all gates.`),
        ]
      },
      judge: (read) =>
        judgeLines(
          read,
          files,
          names.map((name) => ({
            path: `gates/${name}.conf`,
            from: 'opening = 0',
            to: `opening = ${value}`,
          })),
        ),
    }
  },
}

/** A log of 300 kB says in its second half, once, what is wrong. */
export const longLog: Family = {
  name: 'long_log',
  make(random) {
    const names = nouns(random, 12)
    const bad = names[random.below(12)] ?? ''
    const wanted = 20 + random.below(70)
    const files: Record<string, string> = Object.fromEntries(
      names.map((name) => [
        `feeds/${name}.conf`,
        put(records(random, 60), random.next(), ['interval = 10']).join('\n'),
      ]),
    )
    const said = (n: number) =>
      `02:${String(n % 60).padStart(2, '0')} ${random.pick(['info', 'debug'])} feed ${random.pick(names)} ${random.pick(['read', 'sent', 'kept'])} ${random.below(9_000)} rows, errors 0`
    const lines = Array.from({ length: 6_000 }, (_, n) => said(n))
    const telling = `03:17 fatal feed ${bad} stopped: feeds/${bad}.conf needs interval = ${wanted}`
    files['logs/night.log'] = put(lines, 0.6 + random.next() * 0.3, [telling]).join('\n')
    files['check.mjs'] =
      `import { readFileSync } from 'node:fs'\nconst ok = /^interval = ${wanted}$/m.test(readFileSync('feeds/${bad}.conf', 'utf8'))\nconsole.log(ok ? 'all tests passed' : 'FAIL a feed stops. See logs/night.log')\nprocess.exit(ok ? 0 : 1)\n`
    return {
      files,
      task: 'A feed stopped tonight. logs/night.log says once why. Correct its file.',
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes('logs/night.log')) return []
        const where = { label: 'broken file', pattern: /stopped: (feeds\/\w+\.conf) needs/ }
        const what = { label: 'interval', pattern: /needs interval = (\d+)/ }
        const [path, value] = [knownValue(see, where), knownValue(see, what)]
        const look = () => [
          { do: 'grep' as const, pattern: 'error|fail', path: 'logs/night.log' },
          { do: 'grep' as const, pattern: 'fatal|stopped', path: 'logs/night.log' },
          { do: 'read' as const, path: 'logs/night.log' },
        ]
        return [
          know(where, look),
          know(what, look, 1),
          ...(path === null || value === null ? [] : [setLine(path, 'interval', value)]),
          testsPass(TEST),
          finished(() => `${path} has the interval ${value}.`),
        ]
      },
      judge: (read) =>
        judgeLines(read, files, [
          { path: `feeds/${bad}.conf`, from: 'interval = 10', to: `interval = ${wanted}` },
        ]),
    }
  },
}

const CLAUSES =
  '系统在启动时读取配置文件 管理员可以查看运行记录 每个用户都有自己的目录 数据保存在本地磁盘上 网络连接断开后会自动恢复 报表在每天夜里生成 权限由部门主管审批 备份文件保留三个月 接口返回统一的格式 日志按日期分开存放'.split(
    ' ',
  )

/** A long manual in Chinese gives two numbers. The task is in Chinese too. */
export const chineseManual: Family = {
  name: 'chinese_manual',
  make(random) {
    const [tries, wait] = [11 + random.below(80), 1_000 + random.below(8_000)]
    const text = Array.from(
      { length: 220 },
      (_, n) => `${n + 1}. ${random.pick(CLAUSES)},${random.pick(CLAUSES)}。`,
    )
    const body = put(put(text, 0.7 + random.next() * 0.2, [`等待时间是 ${wait} 毫秒。`]), 0.3, [
      `重试次数是 ${tries} 次。`,
    ])
    return {
      files: {
        [MANUAL]: ['# 手册', '', ...body].join('\n'),
        'src/tries.mjs': 'export const tries = 0\n',
        'src/wait.mjs': 'export const wait = 0\n',
        'check.mjs': checkHash('both', './both.mjs', `${tries} ${wait}`),
        'both.mjs': `import { tries } from './src/tries.mjs'\nimport { wait } from './src/wait.mjs'\n\nexport const both = tries + ' ' + wait\n`,
      },
      task: `请按照 ${MANUAL} 中的重试次数和等待时间,设置 src/tries.mjs 里的 tries 和 src/wait.mjs 里的 wait。`,
      testCommand: TEST,
      skill(see) {
        if (!see.text.includes(MANUAL)) return []
        const first = { label: 'number of tries', pattern: /重试次数是 (\d+) 次/ }
        const second = { label: 'waiting time', pattern: /等待时间是 (\d+) 毫秒/ }
        const [one, two] = [knownValue(see, first), knownValue(see, second)]
        return [
          know(first, (now) => lookIn(now, MANUAL, '重试次数是')),
          know(second, (now) => lookIn(now, MANUAL, '等待时间是'), 1),
          setTo('src/tries.mjs', 'tries', one),
          setTo('src/wait.mjs', 'wait', two),
          testsPass(TEST),
          finished(() => `tries is ${one} and wait is ${two}.`),
        ]
      },
      judge: (read) =>
        read('src/tries.mjs').includes(`tries = ${tries}\n`) &&
        read('src/wait.mjs').includes(`wait = ${wait}\n`)
          ? null
          : `tries should be ${tries}, and wait ${wait}`,
    }
  },
}
