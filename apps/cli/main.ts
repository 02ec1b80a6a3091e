import { CommanderError } from 'commander'
import { endWithReader } from '#core'
import { reportError } from './output/report_error.js'
import { buildProgram } from './program.js'

async function main(): Promise<void> {
  endWithReader()
  try {
    await buildProgram((exitCode) => {
      process.exitCode = exitCode
    }).parseAsync()
  } catch (error) {
    // Commander has said it already: help and version end well, anything else is a wrong use.
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else process.exitCode = reportError(error)
  }
}

await main()
