/** Programs that only show something. */
const SHOWS =
  /^\s*(?:cat|head|tail|ls|wc|nl|grep|rg|find|pwd|file|stat|tree|sed -n|git (?:status|log|diff|show|branch))(?:\s[^>]*)?$/

/** Whether each part of a command only shows something and changes nothing. */
export function onlyShows(command: string): boolean {
  return command.split(/&&|\|\||[;|\n]/).every((part) => SHOWS.test(part))
}
