import type { PhraseTable } from '../../words/phrases.js'

/** Findings of `doctor`, and how to fix them. */
export const DOCTOR: PhraseTable = {
  ok: '正常',
  warn: '警告',
  fail: '失败',
  skip: '跳过',
  fix: '解决',
  auth: '认证',
  measured: '测量',
  '{value} (user)': '{value}（用户设置）',
  '{value} (environment)': '{value}（环境变量）',
  '{value} (measured)': '{value}（测量）',
  '{value} (reported)': '{value}（端点报告）',
  '{value} (shipped)': '{value}（随程序提供）',
  'comes with aircoder': '随 aircoder 提供',
  '{n} tokens (reported)': '{n} 个 token（端点报告）',
  '{n} tokens (assumed)': '{n} 个 token（假定）',
  '{n} to resume: {path}': '{n} 个可继续：{path}',
  'no token needed': '不需要令牌',
  'token accepted': '令牌被接受',
  '{url} lists no models': '{url} 没有列出模型',
  '{url} answers with {models}': '{url} 应答，有 {@models}',
  'check that the address is complete: it usually ends in /v1':
    '请检查地址是否完整：通常以 /v1 结尾',
  '{window}: the endpoint does not report it': '{@window}：端点没有报告',
  '{window}: too small for more than a few steps': '{@window}：太小，只够几步',
  'serve a larger one (Ollama: num_ctx or OLLAMA_CONTEXT_LENGTH; 16,384 is good)':
    '请使用更大的窗口（Ollama：num_ctx 或 OLLAMA_CONTEXT_LENGTH；16,384 较好）',
  'set AIRCODER_WINDOW; not needed if the model is only not loaded yet, since aircoder asks again after the first reply':
    '请设置 AIRCODER_WINDOW；如果只是模型尚未加载则不需要，aircoder 会在第一个回复之后再次询问',
  'run `aircoder doctor --model`': '运行 `aircoder doctor --model`',
  'never; `aircoder doctor --model` takes a minute or a few':
    '从未；`aircoder doctor --model` 需要一到几分钟',
  'same time as the endpoint': '与端点时间一致',
  'the endpoint does not report its time': '端点没有报告其时间',
  'synchronise both clocks (timedatectl set-ntp true)':
    '请同步两边的时钟（timedatectl set-ntp true）',
  'install git': '请安装 git',
  'not found: searches are slow': '未找到：搜索会很慢',
  'install ripgrep': '请安装 ripgrep',
  'set `sandbox` to `auto`': '请把 `sandbox` 设为 `auto`',
  'install bubblewrap, or run aircoder in a container of its own':
    '请安装 bubblewrap，或在独立的容器中运行 aircoder',
  'none found; only screenshots need one': '未找到；只有截图需要',
  '{size} free for {path}': '{path} 有 {size} 可用',
  'free disk space, or pass --data-dir': '请释放磁盘空间，或传入 --data-dir',
  'free disk space soon, or pass --data-dir': '请尽快释放磁盘空间，或传入 --data-dir',
  '{path} cannot be written: {why}': '{path} 无法写入：{@why}',
  'make it writable, or pass --data-dir': '请让它可写，或传入 --data-dir',
  'none yet; the first task in this folder creates it': '还没有；此文件夹中的第一个任务会创建它',
  '.aircoder of this folder is trusted': '此文件夹的 .aircoder 受信任',
  '.aircoder of this folder only restricts': '此文件夹的 .aircoder 只收紧权限',
  'read it with `aircoder trust`, then run `aircoder trust add`':
    '用 `aircoder trust` 阅读，然后运行 `aircoder trust add`',
  '{url} answers': '{url} 应答',
  '{check} failed': '{@check}失败',
  'no probe had an answer, so nothing is stored': '没有探测得到回答，因此没有保存任何内容',
  'send it one prompt and see its log': '请向它发送一个提示并查看其日志',
  'now; the profile below holds from now on': '刚刚；下面的配置从现在起有效',
  'on {date}, and the model is the same': '{date}，模型相同',
  '{n} s ahead of the endpoint': '比端点快 {n} 秒',
  '{n} s behind the endpoint': '比端点慢 {n} 秒',
  '{text} The next task updates it.': '{@text}下一个任务会更新它。',
  'replace it by regular files: {why}': '请用普通文件替换它：{@why}',
  tools: '工具',
  escaping: '转义',
  thinking: '思考',
  parallel: '并行',
  vision: '视觉',
  'served window': '实际窗口',
  'token ratio': 'token 比例',
  speed: '速度',
  prefix: '前缀',
  'not measured: {why}': '未测量：{@why}',
  'not needed: native calls work': '不需要：原生调用可用',
  'not needed: escaping in JSON works': '不需要：JSON 转义可用',
  'the request was not sent': '请求没有发送',
  'the requests were not sent': '请求没有发送',
  'the reply has no call': '回复中没有调用',
  'the reply arrived in one piece': '回复一次全部到达',
  'only {n} tokens were counted': '只计数了 {n} 个 token',
  'the endpoint does not report token counts': '端点不报告 token 数',
  'the endpoint does not report token counts, and the model does not repeat a word':
    '端点不报告 token 数，而且模型不重复指定的词',
  'several calls a reply': '每个回复多个调用',
  'one call a reply': '每个回复一个调用',
  'sees pictures': '能看图片',
  'sees no pictures': '不能看图片',
  'thinks, in a field of its own': '会思考，在单独的字段中',
  'thinks, in tags in its text': '会思考，在文本的标签中',
  'did not write its thinking': '没有写出思考',
  'the template has no tools': '模板没有工具',
  'native calls': '原生调用',
  'writes calls as text ({dialect}), which is read': '以文本形式写调用（{dialect}），可以读取',
  'they are taught in the prompt ({dialect}), the eight core tools only':
    '在提示中说明工具（{dialect}），只有八个核心工具',
  'no call came, neither natively nor as text': '没有得到调用，原生和文本形式都没有',
  'choose a model that was trained for tools, such as qwen3:8b':
    '请选择为工具训练过的模型，如 qwen3:8b',
  'code comes through a call unharmed': '代码经过调用保持不变',
  'JSON harms code; edits are taught between tags, where it comes unharmed':
    'JSON 会损坏代码；编辑改用标签，代码在其中保持不变',
  'code with quotes and backslashes is harmed in calls': '带引号和反斜杠的代码在调用中会损坏',
  'choose a larger model or a finer quantisation for code like that':
    '这类代码请选择更大的模型或更精细的量化',
  '{n} tokens; a longer prompt is refused, not cut': '{n} 个 token；更长的提示会被拒绝，不会被截断',
  'at least {n} tokens, read whole': '至少 {n} 个 token，完整读取',
  'about {n} tokens: a longer prompt is truncated silently':
    '约 {n} 个 token：更长的提示会被悄悄截断',
  'about {n} tokens, but {n2} are reported: a longer prompt is truncated silently':
    '约 {n} 个 token，但报告为 {n2}：更长的提示会被悄悄截断',
  'a prompt that is too long is truncated silently: the model did not see its first word':
    '过长的提示会被悄悄截断：模型没有看到第一个词',
  'put aircoder-proxy in front of it, which refuses such a prompt, or set AIRCODER_WINDOW':
    '请在它前面使用 aircoder-proxy（会拒绝这样的提示），或设置 AIRCODER_WINDOW',
  'put aircoder-proxy in front of it, which refuses a prompt that is too long':
    '请在它前面使用 aircoder-proxy，它会拒绝过长的提示',
  'measured again: {ratio} tokens for each estimated one':
    '重新测量：每个估计的 token 实际为 {ratio} 个',
  'measured again: {ratio} tokens for each estimated one, which no tokenizer needs: the server counts in another way or cuts the prompt':
    '重新测量：每个估计的 token 实际为 {ratio} 个，没有分词器需要这么多或这么少：服务器的计数方式不同，或截断了提示',
  'reads {n} tokens/s': '读取 {n} token/秒',
  'writes {n} tokens/s': '书写 {n} token/秒',
  'check that it runs on the GPU (`ollama ps`, nvidia-smi)':
    '请检查它是否在 GPU 上运行（`ollama ps`、nvidia-smi）',
  'every prompt is evaluated from the start': '每个提示都从头计算',
  'turn the prefix cache on (vLLM: --enable-prefix-caching)':
    '请打开前缀缓存（vLLM：--enable-prefix-caching）',
  'a prompt that goes on is read from where the last one ended': '延续的提示从上一个结束处继续读取',
  'a prompt that goes on is read from where the last one ended; a departing one is evaluated from the start (recurrent state)':
    '延续的提示从上一个结束处继续读取；不同的提示从头计算（循环状态）',
}
