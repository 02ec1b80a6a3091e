import { oneOf, type RuleLanguage, starts, whole } from './language.js'

/** How English teaches rules, and what only sounds like one. */
export const ENGLISH: RuleLanguage = {
  order: starts(
    String.raw`(?:in|for|if|while|once|when|whenever|before|after|on|under|inside)\b[^,]{1,80},\s*(?:please\s+)?(?:always|never|don'?t ever|do not ever|only ever|use|write|put|keep|prefer|avoid|run|name)\b`,
    String.raw`(?:in|for|when|whenever|before|after|on|under|inside)\b[^,]{1,80}?\s(?:please\s+)?(?:always|never)\s+(?:use|run|write|put|keep|prefer|avoid|name|add|call|check|update|tell|ask|commit|push|format|test|log|round|return|throw|document|include|start|end|make|show|sort|close|open)\b`,
    String.raw`(?:in|for|on|with|when|at)\b[^,.]{1,60}?,?\s+we (?:always|never|only) (?!(?:got|had|saw|were|did|get|see|have|failed?)\b)\S`,
    String.raw`(?:always|never(?:, ever)?|don'?t ever|do not ever),?\s+\S`,
    String.raw`(?:you|we|i want you to|i'd like you to|everyone)\s+(?:should|must|will|need to|have to|are to)?\s*(?:always|never)\s+\S`,
    String.raw`make it a rule\b|as a rule,`,
    String.raw`(?:my|our|the|a|one) (?:house )?(?:rule|convention)(?: here)? is\b`,
  ),
  habit: starts(
    String.raw`we (?:only |always |all )?(?:use|prefer|write|format|name|indent|commit|put|keep|call|avoid|spell|round|log|store)\s+\S`,
    String.raw`(?:in|for|on) (?:this|our) (?:project|repo|repository|codebase|code base|team|package|service)\b`,
    String.raw`(?:this|our) (?:project|repo|repository|codebase|code base|team) (?:uses|always|never|prefers|requires|has|keeps|follows)\b`,
  ),
  anywhere: oneOf(
    String.raw`(?:^|[,;:(–-]\s*|\b(?:and|please|so)\s+)(?:please\s+)?(?:remember|memori[sz]e|keep (?:it |this |that )?in mind|note for (?:later|the future|next time)|don'?t forget)\b(?:\s*(?:it|this|that|that:|:|,|\.|!|$|to\b|we\b|the\b|for\b|not\b|our\b|my\b|always\b|never\b|i\b|in\b|when\b))`,
    String.raw`\bfrom now on\b|\bgoing forward\b|\bfrom here on\b`,
    String.raw`\bin (?:the )?future\b,?\s+(?:always|never|please|use|do|don'?t|put|write)`,
    String.raw`\bevery time you\b|\bfor all (?:future|later) tasks\b`,
    String.raw`^(?:use|write|put|keep|prefer|avoid|import)\b.*\bonly\b.*\bin this (?:project|repo|repository|codebase)\b`,
    String.raw`^(?:use|write|put|keep|prefer|avoid|run|name|indent|add|call|check|format|round|log)\b.*,\s*always[.!]*$`,
    String.raw`\b(?:must|should|shall|has to|have to|needs? to) (?:always|never)\b`,
    String.raw`\balways\b[^.!?]{0,300},\s*(?:but )?never\b|\bnever\b[^.!?]{0,300},\s*(?:but )?always\b`,
    String.raw`^(?!(?:it|this|that|he|she|they|the (?:test|page|app|program|server|build))\b)(?!.*\b(?:fail|crash|breaks?\b|hang|wrong|broken|bugs?\b|too slow)).*,\s*always[.!]*$`,
    String.raw`^(?!(?:the|my|these|those|some|users?|people|customers?|tests?|it|they|we)\b)(?!.*\b(?:fail|crash|wrong|broken|bug|empty|missing|twice|too|incorrect|no longer|but)\b)[\p{L}\p{N}_-]+(?: [\p{L}\p{N}_-]+){0,3}s always (?:have|use|come from|go|start|end|return|live|follow|contain|carry|begin|take)\b`,
    String.raw`^(?!(?:the|my|your|his|her|its|this|that|these|those|some|many|most|users?|people|customers?|tests?|it|they|we|you|i|he|she|nothing|something|everything|there|what|why|when|if)\b)(?!.*\b(?:fail\w*|crash\w*|wrong\w*|broken|bugs?|empty|missing|too|incorrect\w*|no longer|but|instead|null|undefined|nan|error|freez\w*|hang(?:s|ing)\b|stuck|stale|slow\w*|work(?:s|ed)?|so|which|make|add)\b)(?:[\p{L}\p{N}_-]+ ){1,6}(?:(?:is|are|gets?|has|have) always \p{L}+|always (?:needs?|carr(?:y|ies)|starts?|ends?|has|contains?|uses?|belongs?|comes? (?:from|with|in|as))|(?:(?:is|are) )?never (?:(?!(?:shown|sent|called|updated|saved|loaded|displayed|reached|returned|triggered|closed|found)\b)\p{L}+ )(?:twice|once|again|without|before|after|until|unless|(?:for |in )?(?:more|less|longer|fewer|later|earlier) than|above|below|over|under|outside|by))\b`,
  ),
  norm: oneOf(
    String.raw`^(?!(?:it|this|that|he|she|they|es|das|sie|er|ça|cela|il|elle|eso|esto)(?!\p{L}))\p{L}.{5,120},\s*(?:always|never)[.!]*$`,
    String.raw`^\p{L}[\p{L}\p{N} /_.-]{1,40}\s*(?::|[–-]\s)\s*(?:please )?(?:always (?!(?:shows|displays|returns|says|opens|closes|prints|gives|gets|has|is|was|stays|jumps|comes|goes|loads|reads|sends|writes|takes|points|starts|ends|keeps|stops|\p{L}+s (?:when|after|on|if|before))\b)|never (?!\p{L}+s\b)|only )\S`,
    String.raw`^(?:every|each|all|any) (?:public |changed |exported )?(?:new (?:[\p{L}-]+ )?[\p{L}-]+|(?:[\p{L}-]+ ){0,2}?(?:function|method|class|component|endpoint|route|migration|commit|file|module|test|feature|bug ?fix|fix|change|pr|pull request|query|job|script|header|variable|constant|exception|hook|service|package|dependency|model|table|string|command)(?:e?s)?)\b[^.!?,]{0,40}\b(?:must|should|has to|have to|(?:needs?|requires?|gets?) (?:an?|the|its|their|one|to)|goes? (?:in|to|into|through))\b\s+\S`,
    String.raw`^we (?:do not|don'?t) (?:ever )?(?:use|write|format|name|indent|commit|put|keep|call|spell|round|log|store|mock|push|merge|allow|edit|touch|nest|catch|abbreviate)\s+\S(?!.*\b(?:anywhere|yet|any ?more|any longer)\b)`,
    String.raw`^(?:tell|ask|warn) me (?:when|whenever|if) you(?:'re| are) (?:not (?:sure|certain)|unsure|in doubt)\b`,
    String.raw`\beach time you\b|^whenever you\b[^,]{2,60},\s(?!(?:nothing|everything|something|it|they|there|this|that|the|an?|\p{L}+ events?)(?!\p{L}))`,
  ),
  not: oneOf(
    String.raw`^(?:please )?(?:change|rename|set|make|update|edit) (?:the|this|our) (?:\w+ ){0,3}(?:title|heading|banner|label|text|name|slogan|caption|message|placeholder)\b.*\b(?:to|say|read)\b`,
    String.raw`^never ?mind\b|^never (?:seen|had|heard|got|been|worked|happened)\b`,
    String.raw`^(?:always|never) (?:is|was|isn'?t|means|has|seems|sounds)\b`,
    String.raw`\b(?:do|did|can|could|would|will|should) (?:you|we|i|it|they) (?:even |still |ever )?(?:remember|always|never)\b`,
    String.raw`\b(?:i|he|she|they|it|this|that|which|who|there|users?|tests?|code|function|server|page|button)\s+(?:\w+\s+)?(?:always|never)\s+\w+(?:s|ed|t)\b`,
    String.raw`\b(?:i|we) (?:can'?t|cannot|don'?t|do not|could ?n'?t|didn'?t) remember\b`,
    String.raw`\b(?:i|we) (?:remember|never|always) (?:seeing|saw|had|got|get|see|have)\b`,
    String.raw`\bas (?:i|we|you) (?:always|never)\b`,
    String.raw`\bremember (?:when|how|what|where|who|last|yesterday|me)\b`,
    String.raw`^(?:please )?remember (?:the|a|an|each|every|all|user'?s?|which)\b(?!.*\b(?:is|are|must|should|has|have|uses?|lives?|needs?|comes?|go(?:es)?|runs?|never|always|not|only|before|after)\b)`,
    String.raw`\b(?:we use|in (?:this|our) \w+|this \w+)\b.*\b(?:wrong(?:ly)?|bugs?|broken|(?:an|the|this|with|gives?|throws?|get|has) errors?(?! (?:types?|class(?:es)?|codes?|messages?|pages?|enums?|handling|handler|values?)(?!\p{L}))|fails?|failing|crash\w*|too slow|there (?:is|are|was)|but it|fix (?:it|this|that))\b`,
  ),
  everywhere: oneOf(
    String.raw`\b(?:in|for|across) (?:all|every|any|each)(?: of)?(?: my| our| the)? (?:projects?|repos?|repositor(?:y|ies)|codebases?)\b`,
    String.raw`\beverywhere i work\b|\bwherever i work\b`,
  ),
  ends: oneOf(
    String.raw`\b(?:forget|drop|delete|remove|ignore|cancel) (?:the|that|my|our|this) (?:\S+ )?(?:rule|convention|note|memory)\b`,
    String.raw`\b(?:no longer|not|n'?t) (?:need to |have to )?\b.{0,60}\b(?:any ?more|any longer)\b`,
    String.raw`\bthe rule .{1,60} no longer (?:holds|applies)\b`,
  ),
  holds: oneOf(
    String.raw`^(?!(?:my|your|his|her|its|this|that|these|those|some|many|most|users?|people|customers?|tests?|builds?|requests?|it|they|we|you|i|he|she|nothing|something|everything|there|what|why|when|if|so|and|but|as|fix|write|add|make|create|find|show|let|implement|build|change|update|remove|explain|check|debug|refactor|please|can|could|is|are|do|does|did)\b)(?:[\p{L}\p{N}'’-]+,? ){1,9}?(?:always|never) \S`,
  ),
  report: oneOf(
    whole(
      String.raw`seen|before i|fail\w*|crash\w*|wrong\w*|broken|bugs?|empty|missing|too|incorrect\w*`,
      String.raw`no longer|but|instead|null|undefined|nan|errors?|freez\w*|hang(?:s|ing)|stuck|stale`,
      String.raw`slow\w*|works?|worked|so|which|repair|fix|why|find out|been|was|were|had|got|came`,
      String.raw`said|takes? (?:\w+ )?(?:seconds|minutes|hours|forever)`,
    ),
    String.raw`^never (?:seen|had|heard|got|been|worked|happened)\b`,
    String.raw`\bnever (?:shown|sent|called|updated|saved|stored|loaded|displayed|reached|returned|triggered|closed|found|delivered|received|rendered)\b(?! (?:\w+ ){0,3}(?:without|unless|before|until|as)\b)`,
  ),
  definite: oneOf('^(?:the|our) '),
  ordersAreClear: true,
}
