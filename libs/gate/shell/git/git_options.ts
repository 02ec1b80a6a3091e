import type { Spec } from '../readers/program.js'

const WORDS: Partial<Spec> = {
  path: '-F --file --pathspec-from-file --template -X --exclude-from',
  write: '-o --output --output-directory --separate-git-dir',
}

/** Options with a value of the commands that move the work tree, so that what is left are commits. */
const MOVING: Record<string, Partial<Spec>> = {
  switch: { value: '-c -C --create --force-create --orphan --conflict' },
  checkout: { value: '-b -B --orphan --conflict' },
  restore: { value: '-s --source --conflict' },
  merge: { value: '-s --strategy -X --strategy-option --cleanup -m --message --into-name' },
  rebase: { value: '--onto -x --exec -s --strategy -X --strategy-option -C --empty' },
  'cherry-pick': { path: '', value: '-m --mainline --strategy -X --strategy-option --cleanup' },
  revert: { path: '', value: '-m --mainline --strategy -X --strategy-option --cleanup' },
}

/** How the arguments of a command of git are read. */
export function wordsFor(command: string): Partial<Spec> {
  const value = '-n -b -B -U --max-count --depth --branch --orphan --skip --strategy -j'
  const both = { path: WORDS.path ?? '', write: WORDS.write ?? '', value }
  if (command === 'grep')
    return { text: '-e', value: '-m --max-count -A -B -C --threads', path: '-f' }
  if (command === 'config')
    return { value: '--type --default --comment --value --url', path: '-f --file --blob' }
  if (command === 'clone')
    return {
      ...both,
      value: '-b --branch --depth -j -o --origin --filter',
      text: '-u --upload-pack -c --config',
    }
  if (command === 'commit')
    return {
      ...both,
      text: '-m --message --author --date -C -c --fixup --squash --trailer',
      value: '',
    }
  const moving = MOVING[command]
  if (moving !== undefined) return { path: WORDS.path, ...moving }
  if (/^(?:tag|notes|stash)$/.test(command))
    return { ...both, text: '-m --message --author --date' }
  if (/^(?:log|shortlog|show|diff|rev-list|whatchanged|reflog)$/.test(command))
    return {
      ...both,
      text: '--grep --author --committer -S -G --format --pretty --since --until --after --before --date -L',
      value: '-n -U --max-count --skip',
    }
  return both
}
