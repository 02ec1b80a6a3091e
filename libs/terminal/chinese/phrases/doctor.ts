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
  '{n} tokens (reported)': '{n} 个 token（端点报告）',
  '{n} tokens (assumed)': '{n} 个 token（假定）',
  '{n} to resume: {path}': '{n} 个可继续：{path}',
  'no token needed': '不需要令牌',
  'token accepted': '令牌被接受',
  '{url} lists no models': '{url} 没有列出模型',
  '{url} answers with {n} models': '{url} 应答，有 {n} 个模型',
  '{url} answers with 1 model': '{url} 应答，有 1 个模型',
  'check that the address is complete: it usually ends in /v1':
    '请检查地址是否完整：通常以 /v1 结尾',
  '{n} tokens: the endpoint does not report it': '{n} 个 token：端点没有报告',
  '{n} tokens: too small for more than a few steps': '{n} 个 token：太小，只够几步',
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
}
