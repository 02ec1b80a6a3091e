import type { PhraseTable } from '../../words/phrases.js'

/** Questions, keys and slash commands of a session. */
export const SESSION: PhraseTable = {
  'trust this folder until it changes? y = yes · n = no: ':
    '信任此文件夹直到它更改？y = 是 · n = 否：',
  'yolo? y · n: ': '用 yolo？y · n：',
  'switch to yolo? y = yes · n = no, then Enter: ': '切换到 yolo？y = 是 · n = 否，然后按回车：',
  'In yolo mode the agent edits files and runs commands without a question.':
    '在 yolo 模式下，代理编辑文件和运行命令都不询问。',
  'Still denied: {paths}; settings and git internals that start programs; commands {network}.':
    '仍然禁止：{@paths}；会启动程序的设置和 git 内部文件。命令{@network}。',
  'no paths': '（没有路径）',
  'may use the network': '可以使用网络',
  'have no network in the sandbox': '在沙箱中没有网络',
  'carry out this plan? y = yes · a = yes, and accept edits · e = edit it · n [why] = no: ':
    '执行此计划？y = 是 · a = 是，并接受编辑 · e = 修改计划 · n [原因] = 否：',
  'Edit the plan and send it. The mode is default now.': '请修改计划并发送。现在的模式是 default。',
  'Rule: {rule}': '规则：{rule}',
  'save it? p = for this project · u = for all projects · n = no: ':
    '保存？p = 用于本项目 · u = 用于所有项目 · n = 否：',
  'Not saved. A line without # at its start is a task.': '没有保存。开头没有 # 的一行是任务。',
  'It holds from the next task on.': '从下一个任务起生效。',
  'Nothing was saved: {why}': '没有保存：{@why}',
  'A rule is missing after #. Type it behind the sign: # Always use tabs.':
    '# 后面缺少规则。请写在 # 之后，例如：# 总是使用制表符。',
  'No question is open, so "{line}" starts nothing. Describe a task, or type /help.':
    '没有待回答的问题，所以“{line}”不会启动任何操作。请描述一个任务，或输入 /help。',
  '"{line}" answers no question, and was not sent as a message.':
    '“{line}”没有对应的问题，也没有作为消息发送。',
  'queued, delivered after this step: {line}': '已排队，当前步骤之后送达：{line}',
  'Continue which session?': '继续哪个会话？',
  'No message was typed in it yet.': '其中还没有输入过消息。',
  'Go back to before which message?': '回到哪条消息之前？',
  'There is no message to go back to yet.': '还没有可以回到的消息。',
  'go back? y = yes · n = no: ': '返回吗？y = 是 · n = 否：',
  'no file changed': '没有文件更改',
  'its edits were undone': '它的编辑已撤销',
  'That message is of the original: a new copy ends before it. This copy stays as it is: aircoder -r {id}':
    '该消息属于原会话：新的副本在它之前结束。此副本保持不变：aircoder -r {id}',
  'This copy has newer edits of its own, so the files stay. /undo takes those back first.':
    '此副本有自己更新的编辑，因此文件保持不变。请先用 /undo 撤销它们。',
  'This session has no edit to undo. The newest is of {whose}: "{text}"':
    '本会话没有可撤销的编辑。最新的编辑属于{@whose}："{text}"',
  'an earlier session': '较早的会话',
  'the original of this copy': '此副本的原会话',
  'No file was changed since then.': '此后没有文件被更改。',
  't = conversation · n = nothing: ': 't = 对话 · n = 都不：',
  'b = code and conversation · c = code · t = conversation · n = nothing: ':
    'b = 代码和对话 · c = 代码 · t = 对话 · n = 都不：',
  'The files stay as they are now.': '文件保持现状。',
  '{messages} and what followed would leave the conversation. The ledger keeps everything.':
    '{@messages}及其之后的内容将离开对话。账本保留一切。',
  '{messages} left the conversation.': '{@messages}已离开对话。',
  'Nothing was changed.': '没有任何更改。',
  'No task yet.': '还没有任务。',
  'The last step was interrupted; `aircoder resume` completes it first.':
    '最后一步被中断；请先用 `aircoder resume` 完成它。',
  'undo? y = yes · n = no: ': '撤销吗？y = 是 · n = 否：',
  'redo? y = yes · n = no: ': '重做吗？y = 是 · n = 否：',
  'accept? y = yes · n = no: ': '认可吗？y = 是 · n = 否：',
  'Nothing was accepted.': '没有认可任何内容。',
  'commit? y = yes · n = no: ': '提交吗？y = 是 · n = 否：',
  'Nothing was committed.': '没有提交任何内容。',
  'left out: {files}': '不包括：{files}',
  'message: {text}': '提交说明：{text}',
  'replace it? y = yes · n = no: ': '替换吗？y = 是 · n = 否：',
  'Nothing was written.': '没有写入任何内容。',
  '{path} is there already.': '{path} 已经存在。',
  'Exported to {path} ({n} bytes). Read it before you pass it on.':
    '已导出到 {path}（{n} 字节）。转交之前请先阅读。',
  'There is nothing to export yet.': '还没有可以导出的内容。',
  'This session is new: it has no message yet.': '这是新会话：还没有消息。',
  'The next message starts a new session. /resume {id} goes back to the last one.':
    '下一条消息会开始新会话。/resume {id} 会回到上一个会话。',
  'There is nothing to copy yet.': '还没有可以复制的内容。',
  'There is no answer to copy yet.': '还没有可以复制的回答。',
  'Sent {size} to the clipboard. Not every terminal takes it.':
    '已发送 {@size}到剪贴板。并非每个终端都支持。',
  'The answer has {size}, and a terminal takes {n}. /export writes it to a file.':
    '回答有 {@size}，终端最多接受 {n} 字节。/export 可以写入文件。',
  'The report is {path} ({n} bytes). Nothing was sent. It has your messages, files that were read and command output, with secrets replaced: read it before you pass it on.':
    '报告在 {path}（{n} 字节）。没有发送任何内容。其中有你的消息、读取过的文件和命令输出，秘密已被替换：转交之前请先阅读。',
  'There is nothing to compact yet.': '还没有可以压缩的内容。',
  'The prompt is short already: {n} tokens. It stays as it is.':
    '提示已经很短：{n} 个 token，保持不变。',
  'Compacted from {n} to {n2} tokens. Kept: {what}. The ledger has the rest.':
    '已从 {n} 压缩到 {n2} 个 token。保留：{@what}。其余在账本中。',
  'The prompt was written again: {n} tokens, {n2} before. Kept: {what}. The ledger has the rest.':
    '提示已重写：{n} 个 token，之前 {n2} 个。保留：{@what}。其余在账本中。',
  facts: '事实',
  edits: '编辑',
  'your text': '你的文字',
  'No prompt was sent yet. The window is {n} tokens.': '还没有发送过提示。窗口为 {n} 个 token。',
  'The next prompt has about {n} of {n2} tokens ({n3} %).':
    '下一个提示约占 {n2} 个 token 中的 {n} 个（{n3}%）。',
  'Calls of the last turn:': '上一轮的调用：',
  'Calls of the last turn, the last {n} of {n2}:': '上一轮的调用，{n2} 次中的最后 {n} 次：',
  'step {n}: {sent} sent, {share} reused': '第 {n} 步：发送 {sent}，复用 {share}',
  'step {n}: {sent} sent, {share} reused, written again ({why})':
    '第 {n} 步：发送 {sent}，复用 {share}，已重写（{why}）',
  'By model, in this session:': '按模型，本会话：',
  'By model, today in this folder:': '按模型，此文件夹今天：',
  '{model}: {requests}, {n} sent, {n2} reused, {n3} written':
    '{model}：{@requests}，发送 {n}，复用 {n2}，写出 {n3}',
  '{model}: {requests}, {n} sent, {n2} reused, {n3} written, no price in the settings':
    '{model}：{@requests}，发送 {n}，复用 {n2}，写出 {n3}，设置中没有价格',
  '{model}: {requests}, {n} sent, {n2} reused, {n3} written, {cost} {currency}':
    '{model}：{@requests}，发送 {n}，复用 {n2}，写出 {n3}，{cost} {currency}',
  'and {models} more': '以及另外 {@models}',
  'in all: {cost} {currency}': '合计：{cost} {currency}',
  '({turns} only in the sum)': '（{@turns}只计入合计）',
  'No token was used yet.': '还没有使用 token。',
  'The message is empty.': '消息为空。',
  'The text is longer than 1 MiB.': '文本超过 1 MiB。',
  'The editor {name} cannot be started: {why}': '无法启动编辑器 {name}：{@why}',
  'The editor {name} ended with code {n}.': '编辑器 {name} 以退出码 {n} 结束。',
  '/egress lists the last {n} requests, /egress N the last N.':
    '/egress 列出最近 {n} 个请求，/egress N 列出最近 N 个。',
  'Write /explore on or /explore off.': '请输入 /explore on 或 /explore off。',
  'This session is {id}, a copy of {other}. The original stays as it is: aircoder -r {again}':
    '此会话是 {id}，为 {other} 的副本。原会话保持不变：aircoder -r {again}',
  'There is no command /{name}. Did you mean /{near}?': '没有命令 /{name}。你是指 /{near} 吗？',
  'There is no command /{name}.': '没有命令 /{name}。',
  'also: {names}': '也可写作：{names}',
  'works while a turn runs': '一轮运行时也可使用',
  'not while a turn runs': '一轮运行时不可使用',
  '/{name} is no command of a session. In a shell: `{command}`.':
    '/{name} 不是会话中的命令。请在终端运行：`{command}`。',
  'This version has no /{name}. /help lists the commands.': '此版本没有 /{name}。/help 列出命令。',
  'Unknown command /{name}. Did you mean /{near}?': '未知命令 /{name}。你是指 /{near} 吗？',
  'Unknown command /{name}. /help lists the commands.': '未知命令 /{name}。/help 列出命令。',
  '/{name} is not available while a turn runs. Type it again when the turn has ended.':
    '一轮运行时不能使用 /{name}。请在本轮结束后再输入。',
  'More: aircoder ledger --help. The file is {path}': '更多：aircoder ledger --help。文件是 {path}',
  'No task yet. More: aircoder ledger --help. The file is {path}':
    '还没有任务。更多：aircoder ledger --help。文件是 {path}',
  'Type /ledger, /ledger search WORDS, or /ledger e12 for one row.':
    '请输入 /ledger、/ledger search 词，或 /ledger e12 查看一行。',
  'No row matches {words}.': '没有与 {words} 匹配的行。',
  'There is no row {id}.': '没有 {id} 这一行。',
  '/memory has list, search, save, edit, scope, delete, accept and refuse, not {word}.':
    '/memory 有 list、search、save、edit、scope、delete、accept 和 refuse，没有 {word}。',
  'Nothing fits "{words}".': '没有与“{words}”相符的内容。',
  'task     {id}  {day}  done, proven: {words}': '任务     {id}  {day}  已完成，已证明：{words}',
  'task     {id}  {day}  done, not proven: {words}':
    '任务     {id}  {day}  已完成，未证明：{words}',
  'task     {id}  {day}  answered: {words}': '任务     {id}  {day}  已回答：{words}',
  'task     {id}  {day}  not done: {words}': '任务     {id}  {day}  未完成：{words}',
  'task     {id}  {day}  not done, stalled: {words}':
    '任务     {id}  {day}  未完成，已停止：重复：{words}',
  'task     {id}  {day}  not done, refused: {words}':
    '任务     {id}  {day}  未完成，被拒绝：{words}',
  'failed before: {words}': '此前失败：{words}',
  'mode {name}': '模式 {name}',
  'mode {name} (others: {names})': '模式 {name}（其他：{names}）',
  'There is no mode {name}. Did you mean {near}? Modes: {names}.':
    '没有模式 {name}。你是指 {near} 吗？模式：{names}。',
  'There is no mode {name}. Modes: {names}.': '没有模式 {name}。模式：{names}。',
  'A recording has one model only.': '录制文件只有一个模型。',
  'The endpoint lists no models. The model is {name}. Type /model NAME.':
    '端点没有列出模型。当前模型是 {name}。请输入 /model 名称。',
  'Which model?': '哪个模型？',
  'window {n}': '窗口 {n}',
  'The model is {name} already.': '模型已经是 {name}。',
  'Ended {n} background command: {what}': '已结束 {n} 个后台命令：{what}',
  'Ended {n} background commands: {what}': '已结束 {n} 个后台命令：{what}',
  'model {name}, window {n} tokens': '模型 {name}，窗口 {n} 个 token',
  'Answer {n} is revoked.': '回答 {n} 已撤销。',
  'This session has no answer {n} that can be revoked.': '此会话没有可以撤销的回答 {n}。',
  'Type /permissions, or /permissions revoke N.': '请输入 /permissions，或 /permissions revoke N。',
  'No question was asked in this session yet.': '此会话还没有提问过。',
  '`/undo` takes an edit back.': '`/undo` 可以撤销编辑。',
  'Answer {n} was for one call. Nothing is in force that can be revoked.':
    '回答 {n} 只用于一次调用，没有可以撤销的内容。',
  'There is no session to rename yet.': '还没有可以改名的会话。',
  'Type /rename and the new title.': '请输入 /rename 和新标题。',
  '{id} is now: {title}': '{id} 的标题现在是：{title}',
  'A title needs at least one character.': '标题至少需要一个字符。',
  'There is no other session to continue.': '没有其他可以继续的会话。',
  'That session belongs to another folder. It continues there:':
    '该会话属于另一个文件夹，可以在那里继续：',
  'This is that session.': '当前就是该会话。',
  'Type /rewind or /rewind STEP.': '请输入 /rewind 或 /rewind STEP。',
  'There is no step {n}: the steps are 0 (its start) to {n2}.':
    '没有第 {n} 步：步骤从 0（开始）到 {n2}。',
  'No session is stored yet.': '还没有保存的会话。',
  'No session has these words.': '没有含有这些词的会话。',
  'and {left}: aircoder sessions': '以及{@left}：aircoder sessions',
  'There are no skills.': '没有技能。',
  '/skills has list, show and lint, not {word}.': '/skills 有 list、show 和 lint，没有 {word}。',
  'Every tool and field that they name exists.': '其中提到的工具和字段都存在。',
  'There is no theme {name}. Themes: {names}.': '没有主题 {name}。主题：{names}。',
  'theme {name}, no colours (/theme {names})': '主题 {name}，无颜色（/theme {names}）',
  'theme {name}, {n} colours (/theme {names})': '主题 {name}，{n} 种颜色（/theme {names}）',
  'theme {name}, no colours': '主题 {name}，无颜色',
  'theme {name}, {n} colours': '主题 {name}，{n} 种颜色',
  'thinking is shown': '显示思考',
  'thinking is hidden': '隐藏思考',
  'Type /thinking, /thinking on or /thinking off.':
    '请输入 /thinking、/thinking on 或 /thinking off。',
  'Change the text in the input line, then Enter.': '请在输入行中修改文字，然后按回车。',
  'Type /undo, /undo N or /undo turn.': '请输入 /undo、/undo N 或 /undo turn。',
  'No edit was made in this folder yet.': '此文件夹中还没有编辑。',
  'No edit of aircoder changed {path}.': 'aircoder 没有编辑过 {path}。',
  'No edit of aircoder wrote line {n} of {path} as it is now.':
    'aircoder 没有写过 {path} 现在的第 {n} 行。',
  'the command {command} changed {files} at step {n} of "{task}".':
    '命令 {command} 在“{task}”的第 {n} 步更改了 {files}。',
  '{tool} changed {files} at step {n} of "{task}".': '{tool} 在“{task}”的第 {n} 步更改了 {files}。',
  'It was undone.': '它已被撤销。',
  'Its prompt had {rows}:': '其提示含有 {@rows}：',
  'and {older}': '以及{@older}',
  '{id} is no edit: {kind} of {subject}.': '{id} 不是编辑，而是 {subject} 的 {kind}。',
  'The prompt of that step is not stored any more.': '该步的提示已不再保存。',
  'The model said: {words}': '模型说：{words}',
  'Its prompt had the task and {what}, and no row.': '其提示含有任务和{@what}，没有证据行。',
  'More about one: /ledger e12': '查看其中一行：/ledger e12',
  'Proposed for memory: {notes}. aircoder memory list shows them, /memory accept NAME keeps one.':
    '提议记住：{@notes}。aircoder memory list 可以查看，/memory accept 名称 保留一条。',
  'hint: {advice}': '提示：{@advice}',
  '1 to {n}, or nothing: ': '1 到 {n}，或留空：',
  'There is no {word} in the list.': '列表中没有 {word}。',
  'send it? y = once ({n} left in this session) · n [why] = no: ':
    '发送吗？y = 仅此一次（本会话还剩 {n} 次）· n [原因] = 否：',
}
