const LETTERS = 5

/**
 * Words of ends that say no fact about what code does: those of work, of judgement, of the parts of code and of tests, by
 * their first five letters.
 */
export const FREE_WORDS: ReadonlySet<string> = new Set(
  [
    'fix fixed fixes repair repaired correct corrected corrects correctly correction solve solved resolve resolved change changed changes add added adds added addition update updated remove removed rename renamed replace replaced replacement rewrite rewrote rewritten rework reworked refactor refactored move moved adjust adjusted adapt adapted extend extended create created introduce introduced implement implemented implementation simplify simplified extract write wrote written edit edited modify modified modification switch switched swap swapped convert converted turn turned apply applied make made clean cleaned',
    'done finished complete completed ready finally success successfully task request requested asked wanted wish desired intended expected required needed necessary need want described described mentioned stated specified according accordingly following follow follows',
    'code source function method class file module line lines logic implementation behaviour behavior body definition declaration signature argument parameter variable field property attribute constant value result return returned output input call caller called statement expression condition operator branch loop block clause part place spot location entry item element list array object map key string number type name word text sign letter character comment docstring document documentation readme changelog config configuration setting option',
    'bug bugs issue problem cause root reason mistake error defect wrong wrongly incorrect incorrectly broken missing right proper properly correct instead actually really simply just exactly merely still already before previously formerly earlier originally original old new newly now currently current again finally later since then afterwards',
    'test tests testing tested suite suites spec check checks checked pass passes passed passing green red fail fails failed failing failure failures run runs ran running command output exit code verify verified verifies confirm confirmed confirms cover covered covers coverage assertion assert show shows shown prove proves case cases scenario example examples',
    'is are was were be become becomes became remain remains remained stay stays stayed keep keeps kept leave leaves left continue continues begin begins begun start starts mean means meant happen happens happened give gives gave given get gets got take takes took taken let lets see sees seen look looks know known knows say says said tell tells use uses used using usage work works worked working do does did have has had go goes went come comes came put set sets hold holds contain contains include includes included lead leads led cause causes caused occur occurs appear appears allow allows allowed ensure ensures produce produces yield yields compute computes calculate calculates determine behave behaves handle handles handled support supports treat treats treated accept accepts accepted expect expects read reads print prints find finds found try tried tries match matches matched compare compares affect affected affects touch touched untouched unchanged unaffected involve depend depends provide provides',
    'first second third last next previous one two three four five six seven eight nine ten once twice both either neither each every all any some none many most more less least few several multiple single double whole full entire entirely only also too well even much very quite same different other another own similar various total exact',
    'small minimal short simple simpler clear clearer easy easily general specific special relevant related existing present additional further extra separate main whole local internal internally directly direct',
    'thing things way ways point points note notes summary detail details overview hint remark reference project repository folder directory user users step steps attempt version state kind sort form shape side end beginning middle number count amount level effect result purpose sense fact effort focus scope edge corner',
    'otherwise anyway meanwhile namely especially mainly mostly partly nearly almost usually sometimes rather indeed apparently obviously strange odd subtle upside down backwards around because therefore thus hence so however although though while whereas whether unless until instead rather per via without within inside outside between against toward towards upon across along around behind beside besides beyond despite except like unlike',
    "it's i've i'm we've that's there's don't doesn't didn't isn't wasn't aren't weren't hasn't haven't won't can't couldn't wouldn't shouldn't let's you'd you'll you're",
    'please thanks thank hello sorry sure okay yes no maybe perhaps probably possibly likely feel free let know hope happy glad ask want would could should may might must can will',
    'how what which who whom whose where when why here there this that these those such',
    'approach solution technique strategy mechanism computation algorithm equation procedure instruction symptom consequence outcome explanation diagnosis culprit oversight assumption boundary iteration variant',
    'robust robustly consistent consistently reliable reliably accurate accurately straightforward concise readable elegant idiomatic trivial intact tiny slight slightly literally accidental accidentally mistaken mistakenly erroneous erroneously improper improperly inadvertently unintentionally silently respectively effectively essentially specifically basically consequently subsequently automatically immediately eventually together altogether apart individually therein accordingly',
    'prevent prevents prevented guarantee guarantees guaranteed preserve preserves preserved maintain maintains maintained restore restores restored retain retains retained evaluate evaluates evaluated invoke invokes invoked execute executes executed lose loses lost vanish vanished disappear disappears disappeared differ differs process processes processed  patch patched tweak tweaked tune tuned revise revised refine refined amend amended account accounts accounted consist consists result resulted resulting explain explains explained',
    'nor neither belong belongs belonged succeed succeeds succeeded tell tells distinguish distinguishes decide decides decided mark marks marked reach reaches reached end ends ended move moves',
    'respect respects obey obeys honour consider considers forget forgot forgets miss missed misses overlook overlooked assume assumes assumed rely relies relied spread spreads propagate propagates trigger triggers hide hides hid ignored back threw thrown alone fine yep yeah nope act acts shorter nicer tidy tidied compile compiles compiled warning warnings build builds built browser page terminal longer anymore itself themselves explicit explicitly open gone dead message detector default fully off-by-one cleanup faster slower',
  ]
    .join(' ')
    .split(' ')
    .map(prefixOf),
)

/** The beginning of a word that its forms share: "reading" and "reads" are "read". */
export function prefixOf(word: string): string {
  const plain = word.toLowerCase().replace(/['’]s$/, '')
  const stem = plain.replace(/(?:ings?|ed|ers?|es|s)$/, '')
  const kept =
    stem.length > 2 && !/ss$/.test(plain) ? stem.replace(/([b-df-hj-np-tv-z])\1$/, '$1') : plain
  return kept.slice(0, LETTERS).replace(/(?<=...)[ey]$/, '')
}
