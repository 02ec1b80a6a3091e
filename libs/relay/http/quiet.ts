declare module 'fastify' {
  interface FastifyContextConfig {
    quiet?: boolean
  }
}

/** For routes that machines and open pages call every few seconds: a log line for each would bury all others. */
export const QUIET = { config: { quiet: true } }
