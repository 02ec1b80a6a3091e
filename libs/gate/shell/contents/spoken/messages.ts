/** A literal sentence that is the whole first argument of what prints or throws; a hole in it may hold code. */
const MESSAGE =
  /(?<![\w.$])(console\.(?:log|error|warn|info|debug)|print|logging\.(?:debug|info|warning|error|critical)|(?:log|fmt)\.(?:Print|Fatal)(?:f|ln)?|fmt\.Errorf|errors\.New|new (?:Type|Range|Syntax)?Error|(?:Runtime|Value|Key|Type|Import)Error|SystemExit)\([ \t]*(?:"[^"\\\n]{1,400}"|'[^'\\\n]{1,400}')(?=[ \t]*[,)])/g
/** One of the names means something else in this text. */
const OWN =
  /\b(?:console|print|logging|log|fmt|errors|Error|SystemExit)(?:\.\w+)?[ \t]*:?=(?!=)|\b(?:def|function|class|func)[ \t]+(?:print|console|logging|log|fmt|\w*Error|SystemExit)\b|\bas[ \t]+(?:print|console|logging|log)\b|\b(?:log|fmt|errors)[ \t]+"|^[ \t]*(?:import|from)\b[^\n]*\b(?:print|console)\b/m

/** A program text without the sentences that it prints: a word such as "run" in them starts nothing. */
export function withoutMessages(text: string): string {
  if (OWN.test(text)) return text
  return text.replace(MESSAGE, (whole, starts: string) =>
    /\s/.test(whole.slice(starts.length + 1).trim()) ? `${starts}(` : whole,
  )
}
