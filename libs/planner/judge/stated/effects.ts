/** An effect outside of files: how an end says it, and the commands that can have it. */
export interface Effect {
  /** For the message. */
  said: string
  /** What somebody did, with its object where the verb alone may mean an edit. */
  active: string
  /** The participle of "the server is restarted". */
  passive: string
  /** To what it happens in the passive. */
  things: string
  command: RegExp
  /** A script of the project can have it too. */
  byScript?: true
  /** A run that failed is one, too. */
  anyEnd?: true
  /** What a clause says of its result, also with a negation: "it reports no problems". */
  states?: RegExp
  /** A check is what it names. */
  isCheck?: true
  /** It may be said of a record in a file: "ticket T-4 is closed" is a line that an edit wrote. */
  inFiles?: true
}

const SERVICE =
  '(?:servers?|services?|daemons?|containers?|process(?:es)?|apps?|application|machine|host|cluster|pods?|nginx|apache|database|db|docker|worker|proxy|backend|frontend|site|website)'
const GIT_THING =
  '(?:branch(?:es)?|tags?|remotes?|pull requests?|prs?|issues?|tickets?|merge requests?|releases?|worktrees?|stash(?:es)?)'
const MESSAGE =
  '(?:e-?mails?|mails?|messages?|notifications?|invites?|invitations?|webhooks?|reminders?|newsletter)'
const STORE = '(?:database|db|tables?|volumes?|buckets?|schema|migrations?|backups?)'
const WORK =
  '(?:it|this|commits?|changes?|branch(?:es)?|work|code|tags?|fix(?:es)?|images?|everything|release|repo\\w*|files?|version|package)'
const ANY = '[^.;]*'
const TOOL =
  '(?:valgrind|helgrind|(?:address|thread|memory|leak)[ -]?sanitizer|asan|tsan|race detector|miri|lighthouse|sonarqube|bandit|snyk|semgrep|trivy|(?:npm|pip|cargo) audit|profiler|benchmarks?)'
/** "mypy reports no errors", "valgrind is clean". */
const stateOf = (tool: string) =>
  new RegExp(
    `\\b${tool}(?: [-\\w./]+)*[\`'"*]* (?:now )?(?:reports?|reported|shows?|showed|finds?|found|gives?|is|are|was|passe[sd]|runs?|ran|succeeds|succeeded|exits?|exited)\\b[^.;]{0,25}(?:\\b(?:no|zero|0|clean|without|happy|green|successfully|fine|ok|passe[sd])\\b|$)`,
    'i',
  )
const CHECKER =
  '(?:linters?|linting|lint|type[- ]?checkers?|type[- ]?checks?|typecheck|eslint|biome|ruff|mypy|pyright|pylint|flake8|tsc|clippy|golangci-lint|go vet|cargo clippy|static analysis)'
const orScript = (words: string) => ({ command: new RegExp(words, 'i'), byScript: true as const })

