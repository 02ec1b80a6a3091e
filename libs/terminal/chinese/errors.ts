import type { ErrorCode } from '#core'

/** Errors of the box and of its engines: they are in English. */
type BoxCode =
  | Extract<ErrorCode, `PROXY_${string}` | `ENGINE_${string}`>
  | 'GGUF_INVALID'
  | 'DOWNLOAD_FAILED'
  | 'MODELFILE_INVALID'
  | 'BAKE_REFUSED'

/** Message and hint of each error in Chinese, with the facts of its row in `ERRORS`. */
export const ERROR_TEXTS: Readonly<
  Record<Exclude<ErrorCode, BoxCode>, readonly [message: string, hint: string]>
> = {
  USAGE: ['{reason}', '加上 --help 运行该命令可以查看它的参数。'],
  UNKNOWN_COMMAND: [
    '`{program}` 没有命令 {word}。{near}',
    '运行 `{program} --help` 查看命令。{way}',
  ],
  UNKNOWN_OPTION: ['`{command}` 没有选项 {option}。{near}', '运行 `{command} --help` 查看选项。'],
  OPTION_INVALID: ['{option}：{reason}', '{form}'],
  STRAY_ARGUMENT: ['`{command}` 不使用参数 {word}。', '{form}'],
  MISSING_ARGUMENT: ['`{command}` 需要{argument}。', '{form}'],
  DATA_DIR_UNUSABLE: [
    '{source} {path} 不能存放账本：{reason}。',
    '用 --data-dir 指定一个可写的文件夹，例如 `--data-dir ~/aircoder-data`。',
  ],
  SETTINGS_INVALID: ['{source} 中的设置：{reason}', '请更正或删除该项。{form}'],
  INTERNAL: [
    '内部错误，堆栈如下。',
    '这是 aircoder 的缺陷。已提交的每一步都已保存：`aircoder resume` 可以继续任务。',
  ],
  NOT_A_FOLDER: ['{path} 不是文件夹，或者无法读取。', '{form}'],
  UNTRUSTABLE: [
    '{path} 不能被信任：{reason}。',
    '其 .aircoder 文件夹里只应有大小正常的普通文件。只会收紧权限的设置不需要信任。',
  ],
  NOTHING_TO_RESUME: [
    '没有可以继续的中断任务{what}。',
    '运行 `aircoder ledger tasks` 列出此文件夹的任务，用 `aircoder -c` 继续最新的会话，或用 `aircoder run "TASK"` 开始一个任务。',
  ],
  EXPORT_UNWRITABLE: ['无法把导出内容写入 {path}：{reason}。', '请指定另一个文件。'],
  NOTHING_TO_FORK: [
    '会话 {id} 没有可以复制的内容：它还没有发送过提示。',
    '请描述一个任务：它会开始自己的会话。',
  ],
  NO_SUCH_SESSION: ['没有与 {id} 匹配的会话。', '运行 `aircoder sessions` 列出编号。'],
  NO_SUCH_NOTE: ['没有名为 {name} 的笔记。{near}', '运行 `aircoder memory list` 列出名称。'],
  NO_SUCH_SKILL: [
    '没有名为 {name} 的技能。',
    '运行 `aircoder skills list` 列出名称，以及没有使用的内容。',
  ],
  NO_SUCH_DRAFT: ['没有名为 {name} 的技能建议。', '运行 `aircoder skills propose` 列出建议。'],
  NO_SUCH_PROPOSAL: ['没有名为 {name} 的提议。', '运行 `aircoder memory list` 列出提议。'],
  NO_SUCH_ROW: [
    '账本中没有条目 {id}。',
    '运行 `aircoder ledger tasks`，然后运行 `aircoder ledger show TASK`。',
  ],
  RULE_NOT_SAVED: ['{reason}', '用 `aircoder memory save {rule}` 保存规则。{task}'],
  NEEDS_TERMINAL: [
    '既没有提示，也没有终端。',
    '使用 `aircoder -p "要做的事"`，或者用管道把提示传给 `aircoder -p`。',
  ],
  INPUT_LINE_INVALID: [
    '标准输入第 {line} 行：{reason}',
    '每行是一个 JSON 对象，例如 {"type":"user","message":{"role":"user","content":"TEXT"}}。之前各轮已保存。',
  ],
  INPUT_TOO_LONG: [
    '标准输入超过 {most} MiB。没有发送任何内容。',
    '把文本写入文件，并在任务中写出文件名。',
  ],
  INPUT_TOO_LATE: [
    '已达到 {limit} 的时间限制，而标准输入还没有结束。',
    '用 --max-wall-time 给更多时间，或者不用标准输入：加上 </dev/null。',
  ],
  RECORDING_INVALID: [
    '录制文件 {path} 不能使用：{reason}',
    '录制文件每行是一个 JSON 对象，与 `--record FILE` 写入的相同。',
  ],
  LEDGER_LOCKED: [
    '另一个 aircoder（{owner}）正在独占此账本：{path}',
    '请稍后再试。如果一直如此，说明有更旧或更新的 aircoder 打开着：请关闭它，或传入 --data-dir。',
  ],
  SESSION_IN_USE: [
    '另一个 aircoder（{owner}）正在会话 {id} 中工作。',
    '请等它结束，或关闭它。不带 --continue 和 --resume 的任务会有自己的会话。',
  ],
  LEDGER_OLDER: [
    '账本 {path} 由更旧的 aircoder 写成。',
    '没有任何更改。此文件夹的下一个会话或任务会更新它。',
  ],
  LEDGER_NEWER: [
    '账本 {path} 由更新的 aircoder 写成（{found}）。',
    '没有任何更改。请更新 aircoder，或用 --data-dir 开始另一个账本。',
  ],
  LEDGER_MOVED: [
    '运行期间账本 {path} 被另一个程序移动或更改：{reason}',
    '已提交的每一步都在当时打开的文件里。如果文件被移动，请放回原处，然后运行 `aircoder resume`。',
  ],
  LEDGER_UNREADABLE: [
    '账本 {path} 无法读取：{reason}',
    '没有任何更改。运行 `aircoder ledger verify` 查看详情。`aircoder ledger verify --repair` 会把可读的内容重建到新文件并保留旧文件；也可以从备份恢复。',
  ],
  LEDGER_DAMAGED: [
    '账本 {path} 已损坏：{found}',
    '没有任何更改。运行 `aircoder ledger verify` 查看全部损坏。`aircoder ledger verify --repair` 会把可读的内容重建到新文件并保留旧文件。',
  ],
  LEDGER_UNWRITABLE: [
    '账本 {path} 无法写入：{reason}',
    '没有任何更改。请让它的文件夹可写，或传入 --data-dir。',
  ],
  DISK_FULL: [
    '磁盘已满：{path}',
    '已提交的每一步都已保存。请在那里至少腾出 20 MB，然后用 `aircoder resume` 继续任务；其他命令请重新运行。',
  ],
  DISK_ERROR: [
    '磁盘报告 {path} 出错：{reason}',
    '已提交的每一步都已保存。请检查磁盘（`dmesg`），把账本文件夹复制到另一个磁盘，然后运行 `aircoder ledger verify`。',
  ],
  TOO_MANY_FILES: [
    '本机或此用户打开的文件过多：无法打开 {path}。',
    '已提交的每一步都已保存。请关闭一些程序或提高上限（`ulimit -n`），然后运行 `aircoder resume`。',
  ],
  MEMORY_NEWER: [
    '记忆文件 {path} 由更新的 aircoder 写成（版本 {found}，本程序支持 {known}）。',
    '没有任何更改。请更新 aircoder，或使用另一个路径。',
  ],
  MEMORY_UNREADABLE: [
    '记忆文件 {path} 无法读取：{reason}',
    '没有任何更改。重命名该文件可以开始新的记忆，也可以从备份恢复。',
  ],
  MEMORY_UNWRITABLE: [
    '记忆文件 {path} 无法写入：{reason}',
    '请让该文件及其文件夹可写，或使用另一个路径。之前保存的内容仍在。',
  ],
  MEMORY_LOCKED: [
    '另一个进程写入记忆文件 {path} 已超过 5 秒。',
    '没有保存任何内容。请再试一次；如果一直如此，请结束打开该文件的程序。',
  ],
  MEMORY_DISK_FULL: [
    '磁盘已满，没有向记忆文件 {path} 保存任何内容。',
    '之前保存的内容仍在。请在那里至少腾出 20 MB，然后再试一次。',
  ],
  MEMORY_INPUT: ['记忆文件 {path} 拒绝了一个值：{reason}', '没有保存任何内容。请更正该值。'],
  SYSTEM_REFUSED: [
    '系统拒绝了对 {path} 的操作：{reason}',
    '已提交的每一步都已保存。请更正消息中提到的问题。然后用 `aircoder resume` 继续任务；其他命令请重新运行。',
  ],
  DRIVER_MISSING: [
    '无法在 {folder} 加载 SQLite：{reason}',
    '请在该文件夹中运行 `npm rebuild better-sqlite3`（需要 C++ 编译器）。`npm install -g` 加上 `--allow-scripts=better-sqlite3` 就会编译它。',
  ],
  UNDO_CONFLICT: [
    '没有恢复任何内容：{reason}',
    '预览之后有文件被更改，或无法写入。请重新运行该命令。',
  ],
  STEP_UNFINISHED: [
    '任务 {task} 在一步之中被中断。',
    '先运行 `aircoder resume` 完成这一步，再撤销。',
  ],
  SQL_REFUSED: [
    '没有运行该语句：{reason}',
    '只允许一条只读语句，例如 `aircoder ledger sql "SELECT id, status, text FROM tasks"`。{tables}',
  ],
  ENDPOINT_UNREACHABLE: [
    '{url} 没有模型应答：{reason}',
    '请启动该地址上的代理或引擎（Ollama：`ollama serve`），或用 --base-url 指定另一个。`aircoder init --host NAME` 在另一台机器上查找。已配置的端点如果正在启动，运行会等待；--wait 设置等待时间。',
  ],
  ENDPOINT_BUSY: [
    '{url} 有应答，但暂时拒绝：{reason}',
    '该地址上有服务器在运行。请稍后再试，或传入更长的 --wait，例如 `--wait 10m`。如果应答的是网关，请启动它后面的服务器。',
  ],
  ENDPOINT_FAILING: [
    '{url} 对每个请求都返回错误：{reason}',
    '请查看引擎的日志，重新启动引擎，或用 --model 选择另一个模型。--wait 设置等待出错的引擎多久。',
  ],
  ENDPOINT_NOT_API: [
    '{url} 不提供 OpenAI API：{reason}',
    '请检查 --base-url 的主机、端口和路径。路径通常以 /v1 结尾。网页来自另一个程序，或来自 API 前面的登录页。',
  ],
  ENDPOINT_REFUSES: [
    '{url} 拒绝了请求（{status}）：{reason}',
    '原因不是令牌。请使用代理的地址，或把此主机名加入代理的 "hosts"（AIRCODER_PROXY_HOSTS）并重新加载。',
  ],
  AUTH_REJECTED: [
    '{url} {reason}（{status}）。',
    '运行 `aircoder login --base-url {url}`，输入该服务器的令牌。{way}只用于一次运行时，设置 AIRCODER_TOKEN 和 AIRCODER_BASE_URL。',
  ],
  NO_SUCH_STEP: [
    '没有第 {step} 步：{task} 的步骤从 0（开始）到 {last}。',
    '运行 `aircoder ledger show {task}` 查看。',
  ],
  MODEL_MISSING: [
    '{url} 没有模型 {model}。{near}那里有：{models}',
    '用 --model 指定其中之一，或更正设置 `model`。',
  ],
  NO_MODELS: [
    '{url} 没有列出任何模型。',
    '请在那里加载一个模型（Ollama：`ollama pull qwen3:8b`），或传入 --base-url。',
  ],
  DEMO_INCOMPLETE: ['演示没有按录制运行：{reason}', '请查看保留的文件夹：{path}'],
  INTERRUPTED: ['命令在任务开始之前被中断。', '没有任何更改。请重新运行该命令。'],
}
