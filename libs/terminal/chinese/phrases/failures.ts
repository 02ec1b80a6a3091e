import type { PhraseTable } from '../../words/phrases.js'

/** What is wrong with a call: the first sentence of a text for the model. */
export const FAILURES: PhraseTable = {
  '{path}: the content has characters that the encoding of this file (Latin-1) does not have':
    '{path}：内容中有此文件的编码（Latin-1）没有的字符',
  '{path}: its encoding (Latin-1) lacks a character of source':
    '{path}：其编码（Latin-1）缺少 source 中的字符',
  'the new text has characters that the encoding of this file (Latin-1) does not have':
    '新文本中有此文件的编码（Latin-1）没有的字符',
  'Call write_file and then run_command': '请先调用 write_file，再调用 run_command',
  '{url} returned HTTP status {status}': '{url} 返回了 HTTP 状态 {status}',
  'The search server returned HTTP status {status} and no JSON results':
    '搜索服务器返回了 HTTP 状态 {status}，没有 JSON 结果',
  '{path} is not a Jupyter notebook with a list of cells':
    '{path} 不是含有单元列表的 Jupyter 笔记本',
  '{path} has no cell {cell}': '{path} 没有单元 {cell}',
  '{name} is not a name': '{name} 不是名称',
  'There is no kind "{kind}"': '没有类型“{kind}”',
  'There is no kind "{kind}". Kinds: {kinds}': '没有类型“{kind}”。类型：{kinds}',
  'There is no kind "{kind}".{near} Kinds: {kinds}': '没有类型“{kind}”。{near} 类型：{kinds}',
  'There is no note "{name}"': '没有笔记“{name}”',
  'There is no note "{name}".{near}': '没有笔记“{name}”。{near}',
  'This run has no memory': '此次运行没有记忆',
  'Nothing was saved: the text has {length} characters, a note has at most {most}':
    '没有保存：文本有 {length} 个字符，一条笔记最多 {most} 个',
  'Nothing was saved: a rule has at most {most} characters, this text has {length}':
    '没有保存：一条规则最多 {most} 个字符，此文本有 {length} 个',
  'Nothing was saved: the user refused these words in this session':
    '没有保存：用户在此会话中拒绝了这些内容',

  'Edit {number} of {count}, {path}: {why}': '第 {number} 处编辑（共 {count} 处），{path}：{@why}',
  'The edits cancel each other': '这些编辑互相抵消',
  'end_line {end} is before start_line {start}': 'end_line {end} 在 start_line {start} 之前',
  'You cannot see pictures': '此模型看不到图片',
  'It is not known whether you can see pictures, so none was taken':
    '不知道此模型能否看到图片，因此没有截图',
  'There are no skills in this folder': '此文件夹没有技能',
  'the merge changes other lines than the edit': '合并更改了此编辑以外的行',
  'it was not unpacked: {why}': '没有解压：{@why}',
  'the archive has no files': '压缩包中没有文件',
  'it would overwrite {path}': '它会覆盖 {path}',
  'There is no evidence {id}, or its file is denied now': '没有证据 {id}，或其文件现在被禁止访问',
  '{count} commands already run in the background': '已有 {count} 个命令在后台运行',
  '{path} cannot be opened: {why}': '{path} 无法打开：{why}',
  '{path} is no longer a regular file': '{path} 不再是普通文件',
  '{path} has another name (a hard link)': '{path} 还有另一个名称（硬链接）',
  '{path} cannot be used: {why}': '{path} 无法使用：{why}',
  'this folder is not in a git repository': '此文件夹不在 git 仓库中',
  'the task changed more than {most} files': '任务更改了超过 {most} 个文件',
  '{path} cannot be read by git': 'git 无法读取 {path}',
  '{path} had changes before this task that are not committed':
    '{path} 在此任务之前已有未提交的更改',
  '{path} has other changes that are staged': '{path} 还有其他已暂存的更改',
  'The pattern takes too long': '该模式耗时过长',
  '{path} is not a folder': '{path} 不是文件夹',
  '{path} is neither a file nor a folder': '{path} 既不是文件也不是文件夹',
  'The URL has more than {most} characters': '网址超过 {most} 个字符',
  '{url} is not a valid URL': '{url} 不是有效的网址',
  '{scheme} is not supported: only http and https are': '不支持 {scheme}：只支持 http 和 https',
  'The URL contains a user name or password': '网址中有用户名或密码',
  'The URL seems to contain a secret': '网址中似乎有密钥',
  '{host} is a name of this machine or its network': '{host} 是本机或其网络的名称',
  '{host} is the address {address} ({kind})': '{host} 的地址是 {address}（{kind}）',
  '{host} cannot be resolved': '{host} 无法解析',
  '{url} redirects more than {most} times': '{url} 重定向超过 {most} 次',
  'Stopped by the user': '已由用户停止',
  'stopped by the user': '已由用户停止',
  '{url} did not answer completely within {seconds} seconds': '{url} 未在 {seconds} 秒内完整应答',
  '{url} could not be reached: {why}': '无法连接 {url}：{why}',
  '{url} redirects to another host: {target}': '{url} 重定向到另一台主机：{target}',
  'its content encoding {name} is not supported': '不支持其内容编码 {name}',
  'the transfer of its body failed: {why}': '正文传输失败：{why}',
  'it is larger than {size} MiB': '它大于 {size} MiB',
  'the page could not be converted: {why}': '页面无法转换：{why}',
  'it takes too long': '耗时过长',
  'the worker exited': '工作线程已退出',
  'This machine cannot take pictures: {why}': '本机无法截图：{@why}',
  '{path} is protected by the deny rule {rule}': '{path} 受禁止规则 {rule} 保护',
  '{path} did not finish loading in time': '{path} 没有及时加载完',
  '{path} could not be displayed: {why}': '{path} 无法显示：{why}',
}
