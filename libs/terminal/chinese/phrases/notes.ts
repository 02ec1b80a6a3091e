import type { PhraseTable } from '../../words/phrases.js'

/** What a run tells on its way, and why it ended without an answer. */
export const NOTES: PhraseTable = {
  'the model did not get the whole prompt: about {n} tokens were sent, {n2} were read. The reply was not used. Give the model a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), or limit the prompt to this window with {name}':
    '模型没有收到完整的提示：发送了约 {n} 个 token，读取了 {n2} 个。没有使用该回复。请给模型更大的窗口（Ollama：num_ctx 或 OLLAMA_CONTEXT_LENGTH），或用 {name} 把提示限制在此窗口内',
  'the model did not get the whole prompt: about {n} tokens were sent, {n2} were read. Its window is {n3}. The reply was not used. Give the model a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH), or limit the prompt to this window with {name}':
    '模型没有收到完整的提示：发送了约 {n} 个 token，读取了 {n2} 个。它的窗口是 {n3}。没有使用该回复。请给模型更大的窗口（Ollama：num_ctx 或 OLLAMA_CONTEXT_LENGTH），或用 {name} 把提示限制在此窗口内',
  'the window of {n} tokens is too small: the smallest prompt of this task takes about {n2}. Serve a larger window (Ollama: num_ctx, or OLLAMA_CONTEXT_LENGTH)':
    '{n} 个 token 的窗口太小：此任务最短的提示约需 {n2} 个。请提供更大的窗口（Ollama：num_ctx 或 OLLAMA_CONTEXT_LENGTH）',
  'your text is too long for the window of {n} tokens: {what} do not fit. {rest}':
    '你的文本超过了 {n} 个 token 的窗口：放不下{@what}。{@rest}',
  'your text is too long for the window of {n} tokens: its {n2} characters need about {n3} tokens. Nothing was sent':
    '你的文本超过了 {n} 个 token 的窗口：它的 {n2} 个字符约需 {n3} 个 token。没有发送任何内容',
  'your text was cut: {what} are not in the prompt from here on, because the window is small. A larger window helps':
    '你的文本被截断：因为窗口小，{@what}从这里起不在提示中。更大的窗口会有帮助',
  '{n} of the {n2} characters of your text': '文本 {n2} 个字符中的 {n} 个',
  'The server refused a longer prompt': '服务器拒绝了更长的提示',
  'Nothing was sent': '没有发送任何内容',
  'Nothing was stored': '没有保存任何内容',
  'the rebuilt prompt still takes {n} of {n2} tokens: task, tools and the newest result need them. The task goes on, and results are cut. A larger window helps':
    '重写后的提示仍占 {n2} 个 token 中的 {n} 个：任务、工具和最新的结果需要它们。任务继续，结果会被截断。更大的窗口会有帮助',
  'the prompt was too long for the model ({why}); rebuilding a smaller one':
    '提示对模型来说太长（{why}），正在重写更短的提示',
  'the model is served with a window of {n} tokens now; sending a smaller prompt':
    '模型现在的窗口是 {n} 个 token，正在发送更短的提示',
  'the reply was cut after {n} tokens because the window of {n2} tokens was full: the prompt took {n3}':
    '回复在 {n} 个 token 后被截断，因为 {n2} 个 token 的窗口已满：提示占了 {n3} 个',
  'with the learned ratio of {n} tokens for each estimated one, this prompt would not fit the window. The server decides: it is sent with a ratio of {n2}':
    '按学到的比例（每个估计的 token 实际为 {n} 个），此提示放不进窗口。由服务器决定：按比例 {n2} 发送',
  'the prompt was written again ({why}). It differs from {place} on. The engine loses {n} tokens of its cache and reads {n2} again in about {n3} s':
    '提示已重写（{why}），从 {place} 起不同。引擎失去缓存中的 {n} 个 token，约用 {n3} 秒重新读取 {n2} 个',
  'the prompt was written again ({why}). It differs from {place} on. The engine loses {n} tokens of its cache and reads {n2} again':
    '提示已重写（{why}），从 {place} 起不同。引擎失去缓存中的 {n} 个 token，重新读取 {n2} 个',
  'the limit of {what} is reached': '达到上限：{@what}',
  'the limit of {what} for a question is reached': '达到问题的上限：{@what}',
  'the limit of {n} tokens for a task is reached (setting taskTokens)':
    '达到每个任务 {n} 个 token 的上限（设置 taskTokens）',
  '{n} steps in one minute. Ctrl+C interrupts; --max-steps sets a limit.':
    '一分钟内 {n} 步。Ctrl+C 可中断，--max-steps 设置上限。',
  'the model read and wrote {n} tokens in one hour, without what its cache reused. --max-steps sets a limit.':
    '模型一小时内读写了 {n} 个 token（不含缓存复用的部分）。--max-steps 设置上限。',
  'gave up after {n} replies in a row that could not be used: {why}':
    '连续 {n} 个回复都无法使用，已放弃：{@why}',
  'A larger output limit may help: AIRCODER_MAX_OUTPUT.':
    '更大的输出上限可能有帮助：AIRCODER_MAX_OUTPUT。',
  'picture {path}': '图片 {path}',
  '{path} is not sent: this model does not see pictures': '{path} 没有发送：此模型不能看图片',
  '{path} is not sent: it is not known whether this model sees pictures. `aircoder doctor --model` measures it':
    '{path} 没有发送：不知道此模型能否看图片。`aircoder doctor --model` 可以测量',
  'the last test run does not count': '最近一次测试不算数',
  'the last test run does not count: {why}; next: {next}':
    '最近一次测试不算数：{@why}；接下来：{next}',
  'the last test run does not count; next: {next}': '最近一次测试不算数；接下来：{next}',
  'the checks have not run since the last edit; next: {next}':
    '最后一次编辑之后还没有运行检查；接下来：{next}',
  'committed {hash} ({what}): {message}': '已提交 {hash}（{@what}）：{message}',
  '{files}, without {paths}': '{@files}，不含 {paths}',
  'committed {hash} before the interruption: {message}': '中断之前已提交 {hash}：{message}',
  'not committed: {why}': '没有提交：{@why}',
  'the program was interrupted. Commit the files yourself': '程序被中断。请自行提交这些文件',
  'the end of the task is not proven': '任务的结果未证明',
  'the capability set {name} does not include execute': '能力集 {name} 不包含执行',
  'The capability set {name} does not include execute.': '能力集 {name} 不包含执行。',
  '{path} was changed by somebody else during the task': '任务期间 {path} 被他人更改',
  '{path} was changed by somebody else': '{path} 被他人更改',
  'Nothing was committed: {why}.': '没有提交任何内容：{@why}。',
  'The task changed no file that a commit could hold.': '任务没有更改可以提交的文件。',
  'The files of the task are committed already.': '任务的文件已经提交。',
  'step {n} is answered by {provider} ({model}; {count})':
    '第 {n} 步由 {provider} 回答（{model}；{@count}）',
  '{n} of {n2} of this session': '本会话第 {n}/{n2} 次',
  '{provider} did not help: {why} The local model continues ({count}).':
    '{provider} 没有帮助：{@why}本地模型继续（{@count}）。',
  '{why}; {provider} could be asked, but nobody can allow it in this run: nothing left this machine':
    '{@why}；可以询问 {provider}，但此次运行无人能允许：没有内容离开本机',
  'nothing left this machine: {provider} is not asked': '没有内容离开本机：不询问 {provider}',
  'sending {n} bytes to {host}': '正在向 {host} 发送 {n} 字节',
  'calls were refused more than once; only you can allow them, or say how to continue without them':
    '调用多次被拒绝；只有你可以允许它们，或说明怎样不用它们继续',
  'The local model is stuck: {why}. {provider} ({model}) can be asked. This text would leave the machine:':
    '本地模型无法继续：{@why}。可以询问 {provider}（{model}）。以下文本会离开本机：',
  '{question} The work starts without waiting. You can answer at any time.':
    '{question}工作不等待就开始，你可以随时回答。',
  'step {n} goes to the {tier} tier ({model}): {why}':
    '第 {n} 步由 {tier} 层（{model}）回答：{@why}',
  'the {tier} tier failed ({why}); the main model answers this step':
    '{tier} 层失败（{@why}），由主模型回答这一步',
  'the fast tier failed ({why}); the main model answers': 'fast 层失败（{@why}），由主模型回答',
  'it has several parts': '它有几个部分',
  'its words name a hard problem': '其用词指向难题',
  'it asks for a change and names no place': '它要求更改，但没有指明位置',
  'it asks for no work': '它不要求任何工作',
  'it is a short question': '它是一个简短的问题',
  'it only runs something': '它只运行某些内容',
  'it is a small edit at a named place': '它是指定位置的小修改',
  'nothing says otherwise': '没有相反的迹象',
  'side question {name}: answered without a model': '附带问题 {name}：不用模型即已回答',
  'side question {name}: answered in {time}': '附带问题 {name}：{@time}内回答',
  'side question {name}: answered in {time} ({why})': '附带问题 {name}：{@time}内回答（{@why}）',
  'side question {name}: answered from the cache': '附带问题 {name}：由缓存回答',
  'side question {name}: not answered ({why})': '附带问题 {name}：没有回答（{@why}）',
  'not used': '没有使用',
  'the server could not read the tool call of its model; asking once more ({why})':
    '服务器无法读取其模型的工具调用，再询问一次（{why}）',
  'sent to the model: {text}': '已发给模型：{text}',
  'the edits were not reverted: {why}': '没有还原编辑：{@why}',
  'step {n} was interrupted: {what}; finishing it': '第 {n} 步被中断：{@what}；正在完成',
  'half run, runs again: {command}': '只运行了一部分，再次运行：{command}',
  'half run, not repeated: {command}': '只运行了一部分，没有重复：{command}',
  '{tool} was not finished: {why}': '{tool} 没有完成：{@why}',
  'The stored decision of step {n} cannot be committed ({why}). It was set aside. Its calls are not run again. What they already changed is kept.':
    '第 {n} 步保存的决定无法提交（{why}），已搁置。其调用不再运行，已经更改的内容保留。',
  '{path} changed while the program was not running.': '程序没有运行时，{path} 被更改。',
  'The file was left unchanged. Read it again.': '该文件保持不变，请重新读取。',
  'These files were left unchanged. Read them again.': '这些文件保持不变，请重新读取。',
  'Changed back to the content before this call: {paths}.': '已恢复到此调用之前的内容：{paths}。',
  'Written by this call and still changed: {paths}.': '由此调用写入，仍为更改后的内容：{paths}。',
  'What could not be read was not written; it has its old or new content.':
    '无法读取的内容没有写入；它是旧的或新的内容。',
  'This call changed no file.': '此调用没有更改文件。',
  'The expected result is not in the ledger.': '账本中没有预期的结果。',
  'The new content is not in the ledger.': '账本中没有新内容。',
  'not read again: {path}': '没有再次读取：{path}',
  'changed by somebody else after {what}': '在{@what}之后被他人更改',
  'changed by somebody else after the undo': '在撤销之后被他人更改',
  'changed by somebody else': '被他人更改',
  'a background command changed it, and its version before is not stored':
    '后台命令更改了它，没有保存之前的版本',
  'a command changed it outside of the folder, and its version before is not stored':
    '命令在文件夹之外更改了它，没有保存之前的版本',
  'its permission bits were changed by somebody else': '其权限位被他人更改',
  'its content is not in the ledger': '账本中没有其内容',
  'plan mode changes nothing': 'plan 模式不更改任何内容',
  '{path} closed the connection without an answer.': '{path} 没有应答就关闭了连接。',
  'No model answers at {url}: {why}.': '{url} 没有模型应答：{@why}。',
  'No model answers at {url}: {why}, after a wait of {time}.':
    '等待 {@time}后，{url} 没有模型应答：{@why}。',
  'The reply from {url} was interrupted: {why}.': '{url} 的回复被中断：{@why}。',
  'The answer of {url} was ended: {why}.': '{url} 的应答被结束：{@why}。',
  'It asks to wait {time}, and --wait allows {time2}.':
    '它要求等待 {@time}，而 --wait 允许 {@time2}。',
  'the endpoint answers {n}': '端点返回 {n}',
  'the endpoint answers {n}: {said}': '端点返回 {n}：{said}',
  'the endpoint reports an error': '端点报告错误',
  'the endpoint reports an error: {said}': '端点报告错误：{said}',
  '{url} answers {n}: no valid token was sent.': '{url} 返回 {n}：没有发送有效的令牌。',
  '{url} answers {n}: no valid token was sent ({said}).':
    '{url} 返回 {n}：没有发送有效的令牌（{said}）。',
  '{url} answers {n}: the token does not allow this.': '{url} 返回 {n}：令牌不允许此操作。',
  '{url} answers {n}: the token does not allow this ({said}).':
    '{url} 返回 {n}：令牌不允许此操作（{said}）。',
  '{url} answers {n} with a web page, as a gateway does whose server is not running.':
    '{url} 返回 {n} 和一个网页，如同服务器没有运行的网关。',
  '{url} answers {n} with a web page, not the API.': '{url} 返回 {n} 和一个网页，不是 API。',
  'no first token and no heartbeat within {time}': '{@time}内没有第一个 token，也没有心跳',
  'no new token for {time}': '{@time}没有新的 token',
  'an event of the stream is not JSON': '流中的一个事件不是 JSON',
  'an event of the stream is nested too deep': '流中的一个事件嵌套太深',
  'answers with one document instead of a stream': '返回一个文档，而不是流',
  'sends a compressed body that was not requested': '发送了没有请求的压缩内容',
  'redirects ({n}); aircoder does not follow redirects': '重定向（{n}）；aircoder 不跟随重定向',
  'switches to another protocol (101)': '切换到另一个协议（101）',
  'waiting for {url} ({why}): {time} of {most}, next try in {next}':
    '正在等待 {url}（{@why}）：{@time}/{@most}，{@next}后再试',
}
