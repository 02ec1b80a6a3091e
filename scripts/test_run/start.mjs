import { pathToFileURL } from 'node:url'

// Usage: node scripts/test_run/start.mjs FILE BUNDLE: runs the bundle of a test file under the name of that file,
// which tap puts into its report and into the names of its folders.
const [file, bundle] = process.argv.splice(1, 3).slice(1)
process.argv.splice(1, 0, file)
await import(pathToFileURL(bundle).href)
