import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { withoutSecrets } from '#core'
import { changeNotes, type NotePlace, type NotePlaces, teach } from '#memory'

/** Sentences that tell a secret in words. */
const TELLS: [sentence: string, secret: string][] = [
  ['remember that the database password is hunter2secret99', 'hunter2secret99'],
  ['Remember that the admin password is Tr0ub4dor&3', 'Tr0ub4dor&3'],
  ['Remember: the password for the staging server is swordfish.', 'swordfish'],
  ['Remember my password: "correct horse"', 'correct'],
  ['Never forget, the PIN of the card is 4711.', '4711'],
  ['From now on use the password hunter2secret99 for the tests.', 'hunter2secret99'],
  ['Always use hunter2secret99 as the database password.', 'hunter2secret99'],
  ['Remember that our API key is k3yf0rAll.', 'k3yf0rAll'],
  ['In this project the access token of CI is 9f8e7d6c5b4a.', '9f8e7d6c5b4a'],
  ['Merk dir: das Passwort der Datenbank ist geheim123.', 'geheim123'],
  ['Merk dir, das Kennwort lautet rosenrot.', 'rosenrot'],
  ['Retiens que le mot de passe est azerty12.', 'azerty12'],
  ['Recuerda que la contraseña es abc123xyz.', 'abc123xyz'],
  ['记住：数据库密码是hunter2secret99。', 'hunter2secret99'],
]

/** Rules about secrets that tell none. */
const TELLS_NONE = `Never log passwords.
Always hash the password with bcrypt.
Remember that the password is required.
Remember that the password is at least 12 characters long.
In this project the token is checked in src/auth2.ts.
Remember: the API key is in AIRCODER_API_KEY2.
Remember that the API key is read from .env.local.
Always show that the token is invalid.
Remember that the secret is stored in vault/kv2.
Never store a token longer than 3600 seconds.
The primary key is user_id, always.
Always keep the password in $DB_PASSWORD1.
Remember that the password is never logged.
We use sha256 for passwords.
Always use argon2 for passwords.
We use base64 for tokens.
Merk dir: das Passwort ist immer verschlüsselt.`.split('\n')

function places(root: string): NotePlaces {
  const at = (scope: 'project' | 'user'): NotePlace => ({
    scope,
    folder: join(root, scope),
    trusted: () => () => true,
    willWrite() {},
  })
  return { project: at('project'), user: at('user') }
}

t.test('a sentence that tells a secret in words is stored nowhere, and one line says so', (t) => {
  const here = places(join(t.testdir(), 'notes'))
  for (const [sentence, secret] of TELLS) {
    t.notOk(withoutSecrets(sentence).includes(secret), sentence)
    const lessons = teach(sentence, here, '2026-11-23')
    t.match(lessons, [{ kind: 'refused', line: /^Not remembered, because it holds a secret: / }])
    t.notOk(JSON.stringify(lessons).includes(secret), sentence)
  }
  const change = { action: 'save', scope: 'project', type: 'feedback', name: '' } as const
  for (const [text] of TELLS)
    t.match(
      changeNotes({ ...change, description: '', text }, here, '2026-11-23'),
      /^Not remembered/,
    )
  t.notOk(existsSync(here.project.folder))
  t.notOk(existsSync(here.user.folder))
  t.end()
})

t.test('a rule about secrets that tells none is stored', (t) => {
  for (const text of TELLS_NONE) t.equal(withoutSecrets(text), text)
  t.end()
})
