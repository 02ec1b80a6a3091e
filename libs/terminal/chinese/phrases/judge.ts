import type { PhraseTable } from '../../words/phrases.js'

/** Why the judge says that an end is not proven. */
export const JUDGE: PhraseTable = {
  'this task wrote it': '此任务写了它',
  'the tests are removed, as the task asks': '测试已按任务要求删除',
  'the tests did not run: {command} was denied': '测试没有运行：{command} 被拒绝',
  'the tests did not run: the user refused {command}': '测试没有运行：用户拒绝了 {command}',
  'files changed since the last test run: {files}': '上次测试运行之后文件有更改：{files}',
  'files changed since the test run ({id})': '测试运行（{id}）之后文件有更改',
  'the last test run ({id}) does not show whether it passed':
    '上次测试运行（{id}）没有显示是否通过',
  'the last test run ({id}) does not show whether it passed: {why}':
    '上次测试运行（{id}）没有显示是否通过：{@why}',
  'the test run ({id}) is partial: {why}': '测试运行（{id}）不完整：{@why}',
  'it left out tests': '它略过了测试',
  'the tests fail ({id})': '测试失败（{id}）',
  '{n} test failed before this task too ({id}): {names}':
    '{n} 个测试在此任务之前就已失败（{id}）：{names}',
  '{n} tests failed before this task too ({id}): {names}':
    '{n} 个测试在此任务之前就已失败（{id}）：{names}',
  '{files} does not parse, and no test loads it': '{files} 无法解析，也没有测试加载它',
  '{files} does not parse': '{files} 无法解析',
  'the test run ({id}) ran {n} tests, and an earlier run {n2}':
    '测试运行（{id}）运行了 {n} 个测试，而之前一次运行了 {n2} 个',
  '{path} was changed, and no test of {name} ran ({test})':
    '{path} 已更改，但没有运行 {name} 的测试（{test}）',
  'the test run ({id}) does not test {path}: {why}': '测试运行（{id}）没有测试 {path}：{@why}',
  'the programs or settings that run the tests were changed ({id}: {what})':
    '运行测试的程序或设置被更改（{id}：{what}）',
  'the task changed its tests: {path} ({why})': '任务更改了自己的测试：{path}（{@why}）',
  '{test} uses it, and no source does': '{test} 使用它，而没有源文件使用它',
  'it is deleted': '它已被删除',
  'it is emptied': '它已被清空',
  'it is no valid JSON': '它不是有效的 JSON',
  'what the tests expect is changed': '测试的预期被更改',
  'a new file configures the tests': '一个新文件配置了测试',
  'the configuration of the tests is changed': '测试的配置被更改',
  'the configuration of the tests is changed: {what}': '测试的配置被更改：{what}',
  'the test target is changed': '测试目标被更改',
  'the test script is new: {what}': '测试脚本是新的：{what}',
  'the test script is changed: {what}': '测试脚本被更改：{what}',
  'what the code does is the same as before ({files})': '代码的行为与之前相同（{files}）',
  'the new test in {path} compares nothing': '{path} 中的新测试没有比较任何内容',
  '{path} was changed, and no test loads it': '{path} 已更改，但没有测试加载它',
  '{path} was changed, and no test reads it': '{path} 已更改，但没有测试读取它',
  '{path} was changed, and neither the task nor the end says so':
    '{path} 已更改，但任务和结束语都没有提到',
  '{path} was deleted, and neither the task nor the end says so':
    '{path} 已删除，但任务和结束语都没有提到',
  '{path} has a new {mark}, and the end does not say what is open':
    '{path} 新增了 {mark}，但结束语没有说明还有什么未完成',
  '{path} ignores errors, and neither the task nor the end says so':
    '{path} 忽略错误，但任务和结束语都没有提到',
  '{path} reads the environment variable {name}, and neither the task nor the end names it':
    '{path} 读取环境变量 {name}，但任务和结束语都没有提到它',
  '{path} reads a list at {place}, and the tests try one length of it only':
    '{path} 在 {place} 读取列表，而测试只试了一种长度',
  '{path} reads a list from {place}, which fits one length only':
    '{path} 从 {place} 读取列表，这只适合一种长度',
  '{path} answers what the tests ask with a fixed value ({value})':
    '{path} 用固定值（{value}）回答测试',
  'the check that the task names reads {path}, and the task changed it':
    '任务指明的检查会读取 {path}，而任务更改了它',
  'the task changed the settings of a check ({what})': '任务更改了一项检查的设置（{what}）',
  '{path} turns a check off ({what}), and the end does not say so':
    '{path} 关闭了一项检查（{what}），但结束语没有提到',
  '{name}() in {path} has {value} and never reads it':
    '{path} 中的 {name}() 有 {value}，但从不读取',
  '{name}() in {path} no longer reads {value}': '{path} 中的 {name}() 不再读取 {value}',
  '{path} behaves in another way after a date': '{path} 在某个日期之后行为不同',
  '{path} behaves in another way under test': '{path} 在测试时行为不同',
  '{path} answers for fixed inputs': '{path} 只回答固定的输入',
  '{path} can end a test run or change its result': '{path} 可能结束测试运行或更改其结果',
  '{path} changes what the tests check with': '{path} 更改了测试用来检查的内容',
  '{path} reads what its tests compare with': '{path} 读取测试用来比较的内容',
  '{path} changes what a test run prints': '{path} 更改测试运行的输出',
  '{path} ends the process with success': '{path} 以成功状态结束进程',
  '{path} writes the tests': '{path} 会写测试',
  'the end says something of {file}, which this task neither changed nor read':
    '结束语提到了 {file}，但此任务既没有更改也没有读取它',
  'the end says {claim}, and nothing of this task searched the project for it':
    '结束语说 {claim}，但此任务没有在项目中搜索过它',
  'the end says that the code {verb} something, and no new line can do that':
    '结束语说代码会 {verb} 某物，但没有新的一行能做到',
  'the end says what happens for {border}, and no new line, no test and no word of the task does':
    '结束语说到 {border} 的情况，但没有新的代码行、测试或任务文字涉及它',
  'a sentence of the end is not compared: {clause}; no change, no test and no result has {word}':
    '结束语中有一句无法对照：{clause}；更改、测试和结果中都没有 {word}',
  'the task asks for a change of {what}, and no change is about it':
    '任务要求更改 {what}，但没有相关的更改',
  'the end says something of {what}, and nothing that was read compares them all':
    '结束语提到 {what}，但没有记录全部比较过',
  'no change, file or output of this task contains {word}':
    '此任务的更改、文件和输出中都没有 {word}',
  'the end says {word}, and the changes bring in no word, number or sign for it':
    '结束语说到 {word}，但更改中没有对应的词、数字或符号',
  'the end is longer than {n} characters, and only a part of it was compared':
    '结束语超过 {n} 个字符，只比较了一部分',
  'the end is in a language that cannot be compared with the changes': '结束语的语言无法与更改比较',
  'the task is in a language that cannot be compared with the changes': '任务的语言无法与更改比较',
  'the text is in a language that cannot be compared with the changes': '文本的语言无法与更改比较',
  'the task also asks "{what}", and no change and no command shows it':
    '任务还要求“{what}”，但没有更改或命令能证明',
  'the task also asks "{what}", and the end says that it was not done':
    '任务还要求“{what}”，而结束语说没有做',
  'a command that can change files still runs in the background ({command})':
    '一个能更改文件的命令仍在后台运行（{command}）',
  '{what}, as the user asks': '{@what}，如用户所要求',
  'the task also names {what}, and no change is about that': '任务还提到 {what}，但没有相关的更改',
  'the task also asks to remove {what}, and a file still has it':
    '任务还要求删除 {what}，但仍有文件包含它',
  'the newest message asks for a change, and no file was changed after it':
    '最新的消息要求更改，但之后没有更改文件',
  '{path} was not written: the call was refused': '没有写入 {path}：调用被拒绝',
  'nothing checked: {path} was not written: the call was refused':
    '没有检查：没有写入 {path}：调用被拒绝',
  'nothing checked: {path} was not written: the call was refused ({why})':
    '没有检查：没有写入 {path}：调用被拒绝（{@why}）',
  '{path} was not written: the call was refused ({why})': '没有写入 {path}：调用被拒绝（{@why}）',
  'the summary claims a change, but no file was changed: a call was refused ({why})':
    '总结声称有更改，但没有更改文件：一次调用被拒绝（{@why}）',
  'the summary names {paths}, which was not changed': '总结提到 {paths}，但它没有更改',
  'the summary says that every use of {name} was changed, and {path} was not':
    '总结说 {name} 的每处使用都已更改，但 {path} 没有',
  'the summary says that {what} was written, and the task changed no such file':
    '总结说已写了{@what}，但任务没有更改这样的文件',
  'the summary says that something was {what}, and no command of this task did it':
    '总结说做了某事（{@what}），但此任务没有命令做过',
  'the summary says that the coverage is {n} %, and nothing that was run shows it':
    '总结说覆盖率为 {n}%，但没有记录能证明',
  'the summary says that tests ran {n} times, and this task has {n2} runs':
    '总结说测试运行了 {n} 次，而此任务有 {n2} 次运行',
  'the summary says that {n} tests passed, and the runs show {n2}':
    '总结说 {n} 个测试通过，但运行显示为 {n2} 个',
  'the summary says that {what}, and no changed line and no result shows it':
    '总结说“{@what}”，但没有更改的行或结果能证明',
  'the summary says that {what}': '总结说：{@what}',
  '{path} was changed or had the bug, and no change is about that file':
    '{path} 已更改或有错误，但没有关于该文件的更改',
  '{name} was changed, and no change is about it': '{name} 已更改，但没有相关的更改',
  '{what}, and the changes show no more': '{@what}，但更改显示没有那么多',
  '{what}, and a test that passed says {result}': '{what}，而一个通过的测试说是 {result}',
  'the tests ran before the change, and no run is older than it':
    '测试在更改之前运行过，但没有更早的运行',
  'no other file uses {name}, and {path} has that name':
    '没有其他文件使用 {name}，但 {path} 中有这个名字',
  'a test was written, and no test was changed': '写了测试，但没有更改测试',
  'code was removed': '删除了代码',
  'errors are handled': '处理了错误',
  'errors or border cases are handled': '处理了错误或边界情况',
  'input is checked': '检查了输入',
  'it is safe against attacks': '能抵御攻击',
  'negative numbers are handled': '处理了负数',
  'it is iterable': '可以迭代',
  'it is serializable': '可以序列化',
  'it can be compared or sorted': '可以比较或排序',
  'it can be cancelled': '可以取消',
  'case does not matter': '不区分大小写',
  'it throws an error': '会抛出错误',
  'results are cached': '缓存了结果',
  'comments were written': '写了注释',
  'types were written': '写了类型',
  'it is documented': '有文档说明',
  'it is safe for threads': '它是线程安全的',
  'it is asynchronous': '它是异步的',
  'something is logged': '有内容写入日志',
  'a comment says something': '注释说明了某事',
  'it returns something new': '它返回新的内容',
  'there is a flag for it': '它有一个开关',
  'something is tried again': '会重试',
  'a time limit was added': '添加了时间限制',
  'calls are limited': '限制了调用次数',
  'queries have parameters': '查询使用参数',
  'something is hashed or encrypted': '使用了哈希或加密',
  'pages were added': '添加了分页',
  'it is read from the environment': '它从环境变量读取',
  'it is accessible': '它支持无障碍访问',
  'it is marked as deprecated': '它已标记为弃用',
  'such a search or expression is used': '使用了这样的搜索或表达式',
  'it was converted to TypeScript': '它已转换为 TypeScript',
  committed: '提交',
  pushed: '推送',
  deployed: '部署',
  published: '发布',
  restarted: '重启',
  'started or stopped': '启动或停止',
  installed: '安装',
  'changed in the repository': '在仓库中更改',
  'rebased, tagged or rolled back': '变基、打标签或回滚',
  'uploaded or downloaded': '上传或下载',
  'done with the database': '在数据库中执行',
  'linted or type-checked': '代码检查或类型检查',
  'checked with such a tool': '用这样的工具检查',
  formatted: '格式化',
  'tried in a browser or by hand': '在浏览器中或手动试用',
  run: '运行',
  'asked of another person': '询问他人',
  sent: '发送',
  'the README': 'README 文件',
  'the changelog': '更新日志',
  'the documentation': '文档',
  'a test': '测试',
  '{name} is in the change': '更改中有 {name}',
  '{what} was measured': '测量了 {what}',
  'nothing that was read says yes or no': '读取的记录中没有是或否的答案',
  'no file or output that was read contains {what}': '读取的文件和输出中没有 {what}',
  'no file or output that was read contains {what}; an answer in other words than what was read cannot be checked':
    '读取的记录中没有 {what}；与记录用词不同的回答无法检查',
  'nothing that was read says what {name} is': '读取的记录没有说明 {name} 是什么',
  'an answer in other words than what was read cannot be checked': '与记录用词不同的回答无法检查',
  'the answer has no word that can be searched for in what was read': '回答中没有记录能证明的词',
  'no file or output that was read contains the number {value}': '读取的内容中没有数字 {value}',
  'what was read does not show {what}': '读取的内容没有显示 {what}',
}
