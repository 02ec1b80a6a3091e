import type { PhraseTable } from '../../words/phrases.js'

/** What `--help` says of commands, arguments and options. */
export const HELP: PhraseTable = {
  'Usage:': '用法：',
  'Arguments:': '参数：',
  'Options:': '选项：',
  'Commands:': '命令：',
  'display help for command': '显示命令的帮助',
  'output the version number': '显示版本号',
  'A coding agent whose memory is a ledger on your disk and whose brain is your own GPU.':
    '一个编程代理：记忆是你磁盘上的账本，大脑是你自己的 GPU。',
  'the task; without it a session starts': '任务；没有任务时开始会话',
  'headless: reads the prompt from the argument and standard input, prints the answer':
    '无界面：从参数和标准输入读取提示，打印回答',
  'a session line by line, without cursor movement: for screen readers':
    '逐行的会话，不移动光标：适合屏幕阅读器',
  'with -p: text, or stream-json (one message a line, one turn each)':
    '与 -p 一起：text，或 stream-json（每行一条消息，各为一轮）',
  'Run one task without an interactive session.': '运行一个任务，不进入交互会话。',
  'ask nobody, also on a terminal: deny what needs a question':
    '不提问，在终端上也是：拒绝需要询问的操作',
  'Resume a task at its next step: this one, the last of a session, or the last.':
    '从下一步继续任务：指定的任务、某会话的最后一个，或最近的一个。',
  'Undo the last edit of the agent, or more. Shows the changes and asks first.':
    '撤销代理的上一次编辑或更多。先显示更改并询问。',
  'Redo what was undone last. Shows the changes and asks first.':
    '重做上一次撤销的内容。先显示更改并询问。',
  'only show what would change': '只显示将更改的内容',
  'do not ask': '不询问',
  'redo what was undone last in this task': '重做此任务中最后撤销的内容',
  'undo edits of this task; without another flag all of it and what came later':
    '撤销此任务的编辑；没有其他选项时撤销其全部以及之后的内容',
  'number of edits': '编辑的次数',
  'all edits of the last task': '上个任务的全部编辑',
  'restore the state after this step of the task (0: its start)':
    '恢复到任务的这一步之后（0：开始时）',
  'Accept the tests that a task changed. Shows the changes and asks first.':
    '认可任务更改的测试。先显示更改并询问。',
  'only show what would be accepted': '只显示将认可的内容',
  'List what left this machine: when, to which host, how many bytes, from which files.':
    '列出离开本机的内容：何时、去往哪个主机、多少字节、来自哪些文件。',
  'number of requests, newest first (default: 20)': '请求数，最新的在前（默认 20）',
  'print one JSON object per line': '每行打印一个 JSON 对象',
  'print one JSON object': '打印一个 JSON 对象',
  'print one JSON object for each event': '每个事件打印一个 JSON 对象',
  'print one JSON object for each event, with its payload': '每个事件打印一个 JSON 对象，含内容',
  'print one JSON object instead of lines': '打印一个 JSON 对象而不是文本行',
  'text, or json as --json': 'text，或 json（同 --json）',
  'Store an endpoint and its token, which is asked for or read from standard input.':
    '保存端点及其令牌；令牌会询问，或从标准输入读取。',
  'Check the endpoint, the model and this machine, and say how to fix each finding.':
    '检查端点、模型和本机，并说明每个问题的解决办法。',
  'Find and fix a bug in a sample project; needs no configuration. --base-url uses a live model.':
    '在示例项目中查找并修复一个错误；无需配置。--base-url 使用真实模型。',
  'Find an endpoint, ask what is open, try the model, and store the settings.':
    '查找端点，询问未定的内容，试用模型，并保存设置。',
  'also look on this machine of your network or tailnet (NAME or NAME:PORT)':
    '也在你的网络或 tailnet 中的这台机器上查找（NAME 或 NAME:PORT）',
  'model to use (default: asked, or the first one)': '使用的模型（默认：询问，或第一个）',
  'read the token from standard input': '从标准输入读取令牌',
  'ask nothing: use the flags, then what is found first': '不询问：先用选项，再用最先找到的',
  'bash, zsh, fish or powershell': 'bash、zsh、fish 或 powershell',
  'Print the script that completes commands and flags in a shell.':
    '打印在 shell 中补全命令和选项的脚本。',
  'Settings: list, get NAME, set NAME VALUE, unset NAME, path.':
    '设置：list、get NAME、set NAME VALUE、unset NAME、path。',
  'List the settings that hold in this folder.': '列出在此文件夹中生效的设置。',
  'Print the value of a setting.': '打印一个设置的值。',
  'Store a setting in your own file.': '把一个设置保存到你自己的文件。',
  'Remove a setting from your own file.': '从你自己的文件中删除一个设置。',
  'Print the path of your own file.': '打印你自己的文件的路径。',
  'work in this folder (default: the current one)': '在此文件夹中工作（默认：当前文件夹）',
  'folder of the ledgers': '账本所在的文件夹',
  'disable colours, as NO_COLOR does': '不使用颜色，同 NO_COLOR',
  'model to use (default: the first one of the endpoint)': '使用的模型（默认：端点的第一个）',
  'OpenAI-compatible endpoint, with /v1': '兼容 OpenAI 的端点，含 /v1',
  'also measure this model (default: the one that a run would use)':
    '同时测量此模型（默认：运行会使用的模型）',
  '{modes} (default: default)': '{modes}（默认：default）',
  '{sets}: what may be done at all (default: the mode decides)':
    '{sets}：总体上允许做什么（默认：由模式决定）',
  'allow these calls without a question; repeatable': '不询问即允许这些调用；可重复',
  'deny access to these paths in every mode; repeatable': '在任何模式下都禁止访问这些路径；可重复',
  'stop after this number of calls': '在这么多次调用之后停止',
  'exit with 1 when the end is not proven': '结果未证明时以 1 退出',
  'run commands in bubblewrap: {names}': '在 bubblewrap 中运行命令：{names}',
  'allow the network in the sandbox': '在沙箱中允许网络',
  'write the prompt again when it is full, or for every step: {names}':
    '提示满时重写，或每一步都重写：{names}',
  "append the model's replies to a file for --script": '把模型的回复追加到文件，供 --script 使用',
  'replay replies from a recording instead of asking a model': '重放录制的回复，而不询问模型',
  'wait for a server that is starting or busy: 30s, 5m (default), 0':
    '等待正在启动或繁忙的服务器：30s、5m（默认）、0',
  "stream the model's text and show tool results": '流式显示模型的文字，并显示工具结果',
  'the answer must be JSON that fits this schema': '回答必须是符合此模式的 JSON',
  'stop after this time: 30s, 10m, 2h': '在此时间之后停止：30s、10m、2h',
  'continue the last session of this folder': '继续此文件夹的上一个会话',
  'continue this session; without an id choose one': '继续此会话；没有编号时选择一个',
  'go on in a copy of the session that -c or -r names': '在 -c 或 -r 指定的会话的副本中继续',
  'maximum number of rows': '最多行数',
  'maximum number of events (default: {n})': '最多事件数（默认 {n}）',
  'maximum number of sessions (default: 50)': '最多会话数（默认 50）',
  'only of {names}': '仅 {names}',
  'Read the ledger: tasks, show [TASK|ROW], events [TASK], why ID, search TEXT, sql SELECT, export [TASK], verify.':
    '读取账本：tasks、show [TASK|ROW]、events [TASK]、why ID、search TEXT、sql SELECT、export [TASK]、verify。',
  'List the tasks, newest first.': '列出任务，最新的在前。',
  'Show a task (default: the last one) or one row of evidence.':
    '显示一个任务（默认：最近的）或一行证据。',
  'Look back: runs, steps, calls, answers and evidence, newest first.':
    '回顾：运行、步骤、调用、回答和证据，最新的在前。',
  'Show what led to an event, up to its session.': '显示导致某事件的经过，直到其会话。',
  'Search the evidence.': '搜索证据。',
  'Run one read-only statement.': '运行一条只读语句。',
  'Print the rows as JSON lines.': '以 JSON 行打印。',
  'Check the integrity of the ledger.': '检查账本的完整性。',
  'replace random ids and times by stable counters': '用稳定的计数代替随机编号和时间',
  'rebuild what can be read in a new file, and keep the damaged one':
    '把可读的内容重建到新文件，并保留损坏的文件',
  'Trust the .aircoder folder of a project: list, add, remove.':
    '信任项目的 .aircoder 文件夹：list、add、remove。',
  'List the trusted folders, and what this one would set.':
    '列出受信任的文件夹，以及此文件夹会设置的内容。',
  'Show what a folder sets, ask, and trust it.': '显示文件夹设置的内容，询问，然后信任它。',
  'Trust a folder no longer.': '不再信任一个文件夹。',
  'trust without a question': '不询问即信任',
  'Read one JSON object per line and answer each with one. prompt: the exact request of a step; parse: a reply of the model; permit: whether a call may run; patch: apply edits to a text; micro: a side question; route: what a message is about; context: what the program adds to a task; map: the files ranked for it; prefix: what each step of a session read again.':
    '每行读取一个 JSON 对象，各以一个回答。prompt：某一步的确切请求；parse：模型的一个回复；permit：一次调用是否可以运行；patch：对文本应用编辑；micro：附带问题；route：消息的主题；context：程序为任务添加的内容；map：为任务排序的文件；prefix：会话的每一步重新读取了什么。',
  'Parse a reply of the model.': '解析模型的一个回复。',
  'Decide whether a call may run.': '判断一次调用是否可以运行。',
  'Apply edits to a text.': '对文本应用编辑。',
  'Print the exact request of a task given as words, or of a step. Without words it reads JSON lines from standard input: {"task": "TEXT"} (with the rules of the folder) or {"session": "ID", "step": 2}, as in: echo \'{"task": "fix the tests"}\' | aircoder inspect prompt':
    '打印以文字给出的任务或某一步的确切请求。没有文字时，从标准输入读取 JSON 行：{"task": "TEXT"}（带有文件夹的规则）或 {"session": "ID", "step": 2}，例如：echo \'{"task": "fix the tests"}\' | aircoder inspect prompt',
  'Ask a side question.': '提一个附带问题。',
  'Show what the program adds to a task, by section.': '按部分显示程序为任务添加的内容。',
  'Rank the files of a folder for a task; -v: why.': '为任务给文件夹中的文件排序；-v：原因。',
  'What each step of a session read again, and the section that changed first.':
    '会话的每一步重新读取了什么，以及最先变化的部分。',
  'Show what a message is about, and the tools that its turn gets.':
    '显示消息的主题，以及该轮得到的工具。',
  'show the place of each file in every list': '显示每个文件在各列表中的位置',
  'the window that the tools are picked for': '据以选择工具的窗口',
  'What is remembered for later tasks: {verbs}': '为以后任务记住的内容：{verbs}',
  'List rules and notes, newest first.': '列出规则和笔记，最新的在前。',
  'Search rules, notes and the earlier tasks of this folder.':
    '搜索规则、笔记和此文件夹以前的任务。',
  'Store a rule for later tasks of this project.': '为此项目以后的任务保存一条规则。',
  'Forget a rule or a note.': '忘记一条规则或笔记。',
  'Make a change that the model proposed.': '采纳模型提议的更改。',
  'Drop a change that the model proposed.': '放弃模型提议的更改。',
  'Write all rules and notes into a folder that people and other agents can read.':
    '把所有规则和笔记写入人和其他代理都能阅读的文件夹。',
  'Show the rules and notes of a folder; store them with --yes.':
    '显示文件夹中的规则和笔记；加 --yes 保存。',
  'store what is shown': '保存所显示的内容',
  'for all projects of this user': '用于此用户的所有项目',
  'a fact: shown in tasks that share words with it': '一条事实：在有相同词语的任务中显示',
  'replace the text of this rule or note, or move it to the other scope':
    '替换此规则或笔记的文字，或移到另一个范围',
  'Skills (SKILL.md) of the user and of the folder: {verbs}':
    '用户和文件夹的技能（SKILL.md）：{verbs}',
  'List the skills, and what is not used and why.': '列出技能，以及没有使用的内容和原因。',
  'Show a skill.': '显示一个技能。',
  'Show skills that solved tasks of this folder suggest; nothing is written.':
    '显示由此文件夹已解决的任务建议的技能；不写入任何内容。',
  'Write a proposed skill into .agents/skills, after a yes.':
    '确认后把建议的技能写入 .agents/skills。',
  'Compare cards and skills with the tools; exit code 1 when something does not exist.':
    '把卡片和技能与工具比较；有不存在的内容时退出码为 1。',
  'write it without a question': '不询问即写入',
  'Stored sessions, newest first: {verbs}': '已保存的会话，最新的在前：{verbs}',
  'List the sessions.': '列出会话。',
  'Show a session and its tasks, without an id the last one.':
    '显示一个会话及其任务；没有编号时显示最近一个。',
  'List the sessions that have these words.': '列出含有这些词的会话。',
  'Give a session another title.': '给会话另起标题。',
  'Print a session for other people, without secrets.': '打印会话供他人阅读，不含秘密。',
  'Ask, and remove a session.': '询问并删除会话。',
  'remove without a question': '不询问即删除',
  '{formats} (default: that of the file, else md)': '{formats}（默认：按文件，否则 md）',
  'write a file instead of printing': '写入文件而不是打印',
  'replace the file without a question': '不询问即替换文件',
  'send; while the agent works: deliver after this step': '发送；代理工作时：当前步骤之后送达',
  'send as a task of its own, when this one has ended': '此任务结束后作为独立任务发送',
  'take the last queued message back': '取回最后一条排队的消息',
  'new line, also Ctrl+J or \\ and Enter': '换行，也可用 Ctrl+J 或 \\ 加 Enter',
  'interrupt the agent; its state is kept': '中断代理；状态会保留',
  'go back to an earlier step': '回到较早的一步',
  'next permission mode': '下一个权限模式',
  'clear the line, interrupt; twice: quit': '清除输入、中断；两次：退出',
  quit: '退出',
  'move the running command to the background': '把正在运行的命令移到后台',
  'search the history': '搜索历史',
  'show the last tool result in full': '完整显示上一个工具结果',
  'show or hide the plan': '显示或隐藏计划',
  'complete /command or @file': '补全 /命令 或 @文件',
  'edit the line in $EDITOR': '在 $EDITOR 中编辑',
  'undo typing': '撤销输入',
  'clear the screen and draw again': '清屏并重画',
  'suspend; fg continues': '挂起；fg 继续',
  'show these keys, on an empty line · ! shell line · # rule':
    '在空行显示这些按键 · ! shell 命令 · # 规则',
}
