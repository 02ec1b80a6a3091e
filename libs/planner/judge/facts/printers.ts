/** Programs that print their own arguments: what they print was written by the model. */
export const PRINTERS =
  /^\s*(echo|printf|cat\s*<<|node\s+-(e|p)|python\S*\s+-c|perl\s+-e|ruby\s+-e|awk\s+'?BEGIN|deno eval)/
