/**
 * One change of a line for each point of docs/reliability.md whose test no other build shows to fail: without the line
 * the test has to be red. `from` occurs once in the file; a house test checks it.
 * `hangs`: without the line the test waits for ever, so that its limit is the end.
 */
export const MUTATIONS = [
  {
    what: 'a half-done edit is taken back',
    file: 'libs/supervisor/recovery/settle_edit.ts',
    from: '  const back = takeBack(look(), intent.id, { deps, workspace })',
    to: '  const back = []',
    test: 'test/supervisor/tree_changed.test.ts',
  },
  {
    what: 'discovery does not wait at a pipe',
    file: 'libs/workspace/files/project_text.ts',
    from: 'constants.O_RDONLY | constants.O_NONBLOCK',
    to: 'constants.O_RDONLY',
    test: 'test/workspace/discovery_siege.test.ts',
    hangs: true,
  },
  {
    what: 'the branch of a repository is read without waiting',
    file: 'libs/workspace/git/branch.ts',
    from: "const head = projectText(join(gitFolder(top), 'HEAD'))",
    to: "const head = process.getBuiltinModule('node:fs').readFileSync(join(gitFolder(top), 'HEAD'), 'utf8')",
    test: 'test/workspace/discovery_siege.test.ts',
    hangs: true,
  },
  {
    what: 'damaged steps are found before work goes on',
    file: 'libs/ledger/verify/quick_check.ts',
    from: '      ...newestSteps(db, sessionId),',
    to: '',
    test: 'test/ledger/repair.test.ts',
  },
  {
    what: 'idle strangers are closed first',
    file: 'libs/relay/http/connections.ts',
    from: 'idle.find(({ known }) => !known) ?? idle[0]',
    to: 'idle[0]',
    test: 'test/relay/idle_strangers.test.ts',
  },
  {
    what: 'each address has a share of the connections',
    file: 'libs/relay/http/connections.ts',
    from: '    if (own >= limits.connectionsPerAddress) return closeIdle(address)',
    to: '',
    test: 'test/relay/idle_strangers.test.ts',
  },
  {
    what: 'an upload in chunks counts for what arrived',
    file: 'libs/relay/http/body/body_limits.ts',
    from: 'chunked ? TRUSTED_BYTES : ',
    to: 'chunked ? settings.bodyBytes : ',
    test: 'test/relay/arriving_bodies.test.ts',
  },
  {
    what: 'an engine error has no paths and addresses',
    file: 'libs/relay/upstream/redact_engine.ts',
    from: 'named.message = hidePlaces(named.message, hosts)',
    to: 'named.message = String(named.message)',
    test: 'test/relay/engine_secret.test.ts',
  },
  {
    what: 'refused strangers are one line a minute',
    file: 'libs/relay/log/stranger_log.ts',
    from: '      if (!open && !closing.signal.aborted) {',
    to: '      if (!closing.signal.aborted) {',
    test: 'test/relay/idle_strangers.test.ts',
  },
  {
    what: 'a jump of the wall clock does not change the day',
    file: 'libs/relay/usage/steady_clock.ts',
    from: '      return at + offset',
    to: '      return at + seen',
    test: 'test/relay/usage.test.ts',
  },
  {
    what: 'a body beyond the limit is refused while it arrives',
    file: 'libs/relay/http/body/collect_body.ts',
    from: '      if (wanted > maxBytes) return end(() => reject(tooLarge()))',
    to: '',
    test: 'test/relay/hostile_bodies.test.ts',
  },
  {
    what: 'an answer that is over before it is read ends the request',
    file: 'libs/model/endpoint/transport.ts',
    from: '    const ended = failure ?? refused',
    to: '    const ended = refused',
    test: 'test/model/informational.test.ts',
    hangs: true,
  },
  {
    what: 'another protocol in the place of an answer ends the request',
    file: 'libs/model/endpoint/transport.ts',
    from: "      sent.on('upgrade', (_, socket) => {",
    to: "      sent.on('no event', (_, socket) => {",
    test: 'test/model/informational.test.ts',
  },
  {
    what: 'the folder of a project that is gone is not created again',
    file: 'libs/workspace/files/apply_edits.ts',
    from: '  if (!existsSync(rules.root))',
    to: '  if (rules.root === undefined)',
    test: 'test/workspace/edits.test.ts',
  },
]
