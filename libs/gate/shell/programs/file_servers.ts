import { type ProgramReader, UNKNOWN_PROGRAM } from '../readers/program.js'
import { HERE, useTree } from '../readers/tree.js'

/** Programs that serve a whole folder to others. */
export const file_servers: ProgramReader = {
  name: 'file_servers',
  programs: {
    'zipapp caddy darkhttpd webfsd miniserve httpd dufs http.server SimpleHTTPServer http-server serve live-server':
      UNKNOWN_PROGRAM,
  },
  inspect(call) {
    useTree(HERE, call)
    return null
  },
}
