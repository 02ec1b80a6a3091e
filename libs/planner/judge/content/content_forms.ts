/** Something that an end says the changed code has now. */
export interface ContentForm {
  /** For the message: "the summary says that …". */
  said: string
  /** How a clause says it. */
  words: RegExp
  /** What a line has that can be meant. Wide: only what is surely not there counts. */
  shown: RegExp
  /** A noun: it counts only when the clause says that it was added. */
  isNoun?: true
  /** What was read elsewhere does not show it. */
  isNew?: true
  /** A comment does not show it. */
  isCode?: true
  /** Any edit can bring it about beside such a line, as a changed bound does for an empty list. */
  byAnyEdit?: true
}

const CHECK =
  /\b(?:if|unless|when|throw|raise|reject|panic|assert\w*|typeof|instanceof|isinstance|guard|match|case|switch|except|catch|rescue|try|finally|default|required|pattern|constraint|min|max|clamp)\b|(?:max|min)_?length|length\s*[=!<>&|?)]|\blen\([^)]*\)\s*[=!<>]|valid|schema|check|pars|sanit|escap|ensure|require|error|err\b|Err\b|\bis[A-Z_]\w*|isNaN|Number|\bint\(|float\(|\?|&&|\|\||\bor\b|\bnot\b|[<>]=?\s*[\d.]/i
const WAITS =
  /async|await|promise|\.then\b|future|\bgo\s|tokio|coroutine|callback|thread|spawn|defer|yield|executor/i
const COMMENT =
  /^\s*(?:\/\/|\/\*|\*|#|"""|'''|--|;|<!--|%|\|)|\/\/|\/\*|\s#\s|"""|'''|\bdescription\b|@\w+/

/** One row for each kind of content. A claim that no line can refute has no row. */
export const CONTENT_FORMS: readonly ContentForm[] = [
  {
    said: 'input is checked',
    words:
      /\b(?:input|argument|parameter|type|schema|form|data|request|null|bounds|range|sanity|boundary)[ -](?:validation|checks?|checking|sanitization)\b|\bvalidation\b(?! (?:by|with) (?:the )?tests?)|\bguard clauses?\b/i,
    shown: CHECK,
    isNoun: true,
  },
  {
    said: 'input is checked',
    words:
      /\b(?:inputs?|arguments?|parameters?|values?|numbers?|types?|data|fields?|requests?)(?: values?| data)? (?:is|are) (?:now )?(?:validated|checked|sanitized|verified)(?! (?:by|in|with) (?:the )?tests?)\b/i,
    shown: CHECK,
  },
  {
    said: 'input is checked',
    words:
      /(?<!tests? (?:now |also )?)\b(?:checks|verifies|validates|ensures)\b(?: \S+){0,4} (?:arguments?|parameters?|inputs?|values?|numbers?|types?)\b/i,
    shown: CHECK,
  },
  {
    said: 'errors are handled',
    words: /\b(?:error|exception|failure)[ -]handling\b|\btry[/-]catch\b/i,
    shown: CHECK,
    isNoun: true,
  },
  {
    said: 'errors or border cases are handled',
    words:
      /\b(?:errors?|exceptions?|edge[ -]cases?|corner[ -]cases?|null|undefined|none|nil|nan|empty (?:\w+)|missing \w+|division by zero|overflows?)\b[^.;]{0,40}\b(?:is|are) (?:now |also )?(?:handled|caught|covered|checked)\b|\b(?:handles|catches|covers) (?:\w+ ){0,2}(?:errors?|exceptions?|edge[ -]cases?|null|undefined|none|empty \w+|missing \w+|division by zero)\b/i,
    shown: CHECK,
    byAnyEdit: true,
  },
  {
    said: 'it throws an error',
    words:
      /\b(?:throws|raises|panics with|rejects with|now (?:throw|raise)) (?:an? |the )?(?:\w*(?:error|exception)\b|new\b)/i,
    shown:
      /throw|raise|reject|panic|error|err\b|assert|abort|exit|unwrap|expect|exception|require|parse|decodeURI|new URL|BigInt/i,
  },
  {
    said: 'results are cached',
    words:
      /\b(?:is|are|now|gets?|results?|values?) (?:\w+ ){0,2}(?:cached|memoi[sz]ed)\b|\bcaches\b|\b(?:caching|memoi[sz]ation|(?:an? )?(?:lru |in-memory )?cache)\b/i,
    shown:
      /cach|memo|\bmap\b|map\(|dict|\{\s*\}|store|lru|ttl|once|lazy|static|redis|seen|\bset\b|weak|etag|max-age/i,
  },
  {
    said: 'it is safe for threads',
    words:
      /\bthread[- ]?safe(?:ty)?\b|\b(?:concurrency|goroutine|race)[- ](?:safe|free)\b|\bsafe (?:for|under|against) (?:concurren\w+|parallel|several threads|multiple threads|races?|data races?)|\b(?:mutex|locking|atomic(?:ally)?|synchroni[sz]ed)\b/i,
    shown:
      /lock|mutex|synchron|atomic|concurren|semaphore|queue|volatile|once|chan|await|transaction|isolat|\barc\b|immutable|final|freeze|frozen|copy|thread|readonly|const\b.*=>.*\{/i,
    isCode: true,
  },
  {
    said: 'it is safe against attacks',
    words:
      /\b(?:safe|secured?|protected|hardened|guarded|immune) (?:against|from|to) (?!(?:null|none|nil|undefined|empty|concurren|race|change|crash|overflow)\w*)|\b(?:injections?|xss|csrf|ssrf|(?:path|directory) traversal|vulnerabilit(?:y|ies)|security (?:hole|issue|bug|flaw)s?)\b|\b(?:is|are|now|made) (?:\w+ly |now |fully |more )*(?:secure|hardened)\b|\bsaniti[sz](?:ed|es|ation|ing)\b/i,
    shown:
      /escap|saniti|encod|quot|prepare|param|bind|\bhash|crypt|token|csrf|nonce|allow-?list|white-?list|valid|auth|permission|realpath|resolve|normali[sz]|relative|replace|textContent|shell\s*[=:]\s*False|execFile|spawn|timing|compare_digest|http-?only|same-?site|\btls|https|%s|\$\d|\?['"`,)]|\.\.|startsWith|safe|purify|basename|policy|header|secret|limit|regex|\.test\(|match|trim|strip/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'negative numbers are handled',
    words:
      /\b(?:handles?|rejects?|refuses?|catches|validates?|guards?|checks?)\b(?: \w+){0,6} negative (?:\w+ )?(?:numbers?|values?|limits?|inputs?|counts?|amounts?|sizes?|indexe?s|indices|arguments?|prices?|quantit(?:y|ies))\b|\bnegative (?:\w+ )?(?:numbers?|values?|limits?|inputs?|counts?|amounts?|sizes?|indexe?s|indices|arguments?|prices?|quantit(?:y|ies)) (?:(?:is|are|was|were|now|also|correctly) )+(?:handled|rejected|refused|caught|checked|validated|clamped)\b/i,
    shown:
      /[<>]=?\s*-?[01]\b|\b[01]\s*[<>]=?|negativ|positiv|\babs\b|unsigned|\bu(?:8|16|32|64|size|int\w*)\b|\b(?:max|min|clamp|sign)\b|minimum|-\d/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'it is iterable',
    words: /\b(?:is|are|made|now|be) (?:\w+ )?iterable\b|\biterable (?:now|again)\b/i,
    shown: /iter|yield|\bnext\b|generator|\brange\b|__getitem__|\bEach\b|forEach|\bSeq\b|begin\(/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'it is serializable',
    words: /\b(?:is|are|made|now|be) (?:\w+ )?seriali[sz]able\b/i,
    shown: /seriali|json|encode|marshal|pickle|dump|\bto[A-Z]\w+|as_dict|to_dict|\bDisplay\b/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'it can be compared or sorted',
    words: /\b(?:is|are|made|now|be) (?:\w+ )?(?:comparable|sortable|hashable)\b/i,
    shown:
      /compar|cmp|__(?:lt|gt|eq|hash)__|\bOrd\b|\bEq\b|\bHash\b|less|sort|hash|total_ordering|order/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'it can be cancelled',
    words: /\b(?:is|are|made|now|be) (?:\w+ )?(?:cancell?able|abortable|interruptible)\b/i,
    shown: /abort|cancel|signal|context|\bctx\b|token|interrupt|stop|done\b/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'case does not matter',
    words: /\bcase[- ]insensitive(?:ly)?\b/i,
    shown:
      /lower|upper|casefold|fold|\/[a-z]*i[a-z]*\b|IGNORECASE|collat|insensitiv|caseless|\bi\b/i,
    isNew: true,
    isCode: true,
  },
  {
    said: 'it is asynchronous',
    words:
      /\b(?:is|are|made|now|runs?|works?) (?:\w+ ){0,3}(?:async(?:hronous(?:ly)?)?|non-blocking)\b|\b(?:made|turned|converted)\b[^.;]{0,30}\basync(?:hronous)?\b|\buses async\/await\b/i,
    shown: WAITS,
  },
  {
    said: 'something is logged',
    words: /\blogging\b|\blog (?:messages?|statements?|output|lines?)\b/i,
    shown: /log|print|console|debug|warn|trace|stderr|stdout|write|emit|report|\binfo\b|echo/i,
    isNoun: true,
  },
  {
    said: 'something is logged',
    words:
      /\blogs (?:each|every|all|the|an?|its|to|errors?|warnings?|when)\b|\b(?:is|are) (?:now )?logged\b/i,
    shown: /log|print|console|debug|warn|trace|stderr|stdout|write|emit|report|\binfo\b|echo/i,
  },
  {
    said: 'comments were written',
    words:
      /\b(?:js ?docs?|docstrings?|doc[ -]comments?|javadocs?|godocs?|(?:code |inline |explaining )?comments?)\b/i,
    shown: COMMENT,
    isNoun: true,
  },
  {
    said: 'a comment says something',
    words:
      /\bcomments? (?:(?:above|in|at|next to|on|for) [^.;]{1,40} )?(?:now )?(?:explains?|describes?|documents?|says?|notes?)\b/i,
    shown: COMMENT,
    isNew: true,
    byAnyEdit: true,
  },
  {
    said: 'it returns something new',
    words: /\b(?:now returns?|returns? now)\b/i,
    // In some languages the last value is returned by itself.
    shown:
      /return|=>|yield|->|lambda|^\S+\.(?:rs|rb|exs?|scala|kt|hs|clj|ml|r|jl|sh|sql|json|txt)$/i,
    byAnyEdit: true,
  },
  {
    said: 'there is a flag for it',
    words: /\bbehind (?:an? |the )?(?:\w+ )?(?:flag|toggle|switch|option)\b|\bfeature flags?\b/i,
    shown: /flag|toggle|switch|feature|env|option|config|\bif\b|enable|\?/i,
    isNew: true,
  },
  {
    said: 'it is documented',
    words:
      /\b(?:is|are|was|were) (?:now |also |fully )?(?:documented|commented)\b|\bdocumented\b[^.;]{0,40}\b(?:with|using|via)\b/i,
    shown: COMMENT,
  },
  {
    said: 'types were written',
    words:
      /\btype (?:annotations?|hints?|definitions?|declarations?)\b|\btypescript types?\b|\btypings?\b/i,
    shown:
      /[\w)\]?]\s*:\s*[A-Za-z_[{("']|->|\binterface\b|\btype\b|@(?:type|param|returns?)\b|<\w+[^>]*>/,
    isNoun: true,
  },
  {
    said: 'something is tried again',
    words: /\bretr(?:y|ies)\b|\bback-?off\b/i,
    shown: /retr|attempt|back-?off|\bfor\b|\bwhile\b|again|sleep|delay|times|loop/i,
    isNoun: true,
  },
  {
    said: 'a time limit was added',
    words: /\btime-?outs?\b|\btime limits?\b|\bdeadlines?\b/i,
    shown: /time-?out|deadline|signal|abort|wait|duration|\d{3,}|second|limit|expire|\bms\b/i,
    isNoun: true,
  },
  {
    said: 'calls are limited',
    words: /\b(?:rate[ -]limit(?:s|ing|er)?|throttl(?:e|ing)|debounc(?:e|ing))\b/i,
    shown: /limit|throttl|debounc|bucket|window|timer|settimeout|count|quota|interval|429/i,
    isNoun: true,
  },
  {
    said: 'queries have parameters',
    words: /\bparamet(?:e)?ri[sz]ed\b|\bprepared statements?\b/i,
    shown: /\?|\$\d|%s|:\w+|prepare|param|bind|placeholder|@\w+/i,
  },
  {
    said: 'something is hashed or encrypted',
    words:
      /\b(?:passwords?|tokens?|secrets?|credentials?|data|e-?mails?|pins?|cookies?|sessions?|files?|messages?|traffic|connections?|they) (?:\w+ ){0,3}(?:is|are) (?:\w+ ){0,2}(?:hashed|encrypted|salted)\b|\b(?:(?:password|token|data) |added |implemented )(?:hashing|encryption)\b/i,
    shown: /hash|crypt|argon|sha\d|hmac|cipher|pbkdf|salt|digest|tls|ssl/i,
  },
  {
    said: 'pages were added',
    words: /\bpagination\b|\b(?:is|are) (?:now )?paginated\b/i,
    shown: /page|limit|offset|cursor|per_|slice|skip|take|next/i,
  },
  {
    said: 'it is read from the environment',
    words: /\benvironment variables?\b|\bfrom the environment\b/i,
    shown: /env|ENV/,
    isNoun: true,
  },
  {
    said: 'it is accessible',
    words: /\b(?:aria(?:-\w+)? (?:labels?|attributes?|roles?)|accessibility)\b/i,
    shown: /aria|role|alt=|label|tabindex|sr-only|title/i,
    isNoun: true,
  },
  {
    said: 'it is marked as deprecated',
    words: /\b(?:is|are|marked|now) (?:\w+ )?(?:as )?deprecated\b/i,
    shown: /deprecat/i,
  },
  {
    said: 'such a search or expression is used',
    words:
      /\b(?:uses?|using|with) (?:a )?(?:binary search|memoi[sz]ation|regular expressions?|regex)\b/i,
    shown: /\/.+\/|regex|\bre\.|match|test\(|search|mid|bisect|lo\b|low|cach|memo|while/i,
  },
  {
    said: 'it was converted to TypeScript',
    words:
      /\b(?:converted|migrated|ported|rewrote|rewritten|moved|switched)\b[^.;]{0,40}\b(?:to|in|into) typescript\b/i,
    shown: /\.[cm]?tsx?\b|:\s*(?:string|number|boolean|unknown|void)\b|tsconfig|typescript/i,
    byAnyEdit: true,
  },
]
