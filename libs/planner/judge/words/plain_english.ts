/** The commonest words of English sentences, and those of ends: a sentence of English has some of them. */
export const PLAIN_ENGLISH: ReadonlySet<string> = new Set(
  [
    'the a an and or but so if then than that this these those it its they them their there here he she we i you my your our us me',
    'is are was were be been being am has have had do does did will would can could may might should must not no none nothing never',
    'of in on at by to from for with into onto over under between within through via per up out off down as about after before because since until while when where which what who why how',
    'each every all any some most more other another same such own only just also both either too very now still already again once always instead',
    'one two three first last next new old yes ok okay please sure done fixed added changed updated removed renamed replaced moved',
    'test tests pass passes passed passing fail fails failed failing green run runs ran file files line lines function code change changes',
    'fix add update remove use uses used using returns return takes handles throws raises checks calls reads writes prints works made make set see like get gives',
  ]
    .join(' ')
    .split(' '),
)
