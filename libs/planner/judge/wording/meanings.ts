/**
 * More words of those who explain code, each with what a changed line has that can be meant: what data is kept in, how it
 * is walked, compared, taken apart and put together. As in `signs.ts`, only what is surely not there counts.
 */
export const MEANINGS: readonly (readonly [word: RegExp, shown: RegExp])[] = [
  // What data is kept in.
  [
    /^(?:dict|hash(?:map)?s?$|lookup|mapping|registry)/,
    /dict|map|\{|\[\w+\]|\.get\(|\bin\b|hash|keys|items|entries/i,
  ],
  [
    /^(?:queue|fifo|lifo|stack|deque|top$|bottom|head|tail|insert)/,
    /queue|stack|shift|pop|push|append|\[0\]|-\s*1|\[1:\]|next\(|insert|\[\w+\]\s*=/i,
  ],
  [/^(?:range|index|indic)/, /\[|len|length|range|size/i],
  [/^(?:tuple|pair|couple|triple)/, /,/],
  [
    /^(?:array|slice|vector|collection|container|buffer|bucket|chunk|batch)/,
    /\[|list|slice|append|push|array|vec|range/i,
  ],
  [/^(?:closure|lambda|callback|arrow|handler)/, /=>|lambda|func|function|callback|\(\w+\)/i],
  [/^(?:pointer|reference|refer|alias|shar)/, /[&*]|copy|\.\.\.|slice|clone|(?<![=!<>])=(?!=)/i],
  [
    /^(?:node|child|parent|tree|graph|root|leaf|subtree)/,
    /node|child|parent|tree|next|left|right/i,
  ],
  [/^(?:attribut|member|instanc|receiver|own)/, /self|this|\w\.\w/],
  // How it is walked.
  [
    /^(?:recurs|descend|nest|deep|depth|level|shallow|flat)/,
    /\.\.\.|merge|recurs|walk|visit|child|deep|flat|assign|copy|(\b\w{3,60})\([\s\S]{0,2000}\1\(/i,
  ],
  [
    /^(?:terminat|abort|prematur|infinit|endless|forever|cycle)/,
    /while|for|break|return|continue|range|[<>]/i,
  ],
  [
    /^(?:iterat|enumerat|consecutive|successive|subsequent|onward|entir|remain|rest$)/,
    /for|while|range|map|each|reduce|findall|matchAll|sum|slice|\[|<=?/i,
  ],
  [/^(?:upward|downward|forward|backward|opposite|descend|ascend)/, /[+-]|revers|sort|[<>]/i],
  // How it is compared.
  [
    /^(?:inclusiv|exclusiv|strict|loose|interval|span|half-open|closed$|bound|edge|border|limit)/,
    /[<>]=?|===?|!==?|between|range|min|max|\+\s*1|-\s*1/i,
  ],
  [/^(?:truthy|falsy|boolean|predicate|negation)/, /!|&&|\|\||\?|\bif\b|\bnot\b|true|false|bool/i],
  [
    /^(?:tie|precedence|priorit|associativ|parenthes|bracket)/,
    /[()]|sort|cmp|&&|\|\||\band\b|\bor\b/i,
  ],
  [/^(?:win|winner|overrul|supersed)/, /\?|\|\||\bor\b|\.\.\.|(?<![=!<>])=(?!=)|update|assign/i],
  [/^(?:neither|nor|both|combination|conjunction)/, /&&|\|\||\band\b|\bor\b|!/i],
  [/^(?:ternary|conditional|switch)/, /\?|\bif\b|switch|case|match/i],
  // Numbers.
  [/^(?:off-by|fencepost|neighbou?r)/, /[+-]\s*1|[<>]=?|len|length|range|\[/i],
  [/^(?:fraction|percent|quarter|third|tenth|hundredth|cent|rate)/, /[/*%]|100|0\.\d/],
  [/^(?:bit|bitwise|shift|binary|hex|octal|radix)/, /<<|>>|[&|^~]|0x|\b(?:2|8|10|16)\b|radix/i],
  [/^(?:float|double|decimal|numeric|integer|int$)/, /float|int|\d\.\d|Number|\/|round|parse/i],
  [/^(?:digit|thousand|unit)/, /\d|\\d/],
  // Texts.
  [
    /^(?:substring|prefix|suffix|fragment|piece|part)/,
    /slice|split|\[|substr|starts|ends|match|find|group/i,
  ],
  [/^(?:concatenat|interpolat|template|glue)/, /\+|\$\{|format|f['"]|join|%|sprintf/i],
  [
    /^(?:wildcard|greedy|quantifier|global|anchor|captur|lookahead|metachar)/,
    /\/|re\.|regex|match|\(\?|[+*?]|\$|\^|\bg\b/i,
  ],
  [/^(?:whitespace|indent|blank)/, /\\[nrst]|split|trim|strip|lines|' '|" "/i],
  // A blank alone is none of them.
  [/^(?:linebreak|newline|carriage|tabs?$)/, /\\[nrst]|split|lines|field/i],
  [
    /^(?:accent|umlaut|emoji|multi-?byte|surrogate|unicode|non-ascii)/,
    /rune|\\u|\\p|normalize|char|encode|decode|\.\.\.|Array\.from/i,
  ],
  // What happens with it.
  [
    /^(?:rejoin|re-?insert|re-?add|re-?assign|re-?order|append|prepend|attach)/,
    /push|append|insert|\[\w+\]\s*=|\+=|unshift|set\(|add\(/i,
  ],
  [
    /^(?:evict|expel|purge|prune|detach|unlink)/,
    /del|pop|shift|remove|splice|delete|slice|filter/i,
  ],
  [/^(?:swap|exchang|revers|mirror|rotat)/, /,\s*\w+\s*=|revers|swap|temp|tmp|\[::-1\]|%/i],
  [/^(?:propagat|bubbl|re-?throw|surfac)/, /throw|raise|return|err\b|reject|await/i],
  [/^(?:swallow|suppress|mask)/, /catch|except|try|pass|return|err\b|recover/i],
  [
    /^(?:await|asynchron|resolv|settl|promise|pending|event)/,
    /await|async|promise|then|all\(|resolve/i,
  ],
  [
    /^(?:mutat|in-place|side-effect|pure|immutab)/,
    /sort|push|append|copy|slice|\.\.\.|clone|(?<![=!<>])=(?!=)/i,
  ],
  [
    /^(?:short-circuit|fallback|default|coalesc|nullish|chaining)/,
    /\?\?|\?\.|\|\||\bor\b|default|get\(|=\s*\w+\)/i,
  ],
  [/^(?:key$|keyed|keyword|argument|positional|signature)/, /\w\s*=|\(|,|\{/],
  [/^(?:modulo|wrap|wraparound|cyclic|remainder)/, /%|mod/i],
  [/^(?:subtract|decrement|lower)/, /-|lower/i],
  [
    /^(?:membership|belong|contain|exist|presen|absen)/,
    /\bin\b|has|include|contains|ok\b|exist|get\(/i,
  ],
  [/^(?:stor|retriev|fetch|obtain|acquir|look|extract)/, /\[|get|find|=|match|pop|load|read/i],
  [
    /^(?:scope|hoist|shadow|captur|block-scoped)/,
    /let|const|var|def|func|=>|self|this|nonlocal|global/,
  ],
  [/^(?:spread|rest$|unpack|splat)/, /\.\.\.|\*\w/],
  [/^(?:strict|shadow|weak|loose)/, /===?|!==?|[<>]/],
]