export const EFFECTS: readonly Effect[] = [
  {
    said: 'committed',
    active: 'committed',
    passive: 'committed',
    things: ANY,
    command:
      /\bgit\b.*\b(commit|merge|cherry-pick|revert|rebase|am|pull)\b|\b(hg|jj|svn|gh)\b|\.sh\b/,
  },
  {
    said: 'pushed',
    active: `(?:force-?)?pushed (?:to\\b|(?:\\S+ ){0,4}${WORK}\\b)(?! (?:\\S+ )?(?:in|into|onto)\\b)`,
    passive: 'pushed',
    things: WORK,
    ...orScript(String.raw`\bpush\b`),
  },
  {
    said: 'deployed',
    active: '(?:re)?deployed',
    passive: '(?:(?:re)?deployed|live)',
    things: ANY,
    ...orScript(
      String.raw`deploy|rollout|\b(kubectl|helm|docker|fly|flyctl|vercel|netlify|heroku|aws|gcloud|az|scp|rsync|git push|serverless|wrangler|firebase|cdk|sam|cap)\b`,
    ),
  },
  {
    said: 'published',
    active: '(?:published|released (?:v?\\d|(?:the |a )?(?:new )?(?:version|package|release)))',
    passive: '(?:published|released)',
    things: ANY,
    ...orScript(String.raw`publish|release|upload|push|twine|deploy|\btag\b`),
  },
  {
    said: 'restarted',
    active: '(?:restarted|rebooted)',
    passive: '(?:restarted|rebooted|back up|up again|running again)',
    things: ANY,
    ...orScript(
      String.raw`restart|reload|reboot|\b(systemctl|service|docker|podman|pm2|kill|pkill|killall|supervisorctl|kubectl|node|python\S*|uvicorn|gunicorn|flask|rails|go run|cargo run|java|nginx|brew|forever|nodemon|serve)\b`,
    ),
  },
  {
    said: 'started or stopped',
    active: `(?:started|launched|stopped|killed|shut down|terminated) (?:\\S+ ){0,3}${SERVICE}\\b`,
    passive: '(?:started|launched|stopped|killed|shut down|terminated|up and running)',
    things: SERVICE,
    command: /./,
  },
  {
    said: 'installed',
    active: '(?:un)?installed',
    passive: '(?:un)?installed',
    things: ANY,
    command:
      /\b(install|uninstall|add|remove|i|ci|get|sync|update|upgrade|brew|apk|pacman|nix\S*|setup|make|bootstrap)\b|\.sh\b/,
  },
  {
    said: 'sent',
    active: `(?:sent (?:\\S+ ){0,5}${MESSAGE}|e-?mailed|notified|posted (?:\\S+ ){0,4}(?:to|on)\\b)`,
    passive: '(?:sent|posted|e-?mailed|notified)',
    things: `(?:${MESSAGE}|team|customers?|users?|report)`,
    ...orScript(String.raw`mail|mutt|wget|slack|notify|webhook|\b(nc|python\S*|node|msmtp)\b`),
  },
  {
    said: 'changed in the repository',
    active: `(?:opened|created|filed|deleted|removed|merged|closed|renamed|pruned|dropped) (?:\\S+ ){0,3}${GIT_THING}(?! (?:component|class|function|name|type|field|file)s?)\\b`,
    passive: '(?:opened|created|filed|deleted|removed|merged|closed|renamed|pruned)',
    things: GIT_THING,
    inFiles: true,
    command:
      /\b(git|gh|glab|hub|hg|jj|tea)\b.*\b(branch|checkout|switch|tag|push|merge|pull|pr|mr|issue|release|worktree|stash|remote|api|create|delete|rebase|fetch|update-ref)\b|\bcurl\b|\.sh\b/,
  },
  {
    said: 'rebased, tagged or rolled back',
    active: '(?:rebased|tagged (?:the|it|this|v?\\d|a|as)|rolled back|cherry-picked|squashed)',
    passive: '(?:rebased|rolled back|cherry-picked|squashed)',
    things: ANY,
    ...orScript(String.raw`\b(git|hg|jj|kubectl|helm|alembic|rails|flyway|migrate)\b`),
  },
  {
    said: 'uploaded or downloaded',
    active: '(?:uploaded|downloaded)',
    passive: '(?:uploaded|downloaded)',
    things: ANY,
    ...orScript(
      String.raw`upload|download|\b(wget|scp|rsync|aws|gsutil|s3cmd|git|docker|pip\S*|cargo|go|ftp|sftp)\b`,
    ),
  },
  {
    said: 'done with the database',
    active: `(?:(?:ran|executed|applied) (?:\\S+ ){0,3}migrations?|backed up (?:\\S+ ){0,3}${STORE}|(?:dropped|wiped|seeded|truncated) (?:\\S+ ){0,3}${STORE})\\b`,
    passive: '(?:migrated|applied|backed up|dropped|wiped|seeded|executed)',
    things: STORE,
    ...orScript(
      String.raw`migrat|backup|dump|psql|mysql|sqlite|mongo|redis|createdb|dropdb|alembic|flyway|prisma|knex|docker|aws|rails|\b(tar|cp|rsync)\b`,
    ),
  },
  {
    said: 'linted or type-checked',
    active: `(?:(?:ran|executed|used|checked (?:it |everything )?with)(?: (?:the|a|both|our|project(?:'s)?|its|static|code|npx|npm run))* [\`'"]?(?:npx |npm run )?${CHECKER}|linted|type-?checked)`,
    passive: '(?:run|clean|passed|happy|green)',
    things: CHECKER,
    states: stateOf(CHECKER),
    command:
      /lint|ruff|biome|mypy|pyright|flake8|clippy|\btsc\b|typecheck|type-check|\bvet\b|check|standard|\bxo\b|prettier|format|\bfmt\b|verify|\bpre-commit\b|\b(make|just|npm run|yarn|pnpm)\b/i,
    isCheck: true,
  },
  {
    said: 'checked with such a tool',
    active: `(?:ran|executed|used|checked|verified|tested)[^.;]{0,40}\\b${TOOL}`,
    passive: '(?:run|clean|passed|happy|green)',
    things: TOOL,
    states: stateOf(TOOL),
    command:
      /valgrind|helgrind|sanitiz|asan|tsan|-race|miri|lighthouse|sonar|bandit|snyk|semgrep|trivy|audit|prof|bench|hyperfine|timeit|\btime\b|\bperf\b|\b(?:make|just|npm run|yarn|pnpm)\s+(?!tests?\b)\w|\.(?:sh|py|js|mjs|rb)\b/i,
    isCheck: true,
  },
  {
    said: 'formatted',
    active:
      '(?:re)?formatted[^.;]{0,40}\\b(?:with|using|by) (?:prettier|black|gofmt|rustfmt|biome|ruff|clang-format)',
    passive:
      '(?:re)?formatted (?:with|using|by) (?:prettier|black|gofmt|rustfmt|biome|ruff|clang-format)',
    things: '[^.;]*',
    command: /format|prettier|black|fmt|biome|ruff|\b(make|just|npm run|yarn|pnpm|pre-commit)\b/i,
    isCheck: true,
  },
  {
    said: 'tried in a browser or by hand',
    active:
      '(?:tested|tried|verified|checked|confirmed|validated|opened)[^.;]{0,40}\\b(?:manually|by hand|in (?:the|a|my|your) browser|in (?:chrome|chromium|firefox|safari)|on (?:a|the|my) (?:phone|device|emulator))',
    passive:
      '(?:tested|tried|verified|checked|confirmed|validated) (?:manually|by hand|in (?:the|a) browser|in (?:chrome|chromium|firefox|safari))',
    things: '[^.;]*',
    ...orScript(
      String.raw`playwright|puppeteer|cypress|selenium|webdriver|chrom|firefox|\b(curl|http|wget|node|python\S*|go run|cargo run|java|ruby|php|deno|bun|sh|bash|docker|xdg-open|open)\b|^\s*\./`,
    ),
  },
  {
    said: 'measured',
    active:
      '(?:ran|executed|used) (?:(?:the|a|all|both|our|its) )*(?:\\w+ )?(?:benchmarks?|profilers?|load tests?)',
    passive: '(?!)',
    things: ANY,
    command:
      /bench|hyperfine|\btime\b|timeit|\bperf\b|measure|prof|\b(ab|wrk|k6|hey|node|python\S*|make|npm run|cargo|go)\b/i,
  },
  {
    said: 'run',
    active:
      '(?:ran|executed) (?:it\\b|the (?:tests?|suite|script|program|app|command)|npm |node |[`\'"]|\\w[\\w.]*\\()',
    passive: '(?!)',
    things: ANY,
    command: /./,
    isCheck: true,
    anyEnd: true,
  },
  {
    said: 'asked of another person',
    active:
      '(?:asked|consulted|spoke (?:to|with)|agreed with|checked with|discussed (?:it |this )?with) (?:the|a|your|our) (?:\\w+ )?(?:maintainers?|authors?|team|colleagues?|reviewers?|owners?|manager|lead)',
    passive: '(?!)',
    things: ANY,
    command: /\b(gh|glab|curl|mail|slack)\b/,
  },
]
