import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'

/** Programs that give files other names or another place. */
export const mounts: ProgramReader = {
  name: 'mounts',
  programs: {
    'mount bindfs sshfs encfs fuse-overlayfs unionfs losetup debugfs dm-setup dmsetup':
      UNKNOWN_PROGRAM,
  },
  inspect({ name, args, walker }) {
    if (args.length > 0) walker.unsure(`${name} gives files other names`)
    return null
  },
}
