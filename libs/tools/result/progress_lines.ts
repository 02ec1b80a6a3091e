/** Which lines of a program's output only say that it works on something. */
export interface ProgressRule {
  /** The program, and its subcommand where only that prints such lines. */
  command: RegExp
  lines: RegExp
}

/** Any of these words makes a line worth reading, whatever its form. */
export const TELLING =
  /error|warn(?!ing: redirecting)|fail|fatal|panic|denied|cannot|can't|not found|missing|conflict|refus|abort|invalid|unable|vulnerab|timed? out/i

/** The forms are those that the programs print without a terminal (row 186). */
export const PROGRESS: readonly ProgressRule[] = [
  {
    command: /^(?:npm|pnpm|yarn|bun) (?:i|ci|install|add|update|upgrade|audit|dedupe)\b|^yarn$/,
    lines:
      /^(?:npm (?:http|timing|sill|verb|notice)\b|npm warn deprecated\b|\d+ packages? (?:are|is) looking for funding|\s+run `npm (?:fund|audit)|Progress: resolved|Packages: |\++$|Downloading .+: [\d.]+ [kM]B|➤ YN00(?:00|13|19)|\[\d\/\d\] )/i,
  },
  {
    command: /^(?:pip\d?|uv|poetry|python\d? -m pip)\b/,
    lines:
      /^\s*(?:Collecting |Downloading |Using cached |Requirement already satisfied|Obtaining |Preparing metadata|Installing (?:build dependencies|backend dependencies|collected packages)|Getting requirements|Building wheels?|Created wheel|Stored in directory|Attempting uninstall|Found existing installation|Uninstalling |Successfully (?:uninstalled|built)|Looking in indexes|━|[-+] [\w.-]+==|- (?:Installing|Updating) )/,
  },
  {
    command: /^cargo\b/,
    lines:
      /^\s*(?:Compiling|Downloading|Downloaded|Checking|Fresh|Updating|Locking|Adding|Blocking|Documenting|Building) |^test .+ \.\.\. (?:ok|ignored)$/,
  },
  {
    command: /^go\b/,
    lines:
      /^(?:go: (?:downloading|finding|extracting|found|added) |\s*=== (?:RUN|PAUSE|CONT|NAME)\b|\s*--- (?:PASS|SKIP): |\?\s+\S+\s+\[no test files\])/,
  },
  {
    command: /^(?:pytest|py\.test|python\d? -m pytest|tox|nox|uv run pytest|poetry run pytest)\b/,
    lines:
      /^(?:\S+::.+ (?:PASSED|SKIPPED|XFAIL)\b|\S+\.py [.sx]+\s*(?:\[ *\d+%\])?$|[.sx]{3,}\s*\[ *\d+%\]$|platform \w+ -- |cachedir: |rootdir: |configfile: |plugins: |collecting \.\.\.)/,
  },
  {
    command:
      /^(?:npm|pnpm|yarn|bun) (?:t|test|run)\b|^(?:npx )?(?:vitest|jest|mocha|tap|ava)\b|^node .*--test\b/,
    lines: /^\s*(?:[✓✔√] |# Subtest: |ok \d+ |PASS {1,2}\S)/,
  },
  {
    command: /^docker (?:build|buildx|pull|push|compose)\b|^podman (?:build|pull)\b/,
    lines:
      /^(?:#\d+ (?:\[internal\]|sha256:|extracting|transferring|resolve|DONE|CACHED)|[0-9a-f]{12}: (?:Pulling fs layer|Waiting|Download|Verifying|Extracting|Pull complete|Already exists|Preparing|Pushed|Layer already)|\s*[0-9a-f]{12} (?:Pull|Download|Extract|Wait))/,
  },
  {
    command: /^(?:sudo )?(?:apt|apt-get|dnf|yum|apk)\b/,
    lines:
      /^\s*(?:(?:Get|Hit|Ign):\d+ |Reading (?:package lists|state information)|Building dependency tree|Selecting previously|Preparing to unpack|Unpacking |Setting up |Processing triggers|\(Reading database|fetch http|\(\d+\/\d+\) (?:Installing|Upgrading)|Fetched )/,
  },
  {
    command: /^git (?:clone|fetch|pull|push|submodule|gc|status|commit|rebase|merge|checkout)\b/,
    lines:
      /^(?:(?:remote: )?(?:Enumerating|Counting|Compressing|Receiving|Writing|Unpacking|Resolving) (?:objects|deltas)|remote: Total |Delta compression|Total \d+ \(delta|\s+\(use "git |Updating files: )/,
  },
  {
    command: /^(?:\.\/)?(?:mvnw?|gradlew?|sbt)\b/,
    lines:
      /^(?:\[INFO\] (?:Download(?:ing|ed) from|-+$|$|Scanning for projects)|Download(?:ing|ed) from |Progress \(|> Task \S+ (?:UP-TO-DATE|NO-SOURCE|FROM-CACHE)|Download https?:|\[INFO\] ---)/,
  },
  {
    command: /^(?:make|gmake|cmake|ninja|ctest)\b/,
    lines:
      /^(?:make(?:\[\d+\])?: (?:Entering|Leaving|Nothing to be done)|\[ *\d+(?:%|\/\d+)\] (?:Built target|Building|Linking|Generating|Scanning)|-- (?:Check|Detecting|Looking for|Performing Test|The \w+ compiler)|\s+(?:CC|CXX|LD|AR) )/,
  },
  {
    command: /^(?:wget|curl)\b/,
    lines: /^(?:\s*\d+K (?:[. ,]+)|\s*% Total\s|\s+Dload\s|\s*\d+ +[\d.]+[kMG]? +\d+ )/,
  },
]
