import { namesIn } from '../../items/names.js'

/** Things of one sort that the task names in a row: "fix add, sub and div", "in a.js and b.js". */
export interface NamedItem {
  text: string
  /** `word`: only a name of the changed code shows that it is one. */
  kind: 'path' | 'name' | 'word' | 'option'
  /** What it has to be: "set the port to 8080". */
  value?: string
}

/** A name, an option or a path; with a value where one is given: "retries to 5". */
const ITEM =
  '[`\'"]?(?:--)?[A-Za-z_$.][\\w$./-]*(?:\\(\\))?[`\'"]?(?:\\s(?:to|=)\\s[`\'"]?(?:\\d[\\w.]*|true|false)[`\'"]?)?'
const AND =
  '(?:\\s*,\\s*(?:(?:and|or|&|plus)\\s+)?|\\s+(?:and|&|plus|as well as)\\s+)(?:(?:the|in|also|function|file)\\s+)*'
const RUN = new RegExp(`(?<![\\w./-])${ITEM}(?:${AND}${ITEM})+`, 'g')
/** What follows a list; anything else makes its last word a verb or an adjective. */
const AFTER =
  /^\s*(?:$|options?\b|flags?\b|[.,;:!?)]|(?:in|of|from|for|to|with|so|into|inside|under|at|by|on|functions?|methods?|files?|class(?:es)?|modules?|helpers?|keys?|values?|settings?|fields?|too|again|accordingly|correctly|please|the same)\b)/i
/** A part of a sentence that says why, when or how, and no longer what has to change. */
const REASON =
  /[\s,(](?:so that|because|since|when|whenever|if|which|that|until|after|before|while|like|unless|without|except|instead of|as in|see|e\.g\.|for example|but not|not|leave|keep|do not|don't)\s[\s\S]*$/i
const WORK =
  /(?<![\w.-])(?:fix|add|implement|change|create|write|make|refactor|remove|delete|update|replace|move|correct|convert|migrate|extend|improve|set|apply|edit|modify|patch|document|rewrite|repair|type|handle|export|rename|increase|format|sort|bugs?|errors?|work on|go through)(?![\w.-])/i
/** What a task may ask for besides, and sorts of files: "set the port and restart", "everywhere: source, scripts and tests". */
const VERB =
  /^(?:run|test|check|verify|commit|push|restart|start|stop|build|deploy|install|report|explain|tell|show|lint|format|update|fix|add|clean|simplify|refactor|tests?|docs?|documentation|sources?|scripts?|code|specs?|examples?|comments?|callers?|imports?|usages?|fixtures?|it|them|that|this)$/i
/** What comes before a list of sources, examples and limits. */
const SOURCE =
  /(?<![\w.-])(?:from|like|see|read|using|uses?|via|per|than|match(?:es|ing)?|follow\w*|consult|according|described|defined|given|run|look|only|against|import|copy|between|by|next to|beside|alongside|similar to)(?:\s+\w+){0,3}\s*$/i

/** The lists of a text in English that say what has to change, each with at least two items. */
export function namedItemsIn(asked: string): NamedItem[][] {
  return asked
    .split(/(?<=[.;!?])\s+|\n+/)
    .map((sentence) => sentence.replace(REASON, ''))
    .flatMap((sentence) =>
      [...sentence.matchAll(RUN)].flatMap((match) => {
        const before = sentence.slice(0, match.index)
        if (!WORK.test(before) || SOURCE.test(before)) return []
        const words = match[0].split(new RegExp(AND))
        if (!AFTER.test(sentence.slice(match.index + match[0].length))) words.pop()
        const items = words.map(toItem).filter(({ text }) => text.length > 1)
        return items.length < 2 ? [] : [items]
      }),
    )
}

function toItem(item: string): NamedItem {
  const [word = '', , value] = item.split(/\s+/)
  return {
    ...namedBy(word),
    ...(value === undefined ? {} : { value: value.replace(/[`'"]/g, '') }),
  }
}

/** What one word of a list names. */
export function namedBy(word: string): NamedItem {
  const text = word
    .replace(/[`'"]/g, '')
    .replace(/\(\)$/, '')
    .replace(/^\.\//, '')
    .replace(/[./-]+$/, '')
  if (/^[`'"]?--/.test(word)) return { text: text.replace(/^--/, ''), kind: 'option' }
  if (/\/|\.[A-Za-z]\w{0,5}$/.test(text)) return { text, kind: 'path' }
  const isName = /^[`'"]|\(\)/.test(word) || namesIn(text).includes(text)
  return { text, kind: isName ? 'name' : 'word' }
}

/** Whether a word may be a step of the task and no thing: only code with such a name shows that it is one. */
export function maySayStep({ text, kind }: NamedItem): boolean {
  return kind === 'word' && VERB.test(text)
}
