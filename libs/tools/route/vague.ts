/**
 * Names a file, a name of the code, a quotation or a value: something that can be searched for. A quotation with marks of
 * its own is read from the last mark that opens it: from each of many it would be read to its end.
 */
const ANCHOR =
  /[\w-]\/[\w./-]|[\w-]\.[a-z][a-z0-9]{0,5}\b|[a-z0-9]_[a-z0-9]|[a-z][A-Z]|\w\(\)|`[^`]+`|["'][^"”»」']{2,}["”»」']|[“«「](?:[^"”»」'“«「]{2,}|[^"”»」'“«「]*[“«「][^"”»」']|[^"”»」'“«「]+[“«「])["”»」']|\b[A-Z]{2}[A-Z0-9_-]*\b|\d{2,}|@\S/
/** Words that name nothing: they are in every vague wish. */
const EMPTY =
  /^(?:a|an|the|it|its|this|that|these|those|my|our|your|please|pls|can|could|you|i|we|me|is|are|was|be|to|of|in|on|for|and|or|with|not|no|all|some|any|up|out|again|now|just|so|do|does|did|don't|doesn't|should|must|there|here|have|has|want|need|fix|fixes|make|improve|change|update|clean|cleanup|refactor|optimize|optimise|better|faster|nicer|work|works|working|help|check|look|see|run|solve|resolve|handle|finish|complete|add|remove|write|test|tests|code|codebase|project|app|application|program|repo|repository|file|files|thing|things|stuff|bug|bugs|issue|issues|error|errors|problem|problems|broken|wrong|mess|everything|something|feature|task|das|der|die|es|ein|eine|mir|bitte|ist|den|dem|und|mach|mache|behebe|repariere|verbessere|fehler|problem|alles|etwas|besser|code|le|la|les|un|une|ce|ça|s'il|te|plaît|corrige|répare|améliore|erreur|tout|bogue|mieux|el|lo|los|las|esto|eso|arregla|arréglalo|mejora|todo|error|favor|por)$/iu
/** The same in Chinese, where words have no spaces between them. */
const HAN_EMPTY =
  /^(?:请|帮我|帮忙|你|把|这个|那个|它|一下|代码|项目|程序|修复|修|改|改进|优化|问题|错误|bug|的|了|吧|看看|处理|解决|好|整理|\s|[，。！？])+$/iu
const LONGEST = 80
/** Fewer words that say something leave open what is meant. */
const LEAST_WORDS = 2

/** Whether a wish names nothing that can be searched for: "fix it", "make it better" (row 69). */
export function isVague(message: string): boolean {
  const text = message.trim()
  if (text.length > LONGEST || namesPlace(text)) return false
  if (/\p{Script=Han}/u.test(text)) return HAN_EMPTY.test(text)
  const words = text.split(/[^\p{L}\p{N}'’-]+/u).filter((word) => word !== '')
  return words.filter((word) => !EMPTY.test(word)).length < LEAST_WORDS
}

/** Whether a message names a file, a name of the code, a quotation or a value. */
export function namesPlace(message: string): boolean {
  return ANCHOR.test(message)
}
