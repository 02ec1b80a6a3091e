import type { PhraseTable } from '../../words/phrases.js'

/** Why the gate does not take a command for read-only, and what a change needs. */
export const GATE: PhraseTable = {
  'git internals': 'git 内部文件',
  'aircoder settings': 'aircoder 设置',
  'MCP servers': 'MCP 服务器',
  'editor tasks': '编辑器任务',
  'shell and environment start-up': 'shell 和环境的启动文件',
  'hook managers': '钩子管理器',
  'programs of package managers': '包管理器的程序设置',
  'settings of other agents': '其他智能体的设置',
  'an unreadable address': '无法读取的地址',
  '{word} is computed when it runs': '{word} 在运行时才计算',
  '{word} is computed': '{word} 是计算出来的',
  '{word} is a computed command': '{word} 是计算出来的命令',
  'what it is fed is computed when it runs': '它的输入在运行时才计算',
  'it is computed': '它是计算出来的',
  'it cannot be parsed': '无法解析',
  'it nests too deeply': '嵌套太深',
  'it nests commands too deeply': '命令嵌套太深',
  'it has too many parts': '部分太多',
  'it names more than {n} places': '它涉及超过 {n} 个位置',
  'the command has {n} characters': '命令有 {n} 个字符',
  'it writes to a file': '它会写入文件',
  'it writes to a file by a redirect': '它通过重定向写入文件',
  'it runs in {folder}': '它在 {folder} 中运行',
  'it runs through {program}': '它通过 {program} 运行',
  'it runs no known program': '它不运行已知的程序',
  'it runs the output of another command': '它运行另一个命令的输出',
  'it may change {path}': '它可能更改 {path}',
  'it expands a computed text': '它展开计算出来的文本',
  // The longest template wins, so that these need their own.
  'part {n}, {command}: {program} is not on the list of safe commands':
    '第 {n} 部分 {command}：{program} 不在安全命令列表中',
  'part {n}, {command}: {program} is an interpreter': '第 {n} 部分 {command}：{program} 是解释器',
  'part {n}, {command}: {program} runs a script': '第 {n} 部分 {command}：{program} 会运行脚本',
  'part {n}, {command}: {program} is not read-only': '第 {n} 部分 {command}：{program} 不是只读的',
  'part {n}, {command}: {word} is computed when it runs':
    '第 {n} 部分 {command}：{word} 在运行时才计算',
  'part {n}, {command}: {program} is a program of its own':
    '第 {n} 部分 {command}：{program} 是单独的程序',
  'part {n}, {command}: {why}': '第 {n} 部分 {command}：{@why}',
  'part {n}, {command}, has a computed word': '第 {n} 部分 {command}：有计算出来的词',
  'part {n}, {command}, runs in another folder': '第 {n} 部分 {command}：在另一个文件夹中运行',
  'part {n}, {command}, matches no glob ({globs})':
    '第 {n} 部分 {command}：不匹配任何 glob（{globs}）',
  'has a computed word': '有计算出来的词',
  'runs in another folder': '在另一个文件夹中运行',
  'matches no glob ({globs})': '不匹配任何 glob（{globs}）',
  '{program} is not on the list of safe commands': '{program} 不在安全命令列表中',
  'git {command} is not on the list of safe commands': 'git {command} 不在安全命令列表中',
  'git {command} is not read-only': 'git {command} 不是只读的',
  '{command} is not read-only': '{command} 不是只读的',
  '{program} is a program of its own': '{program} 是单独的程序',
  '{program} is created by the same command that runs it': '{program} 由运行它的同一命令创建',
  '{path} is outside the working folder': '{path} 在工作文件夹之外',
  '{program} has no command': '{program} 没有命令',
  '{program} runs a script': '{program} 会运行脚本',
  '{program} runs a script of the project that names {path}, which is protected':
    '{program} 会运行项目中的脚本，其中提到受保护的 {path}',
  '{program} runs a program text': '{program} 会运行程序文本',
  '{program} runs a program text ({text}) that the gate cannot read':
    '{program} 会运行权限检查无法读取的程序文本（{text}）',
  '{program} runs a computed text': '{program} 会运行计算出来的文本',
  '{program} runs its standard input': '{program} 会运行其标准输入',
  '{program} runs the output of another command': '{program} 会运行另一个命令的输出',
  '{program} runs commands at another time': '{program} 会在其他时间运行命令',
  '{program} runs what the same command wrote into {path}':
    '{program} 会运行同一命令写入 {path} 的内容',
  '{program} may run {word}, which is computed': '{program} 可能运行计算出来的 {word}',
  '{program} makes programs load other code': '{program} 会让程序加载其他代码',
  '{program} loads .env, which is protected': '{program} 会加载受保护的 .env',
  '{program} takes in {path}, which is protected': '{program} 会读入受保护的 {path}',
  '{program} takes files that only its input names': '{program} 的文件只由其输入指明',
  '{program} takes files that only {source} names': '{program} 的文件只由 {source} 指明',
  '{program} takes words that only its input names': '{program} 的词只由其输入指明',
  '{program} holds a text that names {path}, which is protected':
    '{program} 含有提到受保护的 {path} 的文本',
  '{program} unpacks an archive whose names cannot be listed':
    '{program} 会解包无法列出名称的压缩包',
  '{program} unpacks an archive that the same command creates':
    '{program} 会解包同一命令创建的压缩包',
  '{program} unpacks {path}, which is protected': '{program} 会解包受保护的 {path}',
  '{program} covers {path}, where {file} is protected': '{program} 涉及 {path}，其中 {file} 受保护',
  '{program} covers {path}, which has too many files to check':
    '{program} 涉及 {path}，其中的文件太多，无法检查',
  '{word} may name protected files': '{word} 可能指向受保护的文件',
  '{path} leads through a link or folder that the same command creates':
    '{path} 经过同一命令创建的链接或文件夹',
  '{path} may lead through a link or folder that the same command creates':
    '{path} 可能经过同一命令创建的链接或文件夹',
  '{path} shows data of another process': '{path} 会显示另一个进程的数据',
  'git {command} runs a program': 'git {command} 会运行程序',
  'git {command} may change {path}, which is protected': 'git {command} 可能更改受保护的 {path}',
  'git {command} copies {path}, which is protected': 'git {command} 会复制受保护的 {path}',
  'git {name} changes what git does': 'git {name} 会改变 git 的行为',
  'the program is computed when it runs ({word})': '程序在运行时才确定（{word}）',
  'the target of a redirect is computed ({word})': '重定向的目标是计算出来的（{word}）',
  'the value of {name} is computed': '{name} 的值是计算出来的',
  'the setting {name} can make git run a program or open other files':
    '设置 {name} 可能让 git 运行程序或打开其他文件',
  'the shell text has a form that the gate does not know': 'shell 文本的形式未知',
  'the awk program opens files or runs programs': 'awk 程序会打开文件或运行程序',
  'a here-document does not end': 'here-document 没有结束',
  'a redirect has no target': '重定向没有目标',
}

