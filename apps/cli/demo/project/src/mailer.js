/** A transport is a function that takes `{ from, to, subject, text }`. */
export function consoleTransport(mail) {
  console.log(`mail to ${mail.to}: ${mail.text}`)
}

/** A transport for tests: sent mails are found in `.sent`. */
export function memoryTransport() {
  const sent = []
  return Object.assign((mail) => sent.push(mail), { sent })
}

export function createMailer(transport, from) {
  return {
    sendCode(user, code) {
      transport({
        from,
        to: user.email,
        subject: 'Your sign-in code',
        text: `Your code is ${code}. It can be used once.`,
      })
    },
  }
}
