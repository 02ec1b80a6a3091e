import { type Command, Option } from 'commander'

/** Flags of what continues a session: which one, and whether in a copy. */
export function withSession(command: Command): Command {
  return command
    .option('-c, --continue', 'continue the last session of this folder')
    .addOption(
      new Option('-r, --resume [id]', 'continue this session; without an id choose one').conflicts(
        'continue',
      ),
    )
    .option('--fork-session', 'go on in a copy of the session that -c or -r names')
}
