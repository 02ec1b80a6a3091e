import { createApp } from './app.js'
import { systemClock } from './clock.js'
import { randomCode } from './codes.js'
import { readConfig } from './config.js'
import { consoleTransport } from './mailer.js'
import { startServer } from './server.js'

const config = readConfig(process.env)
const app = createApp({
  config,
  clock: systemClock,
  makeCode: randomCode,
  transport: consoleTransport,
})

startServer(app.handle, config.port, () => {
  console.log(`tokenbox listens on http://127.0.0.1:${config.port}`)
})