/** Whole sentences of the gate. */
export const VERDICTS: PhraseTable = {
  'Plan mode changes nothing and runs only read-only commands. {tool} was not run: {why}.':
    'plan 模式不更改任何内容，只运行只读命令。没有运行 {tool}：{@why}。',
  'The capability set {name} of this run does not include {needs}. {tool} was not run.':
    '本次运行的能力集 {name} 不包括 {needs}。没有运行 {tool}。',
  'The gate cannot determine whether a deny rule holds: {why}.':
    '无法确定是否违反拒绝规则：{@why}。',
  '{path} decides what runs on this machine later ({family}). Each change to it needs an answer.':
    '{path} 决定本机之后运行什么（{@family}）。每次更改都需要询问。',
  'Each change of what is remembered needs an answer.': '对记忆的每次更改都需要询问。',
  'Without a question the change is only proposed.': '不询问时，更改只作为提议。',
  'Allowed by the setting --allow {entry}.': '设置 --allow {entry} 已允许。',
  'Each part of the command is read-only or covered by --allow.':
    '命令的每一部分都是只读的，或已由 --allow 允许。',
  'It is exactly the test command of your settings.': '这正是您设置中的测试命令。',
  'The command is read-only and stays inside the working folder.':
    '命令是只读的，且不离开工作文件夹。',
}
