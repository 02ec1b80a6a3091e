/**
 * What yolo mode allows, and what stays denied in it: the paths of the settings, and what commands cannot reach.
 * @param home  the folder that `~` names: a path inside it is listed once, however it is written
 */
export function describeYolo(
  deny: readonly string[],
  { isBoxed, network, home }: { isBoxed: boolean; network: boolean; home: string },
): string {
  const paths = [
    ...new Set(
      deny.map((path) => (path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path)),
    ),
  ]
  const denied = paths.length === 0 ? 'no paths' : paths.join(', ')
  const reach = network ? 'may use the network' : 'have no network in the sandbox'
  const commands = isBoxed ? reach : 'have no sandbox: they may write anywhere and use the network'
  return [
    'In yolo mode the agent edits files and runs commands without a question.',
    `Still denied: ${denied}; settings and git internals that start programs; commands ${commands}.`,
  ].join('\n')
}
