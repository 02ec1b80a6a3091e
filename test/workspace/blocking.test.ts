import t from 'tap'
import { openWorkspace } from '#workspace'

const root = t.testdir({
  'package.json': JSON.stringify({
    scripts: {
      dev: 'vite',
      start: 'npm run dev',
      build: 'vite build',
      test: 'vitest run',
      watch: 'tsc -w',
      'test:watch': 'jest --watch',
      loop: 'npm run loop',
    },
  }),
})
const { blocksForeground } = openWorkspace({ root, deny: [], env: {} })

t.test('row 173: recognises commands that do not end by themselves', async (t) => {
  const blocking = [
    'vite',
    'npx vite --port 3000',
    'npm run dev',
    'npm start',
    'yarn dev',
    'pnpm run watch',
    'npm run test:watch',
    'next dev',
    'cd app && next dev',
    'NODE_ENV=development nodemon src/a.js',
    'flask run',
    'flask --app x run',
    'uvicorn main:app --reload',
    'python -m http.server 8000',
    'python3 manage.py runserver',
    'python',
    'python3.12 -i',
    'node',
    'rails s',
    'php -S localhost:8000',
    'cargo watch -x test',
    'tsc --watch',
    'jest --watchAll',
    'tail -f log.txt',
    'tail -n 5 -F log.txt',
    'journalctl -fu nginx',
    'watch ls',
    'vim a.txt',
    'nano a.txt',
    'less a.txt',
    'top',
    'docker compose up',
    './gradlew bootRun',
    'kubectl logs -f pod',
    'bash -c "npm run dev"',
    'sudo tail -f /var/log/x',
    'mysql -u root',
  ]
  for (const command of blocking) t.type(blocksForeground(command), 'string', command)
  t.match(blocksForeground('npm start'), /npm start runs `npm run dev`.*runs `vite`: vite serves/)
})

t.test('row 173: accepts commands that end by themselves', async (t) => {
  const fine = [
    'npm run build',
    'npm test',
    'npm install',
    'npm run loop',
    'npm run nonesuch',
    'vite build',
    'vite --version',
    'next build',
    'tsc --noEmit',
    'jest',
    'vitest run',
    'node a.js',
    'node --version',
    'python a.py',
    'python -m pytest',
    'python -c "print(1)"',
    'echo x | python3',
    'python3 < a.py',
    'tail -5 log.txt',
    'tail -f log.txt | head -3',
    'timeout 5 npm run dev',
    'npm run dev & sleep 2; curl localhost:5173; kill %1',
    'git log | less',
    'cat a.txt',
    'docker compose up -d',
    'docker ps',
    'cargo test',
    'flask routes',
    'echo vite',
    'grep -rn "npm start" .',
    'rails routes',
    'psql -c "select 1"',
    'sqlite3 a.db "select 1"',
    'ssh host ls',
    'top -b -n1',
    'make watch-test',
    'not a ( shell text',
  ]
  for (const command of fine) t.equal(blocksForeground(command), null, command)
})
