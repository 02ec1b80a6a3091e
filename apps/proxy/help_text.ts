import { buildProgram } from './program.js'

/** The text of `aircoder-proxy --help`. The build replaces this file by the text itself. */
export const HELP = buildProgram().helpInformation()
