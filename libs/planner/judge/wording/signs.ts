/**
 * Words for what code says with signs or under another name, each with what a changed line has that can be meant. Wide, as
 * in `content_forms`: only what is surely not there counts.
 */
export const SIGNS: readonly (readonly [word: RegExp, shown: RegExp])[] = [
  [
    /^(?:sum|plus|add|total|increas|increment|concat|append|push|insert|collect|credit|accumul|gather|tally|tallie|grow|widen|enlarg|lengthen)/,
    /\+|sum|append|concat|join|push|insert|add|unshift/i,
  ],
  [
    /^(?:subtract|minus|differ|reduc|decreas|decrement|negat|sign|shrink|narrow|shorten)/,
    /-|sub|abs|sign/i,
  ],
  [
    /^(?:multipl|product|times|factor|weigh|doubl|squar|grow|scal|proportion|linear|expon|power|geometr|backoff)/,
    /\*|mul|pow|<</i,
  ],
  [/^(?:divi|quotient|ratio|averag|mean|half|halv|percent)/, /\/|div|%|100|>>|\*/i],
  [/^\w{3,}est$/, /[<>]|max|min|sort|\b0\b|-\s*1|first|last/i],
  [/^(?:remainder|modul|even|odd|multiple)/, /%|mod|&/i],
  [/^(?:compar|equal|same|ident|strict|match)/, /==|[<>]|equal|cmp|\bis\b|match|test\(/i],
  [
    /^(?:great|larg|bigg|upper|lower|abov|exceed|over|small|less|below|under|low|high|bound|limit|inclus|exclu|range|insid|outsid|with?in|between|past|newest|oldest|expir|max|min|most|least)/,
    /[<>]|max|min|slice|limit|range|clamp|between/i,
  ],
  [
    /^(?:regular|regex|pattern|expres)/,
    /\/[^/\n]+\/|\bre\.|regex|match|compile|replace|sub\(|-E|sed/i,
  ],
  [
    /^(?:null|none|nil|undef|missing|absent|unset|unknown|exist|present|optional|default|fall)/,
    /null|none|nil|undefined|\?\?|\?\.|\|\||\bor\b|![\w(]|default|exist|\bin\b|has|get\(|=\s*['"0-9]|===? *''|:-/i,
  ],
  [
    /^(?:empt|blank|length|zero|size|clear)/,
    /length|len\b|len\(|size|empty|''|""|trim|strip|[=<>]\s*0|\bnot\b|![\w(]|\b0\b|\[\]|\{\}|splice|clear|shift|pop\(/i,
  ],
  [
    /^(?:round|ceil|floor|trunc|integ|whole|decimal|precis|digit|place)/,
    /round|floor|ceil|trunc|\bint\b|tofixed|\|\s*0/i,
  ],
  [/^(?:sort|order|ascend|descend|rank|alphabet|position)/, /sort|order|cmp|compare|[<>]|key|-/i],
  [
    /^(?:first|front|start|begin|initial|lead|prefix|head|left)/,
    /\b0\b|first|shift|start|begin|head|\b1\b|prefix|\^|trim|strip/i,
  ],
  [
    /^(?:last|end|back|final|trail|suffix|tail|right)/,
    /-\s*1|last|pop|end|back|length|len|tail|suffix|\$|size|trim|strip/i,
  ],
  [
    /^(?:cop|clon|mutat|duplic|uniqu|distinct|once|repeat|origin|spread)/,
    /cop|clone|slice|\.\.\.|set\b|set\(|uniq|-u\b|list\(|has\(|includes|seen|\bin\b/i,
  ],
  [/^(?:case|capital|letter|upper)/, /lower|upper|case|fold|\[a-z|title|capital/i],
  [
    /^(?:trim|white|space|pad|align|indent|surround|fill|width)/,
    /trim|strip|\\s|' '|" "|field|pad|just|fill|align|indent|%-?\d|split/i,
  ],
  [
    /^(?:escap|encod|quot|special|charact|sanit)/,
    /escap|encod|quot|replace|&|sanit|html|char|\\|sub\(|'/i,
  ],
  [
    /^(?:error|except|throw|raise|reject|fail|crash|invalid|valid|catch|handl|panic|refus)/,
    /throw|raise|reject|error|except|catch|err\b|Err|panic|fail|assert|try|valid|if\b|exit|abort|\?/i,
  ],
  [/^(?:wait|async|promise|concurr)/, /await|async|promise|then|chan|\bgo\b|future/i],
  [
    /^(?:loop|iterat|each|every|all|travers|walk|scan|search|recurs)/,
    /\bfor\b|while|map|foreach|each|iter|reduce|filter|range|find|every|some|all|sum|replace|\bg\b|walk|scan|split|field/i,
  ],
  [
    /^(?:count|index|number|amount|quantit)/,
    /\+\+|\+=|length|len\b|len\(|count|\[\w+\]|number|\d|index|size/i,
  ],
  [
    /^(?:singl|one|sever|consecut|run|repeat|adjac|sequence|series|group|multi)/,
    /[+*]\/|\+|\{\d|set\b|uniq|-u|\b1\b|join|field|\*/i,
  ],
  [
    /^(?:collaps|merg|join|combin|squeez|normal|unif|concaten)/,
    /join|concat|replace|\+|uniq|-u|merge|\.\.\.|normal|lower|trim|strip|sub\(/i,
  ],
  [
    /^(?:ignor|skip|exclu|filter|drop|omit|remov|delet|discard|strip|cut|clear|reset|evict|forget)/,
    /continue|filter|\bif\b|skip|delet|remov|pop|shift|splice|slice|drop|trim|strip|replace|\bdel\b|field|clear|reset|uniq|-u|discard|omit|= *(?:null|none|nil|0|''|\[\]|\{\})/i,
  ],
  [
    /^(?:stop|break|exit|early|cancel|abort|soon|prematur)/,
    /break|return|exit|abort|cancel|stop|throw|signal|time-?out|range|match|search|[<>]/i,
  ],
  [
    /^(?:guard|check|verif|condit|compar|test|branch|decid)/,
    /\bif\b|assert|\?|[<>]|==|&&|\|\||case|match|when|unless|test/i,
  ],
  [/^(?:cap|clamp|limit|restrict|bound)/, /min|max|clamp|\bif\b|[<>]|slice|limit|\[:|substr/i],
  [
    /^(?:string|text|numeric|convers|convert|cast|pars|type)/,
    /['"`]|string|str\(|number|\w - \w|int|float|pars|::|as\b|:\s*\w|convert/i,
  ],
  [
    /^(?:bool|truth|fals|true|flag|toggle|opposite|invert|flip|revers|negat)/,
    /true|false|!|==|\bnot\b|flag|bool|revers|[<>]|-/i,
  ],
  [/^(?:const|immut|readonly|freez)/, /const|final|[A-Z]{3,}|readonly|freeze|static/],
  [
    /^(?:overwr|overrid|assign|stor|sav|remember|kept|keep|set)/,
    /(?<![=!<>])=(?!=)|set|push|append|put|\+=/i,
  ],
  [
    /^(?:underscor|dash|hyphen|slash|comma|dot|colon|semicolon|quote|bracket|brace|star|ellipsis|newline)/,
    /[-_/,.:;'"()[\]{}*…]|\\n/,
  ],
  [/^(?:import|depend|modul|librar|packag)/, /import|require|\buse\b|include|from|depend/i],
  [
    /^(?:time|second|milli|minut|hour|day|date|clock|durat|ttl|age)/,
    /time|date|now|\bms\b|1000|until|expir|ttl|60|second|day|hour|clock/i,
  ],
  [/^(?:operator|arithmetic|calculat|comput|formula)/, /[+*/%<>=&|!-]/],
  [/^(?:helper|extract|separat|reus)/, /function|def |fn |func |=>|class /i],
  [
    /^(?:lock|mutex|atomic|synchron|thread|safe|releas|acquir)/,
    /lock|mutex|atomic|synchron|once|chan/i,
  ],
  [/^(?:environ)/, /env/i],
  [/^(?:initiali|instanti|allocat|construct)/, /make\(|\bnew\b|(?<![=!<>])=(?!=)|\{\}|\[\]/i],
  [/^(?:lazi|lazy|demand)/, /\?\?=|\|\|=|\bif\b.{0,80}(?:nil|null|none|undefined|!|not)/i],
  [
    /^(?:slic|half|halv|substr|segment|portion|subarray|sublist)/,
    /slice|\[[^\]\n]{0,80}:[^\]\n]{0,80}\]|substr|take/i,
  ],
  [
    /^(?:byte|multi-?byte|rune|codepoint|utf|sequenc)/,
    /rune|byte|char|code_?point|encod|decod|utf|\.\.\.|Array\.from|\bord\(|\bchr\(/i,
  ],
  [/^(?:offset|shift|off)/, /[+-]\s*\d|[+-]=/],
  [/^(?:separator|delimiter|marker|placeholder)/, /['"`/]/],
  [/^(?:coerc|implicit)/, /==|number|string|\+|bool|!/i],
  [/^(?:destructur|unpack)/, /[\]})]\s*=|,\s*\w+\s*(?::?=)|\bin\b|\*/],
]
