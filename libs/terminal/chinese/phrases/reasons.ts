import type { PhraseTable } from '../../words/phrases.js'

/** Why an end is not proven, why a call is asked or denied, and what to do after an end. */
export const REASONS: PhraseTable = {
  'nothing checked': '没有检查',
  '(nothing checked: {why})': '（没有检查：{@why}）',
  'unproven: {words}': '未证明：{words}',
  'nothing checked: {why}': '没有检查：{@why}',
  'A permission was missing: {what}.': '缺少权限：{@what}。',
  '{tool}: The user said no': '{tool}：用户回答了否',
  '{tool}: The user said no: {why}': '{tool}：用户回答了否：{why}',
  '{tool}: The user interrupted before answering': '{tool}：用户在回答之前中断了',
  'tests ran, but {why}': '测试已运行，但{@why}',
  'linted, but {why}': '已通过 lint，但{@why}',
  'type-checked, but {why}': '已通过类型检查，但{@why}',
  'parsed, but {why}': '已通过语法检查，但{@why}',
  'tests ran': '测试已运行',
  'tests fail': '测试失败',
  'by what was read': '根据已读取的内容',
  'nothing was read for this answer': '这个回答没有读取任何内容',
  'nothing but the message was read for this answer': '这个回答只读取了消息本身',
  'the task asks for a test, and none was written': '任务要求写测试，但没有写',
  'the task changed its tests: {files}': '任务更改了自己的测试：{files}',
  'the end cites no evidence': '结束时没有引用证据',
  'only notes of the model are cited': '只引用了模型自己的笔记',
  'the task asks for a change of code, and only comments were changed':
    '任务要求更改代码，但只更改了注释',
  'only comments were changed, and no test shows them': '只更改了注释，没有测试能证明',
  'only documentation changed, and no test shows it': '只更改了文档，没有测试能证明',
  'only documentation changed, and no test ran after it': '只更改了文档，之后没有运行测试',
  'the tests fail ({summary})': '测试失败（{summary}）',
  'only files outside of the folder were changed, and no test shows them':
    '只更改了文件夹之外的文件，没有测试能证明',
  'the task asks for a change, and no file was changed': '任务要求更改，但没有更改文件',
  'no file was changed': '没有更改文件',
  'no file was changed: a call was refused ({why})': '没有更改文件：一次调用被拒绝（{@why}）',
  'open items remain: {items}': '还有未完成的事项：{items}',
  'the only tests are those that this task wrote': '只有此任务自己写的测试',
  'the end announces a step that was not done': '结束语宣布了没有做的一步',
  'the model asks back, and nothing was changed': '模型反问，没有更改任何内容',
  'the summary claims a change, but no file was changed': '总结声称有更改，但没有更改文件',
  'the summary claims a change, but no edit of this task was made':
    '总结声称有更改，但此任务没有编辑',
  'the summary says that tests pass, but no run shows it': '总结说测试通过，但没有运行能证明',
  'the project has no tests': '项目没有测试',
  'no test ran since the last edit': '最后一次编辑之后没有运行测试',
  '{path} is protected by the deny rule {rule}. No mode allows it.':
    '{path} 受拒绝规则 {rule} 保护，任何模式都不允许。',
  'Mode {mode} asks before {what}.': '{mode} 模式下，{@what}需要询问。',
  'Mode {mode} asks before {what}. {rest}': '{mode} 模式下，{@what}需要询问。{@rest}',
  'Mode {mode} refuses {what}.': '{mode} 模式下，{@what}被拒绝。',
  'Mode {mode} allows {what}.': '{mode} 模式下，允许{@what}。',
  'It would run in {folder}.': '它会在 {folder} 中运行。',
  'commands that are not read-only ({why})': '不是只读的命令（{@why}）',
  commands: '命令',
  'every edit inside this folder in this session': '本会话中此文件夹内的所有编辑',
  'every {tool} in this session': '本会话中的所有 {tool}',
  'exactly: {command}': '仅限：{command}',
  'commands like: {patterns}': '类似的命令：{patterns}',
  '{tool} of exactly: {paths}': '{tool}，仅限：{paths}',
  '{tool} from {hosts}': '{tool}，来自 {hosts}',
  '{program} is an interpreter': '{program} 是解释器',
  'it is not a complete shell command': '不是完整的 shell 命令',
  'it opens a network connection': '它会打开网络连接',
  'part {n}, {command}, {why}': '第 {n} 部分 {command}：{@why}',
  '--allow does not cover it: {why}.': '--allow 不包括它：{@why}。',
  '{tool} changes no files.': '{tool} 不更改文件。',
  '{tool} would contact {hosts}.': '{tool} 会联系 {hosts}。',
  'Plan mode changes nothing and runs only read-only commands. {tool} was not run.':
    'plan 模式不更改任何内容，只运行只读命令。没有运行 {tool}。',
  '{path} is outside the working folder ({folder}).': '{path} 在工作文件夹（{folder}）之外。',
  'Allowed for this session by an earlier answer.': '本会话中先前的回答已允许。',
  'The task is done.': '任务已完成。',
  'The task asks for a change, and nothing was changed.': '任务要求更改，但没有更改任何内容。',
  'The end is not proven, and --require-proof was given.': '结果未证明，而给出了 --require-proof。',
  'The disk is full, and an edit of the task could not be written.':
    '磁盘已满，任务的一次编辑无法写入。',
  'Free at least 20 MB on the disk of the project.': '请在项目所在的磁盘上至少腾出 20 MB。',
  'the disk is full: {path} cannot be written.': '磁盘已满：无法写入 {path}。',
  'Give the task in other words, name the file, or choose another model with --model.':
    '请换一种说法描述任务、指明文件，或用 --model 选择另一个模型。',
  'Set a larger limit with AIRCODER_MAX_OUTPUT or the setting maxOutput, start the server with a larger window, or choose another model with --model.':
    '请用 AIRCODER_MAX_OUTPUT 或设置 maxOutput 提高上限，以更大的窗口启动服务器，或用 --model 选择另一个模型。',
  'See what was tried with `aircoder ledger show {task}`.':
    '用 `aircoder ledger show {task}` 查看尝试过的内容。',
  'If files were changed, `aircoder undo --turn` takes the edits back.':
    '如果更改了文件，`aircoder undo --turn` 可以撤销编辑。',
  'The edits were reverted; `aircoder redo` makes them again.':
    '编辑已还原；`aircoder redo` 可以重做。',
  'Then give the task in other words or in smaller parts, or choose another model with --model.':
    '然后换一种说法描述任务或拆成更小的部分，或用 --model 选择另一个模型。',
  'The reason says what is missing.': '原因说明了缺少什么。',
  'After a change, run all tests of the project.': '更改之后，请运行项目的全部测试。',
  'If the task itself changed tests, see them and accept them with `aircoder accept {task}`.':
    '如果任务自己更改了测试，请用 `aircoder accept {task}` 查看并接受它们。',
  'No file was changed, so no test can prove it.': '没有更改任何文件，所以没有测试能证明它。',
  'An answer is proven by what the model read: name the file in the task, or leave --require-proof out.':
    '回答由模型读取的内容来证明：请在任务中指明文件，或去掉 --require-proof。',
  'Pass --allow TOOL:GLOB, --permission-mode or wider --capabilities, then resume. What a deny rule protects stays denied.':
    '请传入 --allow TOOL:GLOB、--permission-mode 或更宽的 --capabilities，然后继续。受拒绝规则保护的内容仍被拒绝。',
  'Not allowed: `{what}`. Pass {flags}, then resume.':
    '未允许：`{what}`。请传入 {flags}，然后继续。',
  // Two sentences: the hint of the end may come before them.
  'Not run: `{what}`.': '未运行：`{what}`。',
  'Pass {flags} to allow it.': '请传入 {flags} 以允许。',
  'the tests did not run: {command} is not allowed in this run':
    '测试没有运行：此次运行不允许 {command}',
  'No flag and no mode allows what a deny rule protects. Do that part yourself, or give the task without it. `aircoder config list` shows the rules and where each was set.':
    '任何选项和模式都不能放开拒绝规则保护的内容。请自己完成这一部分，或重新给出不需要它的任务。`aircoder config list` 会显示各条规则及其来源。',
  'Set another limit with --max-steps or the setting stepLimits, then resume.':
    '请用 --max-steps 或设置 stepLimits 改变上限，然后继续。',
  'Give it more time with --max-wall-time, or none without that flag.':
    '请用 --max-wall-time 给更多时间，或去掉该选项。',
  'The text says where.': '文本说明了位置。',
  'Say in the task what each field means, make the schema simpler, or choose another model with --model.':
    '请在任务中说明每个字段的含义、简化模式，或用 --model 选择另一个模型。',
  'Start the server with a larger window, or set AIRCODER_WINDOW to the real one. `aircoder doctor` shows both.':
    '请以更大的窗口启动服务器，或把 AIRCODER_WINDOW 设为实际的值。`aircoder doctor` 会显示两者。',
  'Shorten the text, or name a file instead of pasting its content. Or start the server with a larger window.':
    '请缩短文本，或指明文件而不是粘贴其内容，或以更大的窗口启动服务器。',
  'stopped by the signal {signal}': '被信号 {signal} 停止',
  'interrupted by the user': '被用户中断',
  '{why}; every committed step is kept.': '{@why}；已提交的每一步都已保存。',
}
