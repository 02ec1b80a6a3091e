import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import t from 'tap'
import { startEndpoint, streamed } from '../kit/fake_endpoint.js'
import { act, say } from '../kit/loop.js'
import { sitDown, WITH_TERMINAL } from '../kit/person.js'
import { openProgram, PROGRAM } from '../kit/program.js'

/** A text of the tables as the build writes it. */
const WRITTEN = Array.from('已提交的每一步', (sign) => {
  const code = sign.charCodeAt(0).toString(16).toUpperCase()
  return `\\u${code}`
}).join('')

/** What moves the cursor begins another text. */
const MOVE = new RegExp(`${'\x1b'}\\[[0-9;?]*[A-Za-ln-z]`, 'g')
const ENV = { LANG: 'zh_CN.UTF-8' }

/** Four words of Latin letters side by side: no name, path or command of these flows has so many. */
const SENTENCE = /(?:\b[A-Za-z][a-z']+[,;:]? ){3,}[A-Za-z][a-z']+/g
/** What the person and the model write, and commands that are shown. */
const OWN = /VALUE|MODEL|MESSAGE|aircoder [a-z]+ /

/** Sentences of the program that are still English. */
function english(screen: string): string[] {
  const plain = stripVTControlCharacters(screen.replaceAll(MOVE, '\n'))
  const lines = plain.split(/[\r\n]+/).filter((line) => !OWN.test(line))
  return [...new Set(lines.flatMap((line) => line.match(SENTENCE) ?? []))]
}

t.test('a session speaks Chinese in all its main flows', WITH_TERMINAL, async (t) => {
  const replies = [
    act(['read_file', { path: 'value.txt' }]),
    act(['patch_file', { path: 'value.txt', old_str: 'one', new_str: 'two' }]),
    act(['patch_file', { path: 'value.txt', old_str: 'two', new_str: 'three' }]),
    act(['run_command', { command: 'echo VALUE' }]),
    say('MODEL: value.txt says two.'),
  ]
  const endpoint = await startEndpoint(() => streamed(replies.shift() ?? say('MODEL: done.')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n' })
  const me = sitDown(t, box, ['--base-url', endpoint.baseUrl, '-m', 'fake'], { env: ENV })
  await me.sees(/窗口[\s\S]*沙箱[\s\S]*> /)
  me.type('?')
  await me.sees('中断代理')
  me.type('?\x1b[Z\x1b[Z\x1b[Z')
  await me.sees('切换到 yolo？')
  me.type('n\r')
  await me.sees(/否，然后按回车：n[\s\S]*plan: 不更改/)
  me.type('/mode default\r')
  await me.sees('每次编辑和命令都询问')
  me.type('MESSAGE: change VALUE in value.txt to two\r')
  await me.sees('编辑需要询问')
  me.type('perhaps\r')
  await me.sees('不是回答')
  me.type('y\r')
  await me.sees(/修改 value\.txt ✓ \+1 -1/)
  await me.sees('允许')
  me.type('n, MESSAGE\r')
  await me.sees('被拒绝：你回答了否：MESSAGE')
  await me.sees(/运行 echo VALUE ✓ 退出码 0/)
  await me.sees(/未证明：MODEL[\s\S]*没有检查：没有写入 value\.txt：调用被拒绝/)
  await me.sees(/缺少权限：patch_file：用户回答了否：MESSAGE。\s+\(已停止，共 \d 步/)
  for (const [line, answer] of [
    ['/plan', '还没有计划'],
    ['/status', /会话 +s_/],
    ['/context', '个 token'],
    ['/cost', '上一轮的调用'],
    ['/why', '其提示含有'],
    ['/permissions', 'value.txt'],
    ['/sessions', '1 个任务'],
    ['/rename MESSAGE', '标题现在是'],
    ['/mode nope', '没有模式 nope'],
    ['/nope', '未知命令 /nope'],
    ['/model nope', '没有模型'],
    ['/memory list', '记住'],
    ['/undo nope', '请输入 /undo'],
    ['/compact', 'token'],
    ['/help undo', '一轮运行时不可使用'],
    ['# MESSAGE', '保存？p = '],
    ['n', '没有保存'],
    ['/undo', '撤销吗？'],
    ['n', '没有任何更改'],
    ['/rewind', '回到哪条消息之前？'],
  ] as const) {
    me.type(`${line}\r`)
    await me.sees(answer)
  }
  me.type('\r')
  await me.sees('b = 代码和对话')
  me.type('t\r')
  await me.sees('返回吗？')
  me.type('n\r')
  await me.sees('没有任何更改')
  me.type('/exit\r')
  t.equal(await me.leaves(), 0)
  t.same(english(me.screen()), [])
})

t.test('commands without a session speak Chinese, and their JSON is English', async (t) => {
  const endpoint = await startEndpoint(() => streamed(say('MODEL: VALUE')))
  t.teardown(() => endpoint.close())
  const box = openProgram(t, { 'value.txt': 'one\n' })
  const at = ['--base-url', endpoint.baseUrl, '-m', 'fake']
  let all = ''
  const run = async (words: string[], shows: string | RegExp) => {
    const { stdout, stderr } = await box.run(words, { env: ENV })
    all += `${stdout}\n${stderr}\n`
    t.match(stdout + stderr, shows, words.join(' '))
    return { stdout, stderr }
  }
  await run(['--help'], '用法：')
  await run(['sessions', '--help'], '列出会话')
  await run(['--no-such'], /错误：.*没有选项 --no-such[\s\S]*提示：/)
  await run(['sessions', 'show', 'nope'], '没有与 nope 匹配的会话')
  await run(['undo'], '还没有运行过')
  await run(['-p', 'MESSAGE: what is VALUE?', ...at], /完成|结束/)
  await run(['-p', 'x', '--max-steps', '0'], '必须是大于 0 的整数')
  await run(['-p', 'x', '--base-url', 'http://127.0.0.1:9/v1', '--wait', '0'], '没有模型应答')
  t.same(english(all), [])
  const piped = await box.run(['config', 'set', 'maxSteps', '30'], { env: ENV })
  t.match(piped.stdout, /^maxSteps is stored in /, 'a pipe gets the bytes of the command')
  const json = await box.run(['-p', 'x', '--max-steps', '0', '--output-format', 'json'], {
    env: ENV,
  })
  t.match(JSON.parse(json.stdout), { text: /must be a whole number/ })
})

t.test('an English start does not load the Chinese tables', async (t) => {
  const dist = join(PROGRAM, '..')
  const names = readdirSync(dist, { recursive: true }).map(String)
  const files = new Map(
    names
      .filter((name) => name.endsWith('.js') && !name.startsWith('memory'))
      .map((name) => [name, readFileSync(join(dist, name), 'utf8')]),
  )
  const having = [...files].filter(([, text]) => text.includes(WRITTEN)).map(([name]) => name)
  t.equal(having.length, 1, 'one file has them')
  const name = having[0]?.split('/').at(-1) ?? '?'
  t.notMatch(name, /aircoder|start-|shared-/, 'and no start has it')
  for (const [file, text] of files) {
    const asked = text.split(`import("./${name}")`).length + text.split(`/${name}")`).length - 2
    if (text.includes(name)) t.ok(asked > 0, `${file} loads it only where it is asked for`)
    t.notOk(text.includes(`from"./${name}"`), `${file} does not load it at its start`)
  }
})
