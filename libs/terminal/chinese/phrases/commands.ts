import type { PhraseTable } from '../../words/phrases.js'

/** What undo, accept, sessions, trust, config, init, login and doctor print. */
export const COMMANDS: PhraseTable = {
  'Nothing has run in {path} yet.': '在 {path} 中还没有运行过任务。',
  'The first task creates its ledger, {path}': '第一个任务会创建其账本：{path}',
  'No task can run: {why}': '无法运行任务：{@why}',
  'No task of {path} is stored.': '没有保存 {path} 的任务。',
  '{n} ok, {n2} warnings, {n3} failed, {n4} not checked':
    '{n} 正常，{n2} 警告，{n3} 失败，{n4} 未检查',
  '{n} ok, 1 warning, {n3} failed, {n4} not checked': '{n} 正常，1 警告，{n3} 失败，{n4} 未检查',
  'Profile of {model} from now on:': '{model} 从现在起的配置档案：',
  'There is nothing to undo.': '没有可以撤销的内容。',
  'There is nothing to redo.': '没有可以重做的内容。',
  'undo of {edits}: {files} would change': '撤销 {@edits}：将更改 {@files}',
  'redo of {edits}: {files} would change': '重做 {@edits}：将更改 {@files}',
  'undo of {edits}: {files} would change, {n} would be left as it is':
    '撤销 {@edits}：将更改 {@files}，{n} 个保持原样',
  'undo of {edits}: {files} would change, {n} would be left as they are':
    '撤销 {@edits}：将更改 {@files}，{n} 个保持原样',
  'redo of {edits}: {files} would change, {n} would be left as it is':
    '重做 {@edits}：将更改 {@files}，{n} 个保持原样',
  'redo of {edits}: {files} would change, {n} would be left as they are':
    '重做 {@edits}：将更改 {@files}，{n} 个保持原样',
  'The turn changed {n} files: {names}.': '该轮更改了 {n} 个文件：{names}。',
  'The turn changed 1 file: {name}.': '该轮更改了 1 个文件：{name}。',
  'Undo of the turn puts all of them back.': '撤销整轮会全部还原。',
  'Nothing can be put back.': '没有可以还原的内容。',
  'Nothing can be made again.': '没有可以重做的内容。',
  'would be put back: {paths}': '将还原：{paths}',
  'would be made again: {paths}': '将重做：{paths}',
  'would be deleted: {paths}': '将删除：{paths}',
  'put back: {paths}': '已还原：{paths}',
  'made again: {paths}': '已重做：{paths}',
  'would be put back: nothing, all is so already': '无需还原：一切已是如此',
  'put back: nothing, all was so already': '无需还原：一切已是如此',
  'made again: nothing, all was so already': '无需重做：一切已是如此',
  '{path} stays as it is: {why}.': '{path} 保持原样：{@why}。',
  '{path} would stay as it is: {why}.': '{path} 将保持原样：{@why}。',
  'The task changed its tests, so they do not prove it:':
    '任务更改了自己的测试，因此它们不能作为证明：',
  'Type {way} when these changes are right.': '如果这些更改是对的，请输入 {way}。',
  'The task changed these tests:': '任务更改了这些测试：',
  'The last task has not ended, so there is nothing to accept.':
    '上个任务尚未结束，没有可以认可的内容。',
  'The last task is proven, so there is nothing to accept.': '上个任务已证明，没有可以认可的内容。',
  'The last task changed no file, so there is nothing to accept.':
    '上个任务没有更改文件，没有可以认可的内容。',
  'The last task ended as {status}, and only the tests of a task that ended as done can be accepted.':
    '上个任务以“{@status}”结束，只有完成的任务的测试才可以认可。',
  'The task is proven.': '任务已证明。',
  'The task is not proven: {reason}.': '任务未证明：{@reason}。',
  'The task changed no test that could be accepted.': '任务没有更改可以认可的测试。',
  'Accepted: {paths}.': '已认可：{paths}。',
  'The change of the newest task "{task}": {files}, from before its first edit to now.':
    '最近的任务“{task}”的更改：{@files}，从第一次编辑之前到现在。',
  'The change of the newest task "{task}" was undone; /redo makes it again.':
    '最近的任务“{task}”的更改已撤销；/redo 可以重做。',
  'The newest task "{task}" changed no file.': '最近的任务“{task}”没有更改文件。',
  'Plan mode changes nothing. /mode default leaves it.':
    'plan 模式不更改任何内容。/mode default 可以离开该模式。',
  'No request of aircoder to another machine is recorded. What commands sent is not listed.':
    '没有记录 aircoder 对其他机器的请求。命令发送的内容不在列表中。',
  'What aircoder sent to other machines, oldest first. A model on this machine is not listed, nor what commands sent; see docs/privacy.md.':
    'aircoder 发送到其他机器的内容，最早的在前。本机上的模型和命令发送的内容不在列表中；见 docs/privacy.md。',
  'Nothing is remembered. Say what holds from now on, as "always …", or use `{way}`.':
    '还没有记住任何内容。请说明今后的规则，例如“总是 …”，或使用 `{way}`。',
  'There is no terminal for the question: pass --yes to {action}.':
    '没有可以提问的终端：请传入 --yes 以执行 {action}。',
  'No folder is trusted.': '没有受信任的文件夹。',
  '{path} has nothing that needs trust.': '{path} 没有需要信任的内容。',
  '{path} is trusted as it is.': '{path} 已受信任。',
  '{path} is trusted until its .aircoder changes.': '{path} 受信任，直到其 .aircoder 更改。',
  '{path} was not trusted.': '{path} 没有被信任。',
  '{path} is no longer trusted.': '{path} 不再受信任。',
  '{path}/.aircoder has entries that do more than restrict:':
    '{path}/.aircoder 中有不只是收紧权限的条目：',
  '.aircoder of this folder is not trusted; ignored: {what}':
    '此文件夹的 .aircoder 未受信任；已忽略：{@what}',
  'all entries that do more than restrict': '所有不只是收紧权限的条目',
  'run `aircoder trust add` to read and trust it': '运行 `aircoder trust add` 阅读并信任它',
  'looking for endpoints …': '正在查找端点 …',
  'Which endpoint?': '哪个端点？',
  'another address, or a host of your tailnet': '另一个地址，或你的 tailnet 中的主机',
  'Address of the endpoint, as http://gpu-box:8765/v1, or the name of a host':
    '端点的地址，例如 http://gpu-box:8765/v1，或主机名',
  '{name} at {url} ({state})': '{name}，{url}（{@state}）',
  '{id} (window {n} tokens)': '{id}（窗口 {n} 个 token）',
  '1 model': '1 个模型',
  '{n} models': '{n} 个模型',
  'Stored in {path}: {url}, model {model}.': '已保存到 {path}：{url}，模型 {model}。',
  'The window is {n} tokens; a first answer took {n2} s.':
    '窗口为 {n} 个 token；第一个回答用了 {n2} 秒。',
  'The window is {n} tokens (assumed); a first answer took {n2} s.':
    '窗口为 {n} 个 token（假定）；第一个回答用了 {n2} 秒。',
  'Start with `{program}` in the folder of a project; `{again} doctor` checks more.':
    '在项目文件夹中用 `{program}` 开始；`{again} doctor` 做更多检查。',
  'This is no address and no name of a host.': '这既不是地址，也不是主机名。',
  'Nothing answers as an endpoint does at {url}.': '{url} 没有端点应答。',
  'Token for {url}': '{url} 的令牌',
  'needs a token': '需要令牌',
  'nothing that answers as an endpoint does was found': '没有找到应答的端点',
  'asking {model} for a first answer …': '正在向 {model} 请求第一个回答 …',
  'Nothing was stored.': '没有保存任何内容。',
  'token for {url} (Enter: none): ': '{url} 的令牌（直接回车：没有）：',
  'token for {url} (Enter keeps the stored one): ': '{url} 的令牌（直接回车：保留已存的）：',
  'the picture {path} is not sent: this model does not see pictures':
    '没有发送图片 {path}：此模型不能看图片',
  'the picture {path} is not sent: it is not known whether this model sees pictures. `aircoder doctor --model` measures it':
    '没有发送图片 {path}：不知道此模型能否看图片。`aircoder doctor --model` 会测量',
  'the picture {path} does not exist.': '图片 {path} 不存在。',
  'the picture {path} is outside of the project and is not shown.':
    '图片 {path} 在项目之外，不会显示。',
  'the picture {path} is protected by a deny rule and is not shown.':
    '图片 {path} 受拒绝规则保护，不会显示。',
  'the picture {path} is larger than 8 MiB and is not shown.': '图片 {path} 大于 8 MiB，不会显示。',
  'the picture {path} cannot be read.': '图片 {path} 无法读取。',
  'The endpoint is stored in {path}.': '端点已保存到 {path}。',
  'The endpoint and its token are stored in {path}.': '端点及其令牌已保存到 {path}。',
  'The stored token was kept.': '保留了已保存的令牌。',
  'The stored token was removed: it belongs to another endpoint.':
    '已删除保存的令牌：它属于另一个端点。',
  '{name} is stored in {path}.': '{name} 已保存到 {path}。',
  '{name} is not set in {path}.': '{path} 中没有设置 {name}。',
  '{name} is removed from {path}.': '已从 {path} 中删除 {name}。',
  'waiting for the end of standard input; add </dev/null to continue without it':
    '正在等待标准输入结束；加上 </dev/null 可以不等待',
  'waiting for the end of standard input': '正在等待标准输入结束',
  'A secret in your words was replaced by [redacted]: it is not stored, and the model does not see it.':
    '你的文字中的秘密已替换为 [redacted]：不会保存，模型也看不到。',
  'not finished either: "{task}"; `aircoder resume {id}` continues it':
    '同样没有完成：“{task}”；`aircoder resume {id}` 可以继续',
  'To resume:': '继续请运行：',
}
