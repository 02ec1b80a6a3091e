/** How a language teaches: each pattern is read at the start of a sentence or of a clause. */
export interface Triggers {
  /** An order that holds from now on: "always round up", "never commit". */
  order: RegExp
  /** A habit: "we use tabs", "in this project tests lie beside the code". */
  habit: RegExp
  /** Anywhere in the sentence: "…, remember it", "from now on". */
  anywhere: RegExp
  /** The sentence only sounds like one: "never mind", "it never works", "do you remember". */
  not: RegExp
  /** The rule holds in every project of this user. */
  everywhere: RegExp
  /** An earlier rule ends: "forget the rule about tabs", "you need not round any more". */
  ends: RegExp
}

const START = String.raw`^(?:(?:please|pls|and|but|so|also|oh|ok|okay|well|note|hint|important|rule|btw|by the way|und|aber|bitte|also|et|mais|y|pero|por favor|s'il te plaît)[,:]?\s+)*`
const from = (body: string) => new RegExp(`${START}(?:${body})`, 'iu')

/** One entry a language. Languages without spaces have no word boundaries. */
export const TRIGGERS: Readonly<Record<string, Triggers>> = {
  english: {
    order: from(
      String.raw`(?:in|for|when|whenever|before|after|on|under|inside)\b[^,]{1,80},\s*(?:please\s+)?(?:always|never|don'?t ever|do not ever|only ever|use|write|put|keep|prefer|avoid|run|name)\b|(?:in|for|when|whenever|before|after|on|under|inside)\b[^,]{1,80}?\s(?:please\s+)?(?:always|never)\s+(?:use|run|write|put|keep|prefer|avoid|name|add|call|check|update|tell|ask|commit|push|format|test|log|round|return|throw|document|include|start|end|make|show|sort|close|open)\b|(?:in|for|on|with|when|at)\b[^,.]{1,60}?,?\s+we (?:always|never|only) (?!(?:got|had|saw|were|did|get|see|have|failed?)\b)\S|(?:always|never(?:, ever)?|don'?t ever|do not ever),?\s+\S|(?:you|we|i want you to|i'd like you to|everyone)\s+(?:should|must|will|need to|have to|are to)?\s*(?:always|never)\s+\S|make it a rule\b|as a rule,|(?:my|our|the|a|one) (?:house )?(?:rule|convention)(?: here)? is\b`,
    ),
    habit: from(
      String.raw`we (?:only |always |all )?(?:use|prefer|write|format|name|indent|commit|put|keep|call|avoid|spell|round|log|store)\s+\S|(?:in|for|on) (?:this|our) (?:project|repo|repository|codebase|code base|team|package|service)\b|(?:this|our) (?:project|repo|repository|codebase|code base|team) (?:uses|always|never|prefers|requires|has|keeps|follows)\b`,
    ),
    anywhere:
      /(?:^|[,;:(–-]\s*|\b(?:and|please|so)\s+)(?:please\s+)?(?:remember|memori[sz]e|keep (?:it |this |that )?in mind|note for (?:later|the future|next time)|don'?t forget)\b(?:\s*(?:it|this|that|that:|:|,|\.|!|$|to\b|we\b|the\b|for\b|not\b|our\b|my\b|always\b|never\b|i\b|in\b|when\b))|\bfrom now on\b|\bgoing forward\b|\bfrom here on\b|\bin (?:the )?future\b,?\s+(?:always|never|please|use|do|don'?t|put|write)|\bevery time you\b|\bfor all (?:future|later) tasks\b|^(?:use|write|put|keep|prefer|avoid|import)\b.*\bonly\b.*\bin this (?:project|repo|repository|codebase)\b|^(?:use|write|put|keep|prefer|avoid|run|name|indent|add|call|check|format|round|log)\b.*,\s*always[.!]*$|\b(?:must|should|shall|has to|have to|needs? to) (?:always|never)\b|\balways\b[^.!?]*,\s*(?:but )?never\b|\bnever\b[^.!?]*,\s*(?:but )?always\b|^(?!(?:it|this|that|he|she|they|the (?:test|page|app|program|server|build))\b)(?!.*\b(?:fail|crash|breaks?\b|hang|wrong|broken|bugs?\b|too slow)).*,\s*always[.!]*$|^(?!(?:the|my|these|those|some|users?|people|customers?|tests?|it|they|we)\b)(?!.*\b(?:fail|crash|wrong|broken|bug|empty|missing|twice|too|incorrect|no longer|but)\b)[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+){0,3}s always (?:have|use|come from|go|start|end|return|live|follow|contain|carry|begin|take)\b|^(?!(?:the|my|your|his|her|its|this|that|these|those|some|many|most|users?|people|customers?|tests?|it|they|we|you|i|he|she|nothing|something|everything|there|what|why|when|if)\b)(?!.*\b(?:fail\w*|crash\w*|wrong\w*|broken|bugs?|empty|missing|too|incorrect\w*|no longer|but|instead|null|undefined|nan|error|freez\w*|hang(?:s|ing)\b|stuck|stale|slow\w*|work(?:s|ed)?|so|which|make|add)\b)(?:[\p{L}\p{N}_-]+ ){1,6}(?:(?:is|are|gets?|has|have) always \p{L}+|always (?:needs?|carr(?:y|ies)|starts?|ends?|has|contains?|uses?|belongs?|comes? (?:from|with|in|as))|(?:(?:is|are) )?never (?:(?!(?:shown|sent|called|updated|saved|loaded|displayed|reached|returned|triggered|closed|found)\b)\p{L}+ )(?:twice|once|again|without|before|after|until|unless|(?:for |in )?(?:more|less|longer|fewer|later|earlier) than|above|below|over|under|outside|by))\b/iu,
    not: /^never ?mind\b|^never (?:seen|had|heard|got|been|worked|happened)\b|^(?:always|never) (?:is|was|isn'?t|means|has|seems|sounds)\b|\b(?:do|did|can|could|would|will|should) (?:you|we|i|it|they) (?:even |still |ever )?(?:remember|always|never)\b|\b(?:i|he|she|they|it|this|that|which|who|there|users?|tests?|code|function|server|page|button)\s+(?:\w+\s+)?(?:always|never)\s+\w+(?:s|ed|t)\b|\b(?:i|we) (?:can'?t|cannot|don'?t|do not|could ?n'?t|didn'?t) remember\b|\b(?:i|we) (?:remember|never|always) (?:seeing|saw|had|got|get|see|have)\b|\bas (?:i|we|you) (?:always|never)\b|\bremember (?:when|how|what|where|who|last|yesterday|me)\b|^(?:please )?remember (?:the|a|an|each|every|all|user'?s?|which)\b(?!.*\b(?:is|are|must|should|has|have|uses?|lives?|needs?|comes?|go(?:es)?|runs?|never|always|not|only|before|after)\b)|\b(?:we use|in (?:this|our) \w+|this \w+)\b.*\b(?:wrong(?:ly)?|bugs?|broken|(?:an|the|this|with|gives?|throws?|get|has) errors?|fails?|failing|crash\w*|too slow|there (?:is|are|was)|but it|fix (?:it|this|that))\b/iu,
    everywhere:
      /\b(?:in|for|across) (?:all|every|any|each)(?: of)?(?: my| our| the)? (?:projects?|repos?|repositor(?:y|ies)|codebases?)\b|\beverywhere i work\b|\bwherever i work\b/iu,
    ends: /\b(?:forget|drop|delete|remove|ignore|cancel) (?:the|that|my|our|this) (?:\S+ )?(?:rule|convention|note|memory)\b|\b(?:no longer|not|n'?t) (?:need to |have to )?\b.{0,60}\b(?:any ?more|any longer)\b|\bthe rule .{1,60} no longer (?:holds|applies)\b/iu,
  },
  german: {
    order: from(
      String.raw`(?:immer|niemals|nie|stets)\s+\S|(?:unsere|meine|die) (?:regel|konvention) (?:ist|lautet)\b`,
    ),
    habit: from(
      String.raw`wir (?:verwenden|benutzen|nutzen|schreiben|bevorzugen|vermeiden|runden|benennen|rücken)\s+\S|(?:in|für|bei|mit) (?:\S+ ){1,3}(?:verwenden|benutzen|nutzen|schreiben) wir\s+\S|(?:in|für) (?:diesem|unserem|dieses|unser) (?:projekt|repo|repository|team)\b`,
    ),
    anywhere:
      /\b(?:merk(?:e)? (?:dir|es dir)|denk(?:e)? daran|vergiss nicht|ab (?:jetzt|sofort|heute)|von (?:jetzt|nun) an|künftig|in zukunft)\b|\bmerk dir das\b|\b(?:darf|dürfen|muss|müssen)\b[^.!?]*\b(?:immer|stets|nie|niemals)\b/iu,
    not: /\b(?:erinnerst|merkst) du\b|\bimmer (?:noch|mehr|wieder)\b(?!.*\b(?:verwende|benutze|nutze|schreib))/iu,
    everywhere: /\bin (?:allen|jedem)(?: meinen| unseren)? projekte?n?\b/iu,
    ends: /\bvergiss (?:die|diese|meine|unsere) (?:\S+ )?(?:regel|konvention|notiz)\b|\bnicht mehr (?:nötig|notwendig)\b/iu,
  },
  french: {
    order: from(
      String.raw`(?:toujours|jamais)\s+\S|ne\s+\S+\s+(?:jamais|plus jamais)\b|n'\S+\s+jamais\b|(?:notre|ma|la) (?:règle|convention) est\b`,
    ),
    habit: from(
      String.raw`(?:nous|on) (?:utilis|écri|préf[eéè]r|évit|arrondi|nomm|indent)\S*\s+\S|(?:dans|pour) (?:ce|notre) (?:projet|dépôt)\b`,
    ),
    anywhere:
      /(?:souviens[- ]t(?:oi|'en)|souvenez[- ]vous|retiens|retenez|rappelle[- ]toi|n'oublie(?:z)? pas|désormais|dorénavant|à partir de maintenant|à l'avenir|\btoujours\b[^.!?]*,\s*jamais\b|\bjamais\b[^.!?]*,\s*toujours\b|\b(?:doit|doivent) (?:toujours|jamais)\b)/iu,
    not: /\b(?:te souviens-tu|tu te souviens|ça|cela|il|elle|le test|la fonction|le serveur)\s+(?:ne\s+)?\S+\s+(?:toujours|jamais)\b/iu,
    everywhere: /\bdans tous (?:mes|nos|les) projets\b/iu,
    ends: /\boublie(?:z)? (?:la|cette|ma|notre) (?:\S+ )?(?:règle|convention|note)\b/iu,
  },
  spanish: {
    order: from(
      String.raw`(?:siempre|nunca|jamás)\s+\S|no\s+\S+(?:\s+\S+){0,3}\s+nunca\b|(?:nuestra|mi|la) (?:regla|convención) es\b`,
    ),
    habit: from(
      String.raw`(?:nosotros )?(?:usamos|utilizamos|escribimos|preferimos|evitamos|redondeamos|nombramos)\s+\S|(?:en|para) (?:este|nuestro) (?:proyecto|repositorio)\b`,
    ),
    anywhere:
      /(?:\brecu[eé]rda(?:lo|r)?\b|\bacu[eé]rdate\b|\bten en cuenta para\b|\bno olvides\b|\ba partir de ahora\b|\bde ahora en adelante\b|\ben el futuro\b|\ben adelante\b|\bsiempre\b[^.!?]*,\s*nunca\b|\bnunca\b[^.!?]*,\s*siempre\b|\b(?:debe|deben) (?:siempre|nunca)\b)/iu,
    not: /[¿]|\b(?:él|ella|eso|esto|la prueba|la función|el servidor|la página)\s+(?:siempre|nunca)\s+\S+/iu,
    everywhere: /\ben todos (?:mis|nuestros|los) proyectos\b/iu,
    ends: /\bolvida (?:la|esa|mi|nuestra) (?:\S+ )?(?:regla|convención|nota)\b/iu,
  },
  chinese: {
    order:
      /^(?:请|請)?(?:总是|總是|始终|始終|一律|务必|務必|永远|永遠|绝不|絕不|绝对不要|从不|從不|不要再|千万不要|千萬不要)/u,
    habit:
      /^(?:我们|我們|咱们)(?:都|一直|统一|統一|只)?(?:用|使用|采用|採用|写|寫)|^(?:在)?(?:这个|這個|本|我们的|我們的)(?:项目|項目|仓库|倉庫|专案|專案)(?:里|中|裡|内)?/u,
    anywhere:
      /(?:^|[，,。；])(?:请|請)?(?:记住|記住|牢记|牢記|别忘了|別忘了)|从现在(?:开始|起)|從現在(?:開始|起)|(?:^|[，,])(?:以后|以後|今后|今後)/u,
    not: /(?:你|您)(?:还|還)?(?:记得|記得)|[吗嗎呢]\s*[？?]?$|(?:它|他|她|测试|測試|函数|服务器|页面)(?:总是|總是|从不|從不|一直)/u,
    everywhere: /(?:所有|每个|每個|任何)(?:的)?(?:项目|項目|仓库|倉庫)/u,
    ends: /(?:忘记|忘記|忘掉|取消|删除|刪除)(?:那条|那條|这条|這條|关于|關於)?.{0,20}(?:规则|規則|约定|約定)/u,
  },
}
