import type { PhraseTable } from '../../words/phrases.js'

/** What a command line refuses and advises, and rarer answers of commands. */
export const USAGE: PhraseTable = {
  'If these words are a task, put them in quotes.': '如果这些词是任务，请放在引号中。',
  'If this word is a task, pass it to `aircoder run`.': '如果这个词是任务，请传给 `aircoder run`。',
  'This version speaks no protocol of editors.': '此版本不支持编辑器协议。',
  '`aircoder login` stores a token.': '`aircoder login` 保存令牌。',
  '`/diff` in a session shows the last change.': '会话中的 `/diff` 显示最近的更改。',
  '`aircoder sessions` lists what was run.': '`aircoder sessions` 列出运行过的内容。',
  '`aircoder config unset token` removes the stored token.':
    '`aircoder config unset token` 删除保存的令牌。',
  'This version connects to no MCP servers.': '此版本不连接 MCP 服务器。',
  '`aircoder doctor` shows the model; `-m` chooses another one.':
    '`aircoder doctor` 显示模型；`-m` 选择另一个。',
  '`/permissions` in a session lists the answers.': '会话中的 `/permissions` 列出回答。',
  '`aircoder undo` takes edits back.': '`aircoder undo` 撤销编辑。',
  '`aircoder undo --to` takes edits back to a step.': '`aircoder undo --to` 把编辑撤销到某一步。',
  '`aircoder init` finds an endpoint and stores it; `aircoder doctor` checks the setup.':
    '`aircoder init` 查找并保存端点；`aircoder doctor` 检查设置。',
  'Install a newer version with npm.': '请用 npm 安装更新的版本。',
  '`aircoder --version` prints it.': '`aircoder --version` 会打印它。',
  '`aircoder -r ID` continues a session.': '`aircoder -r ID` 继续会话。',
  '`aircoder sessions rm ID` removes one.': '`aircoder sessions rm ID` 删除一个会话。',
  '`aircoder -r ID --fork-session` continues a copy.': '`aircoder -r ID --fork-session` 继续副本。',
  'Pass it as an argument or on standard input: {form}': '请作为参数或从标准输入传入：{form}',
  'Pipe the messages into it: {form}': '请用管道把消息传入：{form}',
  '--yes where there is no terminal': '没有终端时需要 --yes',
  'waiting for the end of standard input': '正在等待标准输入结束',
  'waiting for the end of standard input; add </dev/null to continue without it':
    '正在等待标准输入结束；加上 </dev/null 可不用它继续',
  'waiting for a message on standard input': '正在等待标准输入中的消息',
  '{why} while it waited for a message; every turn is kept':
    '{@why}，当时正在等待消息；每一轮都已保存',
  'older sessions are not listed: pass --limit with more than {n}':
    '没有列出较早的会话：请用 --limit 传入大于 {n} 的数',
  'sessions rename needs the new title.': 'sessions rename 需要新标题。',
  'skills show needs a name.': 'skills show 需要名称。',
  'why needs an id, as e12 or one that `ledger events` shows.':
    'why 需要编号，如 e12 或 `ledger events` 显示的编号。',
  'search needs a text.': 'search 需要文本。',
  'Type one JSON object per line; Ctrl+D ends.': '每行输入一个 JSON 对象；Ctrl+D 结束。',
  'The line is not valid JSON.': '此行不是有效的 JSON。',
  'Run `aircoder config list` to see the names.': '运行 `aircoder config list` 查看名称。',
  '{name} is stored in {path}': '{name} 已保存到 {path}',
  'The stored model {name} is not one of them: {command} chooses another.':
    '保存的模型 {name} 不在其中：{command} 可选择另一个。',
  'Change the file that it leads to.': '请更改它指向的文件。',
  '{path} has changed since it was measured: `aircoder doctor --model` measures it again.':
    '{path} 在测量之后有变化：`aircoder doctor --model` 可重新测量。',
  '{path} has changed since it was measured. It is measured again, which takes a few minutes. Ctrl+C skips this.':
    '{path} 在测量之后有变化，正在重新测量，需要几分钟。Ctrl+C 可跳过。',
  '{path} cannot be written ({why}). The ledger has the same rows.':
    '{path} 无法写入（{@why}）。账本有相同的行。',
  'Unknown action {word}; trust has list, add and remove.':
    '未知操作 {word}；trust 有 list、add 和 remove。',
  'There is no terminal for the question. `aircoder trust` shows the entries, --yes trusts them.':
    '没有终端可以提问。`aircoder trust` 显示各项，--yes 表示信任。',
  '{path}  changed since: no longer trusted': '{path}  之后有变化：不再信任',
  'Nothing was changed: {command} runs inside a command of an agent, and only the person changes that. Use /memory in the session, or a terminal of your own.':
    '没有任何更改：{command} 在代理的命令中运行，而只有本人能更改。请在会话中用 /memory，或用你自己的终端。',
  'it has more than {n} entries': '它的项目超过 {n} 个',
  '{path} is not a regular folder': '{path} 不是普通文件夹',
  'The last task has not ended, so there is nothing to accept.':
    '上个任务还没有结束，没有可以认可的内容。',
  'The last task is proven, so there is nothing to accept.': '上个任务已证明，没有可以认可的内容。',
  'The last task changed no file, so there is nothing to accept.':
    '上个任务没有更改文件，没有可以认可的内容。',
  'The task is not proven: {why}.': '任务未证明：{@why}。',
  'Accepted: {paths}.': '已认可：{paths}。',
  'Only {edits} can be undone, not {n}.': '只能撤销 {@edits}，不是 {n} 次。',
  '{path} is put back only in part: {why}.': '{path} 只还原了一部分：{@why}。',
  '{path} would be put back only in part: {why}.': '{path} 将只还原一部分：{@why}。',
  'The change of the task "{text}": {files}, from before its first edit to now.':
    '任务“{text}”的更改：{@files}，从第一次编辑之前到现在。',
  'The change of the newest task "{text}": {files}, from before its first edit to now.':
    '最新任务“{text}”的更改：{@files}，从第一次编辑之前到现在。',
  'The change of the task "{text}" of an earlier session: {files}, from before its first edit to now.':
    '较早会话的任务“{text}”的更改：{@files}，从第一次编辑之前到现在。',
  'A background command of the newest task changed {paths}; the version before is not stored.':
    '最新任务的后台命令更改了 {paths}；没有保存之前的版本。',
  'The change of the newest task "{text}" was undone; /redo makes it again.':
    '最新任务“{text}”的更改已撤销；/redo 可以重做。',
  'The newest task "{text}" changed no file.': '最新任务“{text}”没有更改文件。',
  '{path} is as it was before this task.': '{path} 与此任务之前相同。',
  'Nothing here can read a picture from the clipboard: install wl-paste (Wayland), xclip (X11) or pngpaste (macOS), or drop the file on the terminal.':
    '这里无法从剪贴板读取图片：请安装 wl-paste（Wayland）、xclip（X11）或 pngpaste（macOS），或把文件拖到终端上。',
  'There is no picture in the clipboard.': '剪贴板中没有图片。',
  'The picture cannot be kept: {why}': '图片无法保存：{@why}',
  '/memory search needs words.': '/memory search 需要词。',
  '/memory save has --user and --note, not {word}.':
    '/memory save 有 --user 和 --note，没有 {word}。',
  '/memory save needs a text, as: /memory save Always use tabs.':
    '/memory save 需要文本，例如：/memory save 总是使用制表符。',
  '/memory edit needs a name and its new text, as: /memory edit use-tabs Never use tabs.':
    '/memory edit 需要名称和新文本，例如：/memory edit use-tabs 不使用制表符。',
  '/memory scope needs a name and project or user, as: /memory scope use-tabs user':
    '/memory scope 需要名称以及 project 或 user，例如：/memory scope use-tabs user',
  'memory save needs a text, as `aircoder memory save "Always use tabs."`.':
    'memory save 需要文本，例如 `aircoder memory save "Always use tabs."`。',
  'A rule has at most {n} characters; this text has {n2}. Pass --note to store it as a note, which tasks with words of it show.':
    '规则最多 {n} 个字符，此文本有 {n2} 个。用 --note 把它存为笔记，含有其中词语的任务会显示它。',
  'A note has at most {n} characters; this text has {n2}. Put it into a file of the project, and save where it is.':
    '笔记最多 {n} 个字符，此文本有 {n2} 个。请把它写入项目的文件，并保存其位置。',
  'This text was not saved, because it holds a secret. Put a secret into an environment variable, and save the name of the variable.':
    '此文本含有秘密，没有保存。请把秘密放入环境变量，并保存变量的名称。',
  'Already remembered as {name}: "{text}"': '已经记为 {name}："{text}"',
  'It may contradict {name}: "{text}"; both hold.': '它可能与 {name}（"{text}"）矛盾；两者都有效。',
  'Hidden characters were left out.': '已去掉隐藏字符。',
  'hidden characters are left out of: {paths}': '已从以下内容去掉隐藏字符：{paths}',
  'conflict: {both} contradict each other, and both hold. Forget one of them: {command}':
    '冲突：{both} 互相矛盾，且都有效。请忘记其中一个：{command}',
  'not used: {paths}: aircoder did not write it like this. Read, then run `aircoder trust add`.':
    '没有使用：{paths}：aircoder 写的不是这样。请先阅读，然后运行 `aircoder trust add`。',
  'not used: {paths}: aircoder did not write them like this. Read, then run `aircoder trust add`.':
    '没有使用：{paths}：aircoder 写的不是这样。请先阅读，然后运行 `aircoder trust add`。',
  'not used: {paths}: not trusted. Read, then run `aircoder trust add`.':
    '没有使用：{paths}：不受信任。请先阅读，然后运行 `aircoder trust add`。',
  'not read: more entries of {path}': '没有读取：{path} 的其余项目',
  'Several names begin with {name}: {names}.': '有几个名称以 {name} 开头：{names}。',
  '{why}. Nothing was written.': '{@why}。没有写入任何内容。',
  'Name an empty or a new folder: {command}': '请指定一个空文件夹或新文件夹：{command}',
  'it has such files already': '其中已有这样的文件',
  'There is nothing to export: no rule and no note is stored.':
    '没有可导出的内容：没有存储任何规则或笔记。',
  'there is no such folder': '没有这个文件夹',
  'Name the folder that `aircoder memory export` wrote.':
    '请指定 `aircoder memory export` 写入的文件夹。',
  '{path} has no notes.': '{path} 中没有笔记。',
  'There is nothing to store: each name is taken.': '没有可以保存的内容：每个名称都已使用。',
  'Nothing was stored yet. Read these, then pass --yes.':
    '还没有保存任何内容。请先阅读，然后加上 --yes。',
  '{notes} had a name that is taken, and was left out.': '{@notes}的名称已被使用，没有导入。',
  '{notes} had a name that is taken, and were left out.': '{@notes}的名称已被使用，没有导入。',
  'A rule is missing after #.': '# 后面缺少规则。',
  '"{line}" is a rule, and a rule is no task.': '“{line}”是规则，而规则不是任务。',
  'As a task it is written without the #.': '作为任务时请不要写 #。',
  'The text begins with # and has several lines, so it is a task. A rule has one line.':
    '文本以 # 开头且有多行，因此是任务。规则只有一行。',
  'The damaged ledger is kept as {path}': '损坏的账本已保留为 {path}',
  'this task ran with the model {name}; it goes on with {other}':
    '此任务用模型 {name} 运行；现在用 {other} 继续',
  'this task ran with {words}, which must be given again':
    '此任务曾带有 {words} 运行，需要再次给出',
  'Carry out this plan:': '执行此计划：',
  'write this skill? y = yes · n = no: ': '写入此技能？y = 是 · n = 否：',
  'Nothing was written. To write it: pass --yes, or answer y.':
    '没有写入任何内容。要写入：加上 --yes，或回答 y。',
  'All cards and skills name tools and fields that exist.':
    '所有卡片和技能提到的工具和字段都存在。',
  'No skill is suggested: no two solved tasks needed the same steps after a failure.':
    '没有技能建议：没有两个已解决的任务在失败后需要相同的步骤。',
  'Nothing was written. To write one: aircoder skills accept NAME':
    '没有写入任何内容。要写入一个：aircoder skills accept NAME',
  'Wrote {path}. It is offered in tasks with its keywords; edit it with any editor.':
    '已写入 {path}。含有其关键词的任务会提供它；可用任何编辑器修改。',
  'Earlier tasks suggest {what}. aircoder skills propose shows {which}.':
    '之前的任务建议 {@what}。aircoder skills propose 可以查看。',
  'another skill of {layer} is named {name}': '{layer} 的另一个技能也叫 {name}',
  'its name "{name}" has other characters than letters, digits, - _ .':
    '其名称 "{name}" 含有字母、数字、- _ . 以外的字符',
  'its name has other characters than letters, digits, - _ .':
    '其名称含有字母、数字、- _ . 以外的字符',
  'its front matter has no description': '其开头部分没有 description',
  'it has no text below its front matter': '开头部分之后没有文本',
  'its mode is "{mode}", not auto, match or manual':
    '其模式是 "{mode}"，不是 auto、match 或 manual',
  'it has more files than are read': '文件超过读取的数量',
  'it has no text': '它没有文本',
  '/{name} is a command of aircoder': '/{name} 是 aircoder 的命令',
  'no tool is named "{name}"; there are {names}': '没有名为 "{name}" 的工具；有 {names}',
  'no tool is named "{name}". Did you mean {near}?': '没有名为 "{name}" 的工具。你是指 {near} 吗？',
  'the glob after the colon is empty': '冒号后面的模式为空',
  'the glob matches no path; a brace or a bracket may be open':
    '该模式不匹配任何路径；可能有括号没有闭合',
  'it takes the glob of a path, not a tool; --permission-mode plan keeps every tool from changing something':
    '它需要路径的模式，不是工具；--permission-mode plan 使所有工具都不更改内容',
  '{name} is no setting. Did you mean {near}?': '{name} 不是设置。你是指 {near} 吗？',
  'it is too large ({n} bytes)': '它太大（{n} 字节）',
  'it must not be empty': '它不能为空',
  'it must be a URL': '必须是 URL',
  'it must be a URL with http:// or https://': '必须是以 http:// 或 https:// 开头的 URL',
  'it must be {what}': '必须是{@what}',
  'true or false': ' true 或 false',
  'it must have no user, password, ? or #; a token belongs into AIRCODER_TOKEN':
    '其中不能有用户、密码、? 或 #；令牌应放入 AIRCODER_TOKEN',
  'it must be 1 to 8 characters without spaces': '必须是 1 到 8 个不含空格的字符',
  'it is larger than {n} bytes': '它大于 {n} 字节',
  '{path} is no file, and no JSON object': '{path} 不是文件，也不是 JSON 对象',
  '{path} cannot be read: {why}': '{path} 无法读取：{@why}',
  'it is nested too deeply': '它嵌套太深',
  'have no sandbox: they may write anywhere and use the network':
    '没有沙箱：它们可以写入任何位置并使用网络',
  'the mode is {mode} now': '模式现在是 {mode}',
  'a line is too long': '有一行太长',
  'the task only': '仅任务',
  'features: unknown name "{name}"; known are {names}':
    'features：未知名称 "{name}"；已知的有 {names}',
  'escalation: unknown provider "{name}"; known are {names}':
    'escalation：未知的提供方 "{name}"；已知的有 {names}',
  'a recording answers only its own steps': '录制文件只能回答自己的步骤',
  'it has more than {n} MiB': '它超过 {n} MiB',
  'last test run: {text}': '最近一次测试：{text}',
  'dataDir: "{path}" is a relative path': 'dataDir："{path}" 是相对路径',
  'uses {tools}; the gate asks for them as always': '使用 {tools}；照常需要许可',
  'start it with /{name} in a session': '在会话中用 /{name} 启动',
  '{path}: it uses "{name}", which is no tool here': '{path}：它使用 "{name}"，这里没有此工具',
  'it cannot be trusted: {why}': '它不能被信任：{@why}',
  'Type /redo alone: it takes no number.': '请只输入 /redo：它不带数字。',
  'was taken out of its conversation by a rewind': '已被 rewind 移出对话',
  '(taken out of the conversation)': '（已移出对话）',
  'Pass an existing folder: {form}': '请指定存在的文件夹：{form}',
  'proposed {name}  {what}: "{text}" Accept it with /memory accept {same}, or refuse it with /memory refuse {again}.':
    '提议 {name}  {@what}："{text}" 用 /memory accept {same} 接受，或用 /memory refuse {again} 拒绝。',
  'forget it in {where}': '在{@where}中忘记它',
  'inspect {name} reads one JSON object per line from standard input, and it was empty.':
    'inspect {name} 从标准输入每行读取一个 JSON 对象，而输入为空。',
  'inspect {name} reads one JSON object per line from standard input, and it was empty. An example: {form}':
    'inspect {name} 从标准输入每行读取一个 JSON 对象，而输入为空。例如：{form}',
}
