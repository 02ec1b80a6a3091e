import type { PhraseTable } from '../../words/phrases.js'

/** Why the gate cannot determine what a command opens or runs. */
export const DOUBTS: PhraseTable = {
  '{name} {option} runs a program text that the gate cannot read':
    '{name} {option} 运行无法读取的程序文本',
  '{name} runs a program text ({text}) that the gate cannot read':
    '{name} 运行无法读取的程序文本（{text}）',
  '{name} gets a text that names {path}, which is protected':
    '{name} 得到一段提到受保护的 {path} 的文本',
  '{name} takes {text}, and the same command writes a text that names {path}':
    '{name} 使用 {text}，而同一条命令写入提到 {path} 的文本',
  '{path}, which is protected, may be meant': '可能是指受保护的 {path}',
  '{name} unpacks an archive that only the run knows': '{name} 解压只有运行时才知道的压缩包',
  '{name} takes a text that names {path}, which is protected':
    '{name} 使用提到受保护的 {path} 的文本',
  '{name} holds a text that names {path}, which is protected':
    '{name} 含有提到受保护的 {path} 的文本',
  '{name} changes files that only its standard input names': '{name} 更改只有标准输入才写明的文件',
  '{name} changes files that only {list} names': '{name} 更改只有 {list} 才写明的文件',
  '{name} obeys {file}, which the same command creates':
    '{name} 按 {file} 行事，而它由同一条命令创建',
  '{name} obeys {file}, which names {path}, which is protected':
    '{name} 按 {file} 行事，而其中提到受保护的 {path}',
  '{name} unpacks what only another command knows': '{name} 解包只有另一条命令才知道的内容',
  '{name} unpacks an archive that takes too long to list': '{name} 解包的归档列出过慢',
  '{name} unpacks an archive that the same command creates': '{name} 解包由同一条命令创建的归档',
  'git submodule foreach runs a computed text': '`git submodule foreach` 运行计算出来的文本',
  'git {command} shows the address of {remote}, which holds a password':
    'git {command} 显示 {remote} 的地址，其中含有密码',
  'git config {option} shows every setting, and .git/config is protected':
    'git config {option} 显示所有设置，而 .git/config 受保护',
  'git config shows {key}, which may hold a password': 'git config 显示 {key}，其中可能有密码',
  'git {command} reads whole folders and reaches {path}, which is protected':
    'git {command} 读取整个文件夹，触及受保护的 {path}',
  'git {command} reaches {path}, which is protected': 'git {command} 触及受保护的 {path}',
  'git {command} changes {path}, which is protected': 'git {command} 更改受保护的 {path}',
  'git {command} takes away {path}, which is protected': 'git {command} 移走受保护的 {path}',
  'git {command} may show {path}, which is protected': 'git {command} 可能显示受保护的 {path}',
  'git {command} stores {path}, which is protected': 'git {command} 存储受保护的 {path}',
  'git {command} shows {path}, which is protected': 'git {command} 显示受保护的 {path}',
  'git {command} deletes {path}, which is protected': 'git {command} 删除受保护的 {path}',
  'git cat-file shows an object that only its id names': 'git cat-file 显示只由标识指明的对象',
  'git {command} passes on data that the gate cannot see': 'git {command} 传递无法看到的数据',
  'git {command} packs files of .git, which is protected':
    'git {command} 打包受保护的 .git 中的文件',
  'git unpack-file writes an object that only its id names':
    'git unpack-file 写出只由标识指明的对象',
  'git {command} shows objects that only its input names': 'git {command} 显示只有输入才指明的对象',
  'git var -l shows every setting of git, and .git/config is protected':
    'git var -l 显示 git 的所有设置，而 .git/config 受保护',
  '{option} makes git take its settings, and the programs in them, from elsewhere':
    '{option} 让 git 从别处读取设置及其中的程序',
  'git --exec-path takes its commands from elsewhere': 'git --exec-path 从别处取得命令',
  '{name} gives git another repository or other settings': '{name} 让 git 使用另一个仓库或其他设置',
  '{name} shows what its own ledgers and settings hold': '{name} 显示它自己的账本和设置的内容',
  'a variable is an alias of another variable': '一个变量是另一个变量的别名',
  'the awk program loads other code': 'awk 程序加载其他代码',
  'go env -w changes what every later go command runs': 'go env -w 更改之后每条 go 命令运行的内容',
  'a setting makes cargo run another program': '有设置让 cargo 运行另一个程序',
  '{name} changes all files that {pattern} fits': '{name} 更改所有符合 {pattern} 的文件',
  '{name} includes files that its input names': '{name} 包含其输入所指明的文件',
  '{name} {option} loads other code': '{name} {option} 加载其他代码',
  'bind assigns commands to keys': 'bind 把命令绑定到按键',
  'compose config shows the values of .env': 'compose config 显示 .env 的值',
  'the server names the files that {name} writes': '{name} 写入的文件由服务器命名',
  'a setting makes wget run a program': '有设置让 wget 运行程序',
  'curl expands the address of a file itself': 'curl 自己展开文件地址',
  'curl takes its options from another command': 'curl 从另一条命令取得选项',
  'env -S splits its text by its own rules': 'env -S 按自己的规则拆分文本',
  '{name} auth prints a token': '{name} auth 打印令牌',
  '{name} {command} may reach {path}, which is protected':
    '{name} {command} 可能触及受保护的 {path}',
  'jq loads other files': 'jq 加载其他文件',
  'make -p shows what {file} includes from {path}': 'make -p 显示 {file} 从 {path} 包含的内容',
  '{name} gives files other names': '{name} 给文件另起名字',
  '{name} {option} gives a program to each connection': '{name} {option} 为每个连接运行程序',
  'an option sets the shell that runs the scripts of {name}': '有选项设定运行 {name} 脚本的 shell',
  '{name} gets another shell or source for its scripts': '{name} 的脚本使用另一个 shell 或来源',
  '{name} reads or changes a token in its settings': '{name} 读取或更改其设置中的令牌',
  'rg --pre runs a program on every file': 'rg --pre 对每个文件运行程序',
  'sed runs a script file': 'sed 运行脚本文件',
  'sed runs a script that the gate cannot read': 'sed 运行无法读取的脚本',
  'set changes how words are read': 'set 更改单词的读法',
  'it changes how patterns are expanded': '它更改模式的展开方式',
  'an alias changes the meaning of words': '别名会改变单词的含义',
  'hash changes the meaning of words': 'hash 会改变单词的含义',
  'enable changes the meaning of words': 'enable 会改变单词的含义',
  'an option makes ssh run a program here': '有选项让 ssh 在本机运行程序',
  'tar {option} runs a program': 'tar {option} 运行程序',
  'tar renames what it unpacks': 'tar 给解包的内容改名',
  'parallel builds words by its own rules': 'parallel 按自己的规则组成单词',
  '{name} may load {file} from {path}, which is protected':
    '{name} 可能从受保护的 {path} 加载 {file}',
  '{name} takes words from {file}, which the same command creates':
    '{name} 从 {file} 取得单词，而它由同一条命令创建',
  '{name} takes words from {file}, which holds more than names':
    '{name} 从 {file} 取得单词，而其中不只有名字',
  '{name} {word} is a command': '{name} {word} 是命令',
  '{name} expands {variable} when it runs': '{name} 运行时展开 {variable}',
  '{name} takes a path from its standard input': '{name} 从标准输入取得路径',
  '{name} names a repository that the same command writes': '{name} 指向由同一条命令写入的仓库',
  '{name} runs more scripts than the gate reads': '{name} 运行的脚本太多，无法全部读取',
  '{name} runs scripts that only the run knows': '{name} 运行只有运行时才知道的脚本',
  '{name} runs more programs than the gate reads': '{name} 运行的程序太多，无法全部读取',
  '{name} takes in files that {list} names, which the same command creates':
    '{name} 引入 {list} 写明的文件，而它由同一条命令创建',
  '{name} takes in files that only its input names': '{name} 引入只有其输入才写明的文件',
  'a substitution cannot be read': '有替换无法读取',
  'a substitution is not complete': '有替换不完整',
}
