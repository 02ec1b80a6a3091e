import { register } from 'node:module'

// Usage: node --import scripts/test_run/register.mjs FILE.ts — runs TypeScript without a build.
register('./hooks.mjs', import.meta.url)
