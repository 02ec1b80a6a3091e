import { createHash } from 'node:crypto'
import { dirname, join, relative } from 'node:path'
import { build } from 'esbuild'

/** How esbuild writes a static import when it minifies white space. */
const IMPORT = /\bimport(?:\{([^{}]*)\}from)?"(\.[^"]+\.js)";/g

/**
 * Merges the shared chunks that a program loads at its start, because node needs about a millisecond for
 * each file: into one file of its own, one that the other programs can load too, and one that every program loads before it
 * knows its words.
 * @param bundle  esbuild's result; `outputFiles` and `metafile` are changed in place
 * @param options.root    the folder that the paths of the metafile are relative to
 * @param options.folder  the folder of the chunks, relative to the root
 * @param options.starts  sources of the entry points that the start loads
 * @param options.apart   sources of entry points; what they load statically is a file of its own
 * @param options.others  sources of the other programs
 */
export async function mergeChunks(bundle, { root, folder, starts, apart, others }) {
  const { outputs } = bundle.metafile
  const separate = loadedBy(outputs, apart, ['import-statement'])
  // `--version` is answered with these alone, and a file costs it as much as what it does.
  const first = [...separate].filter((path) => outputs[path].entryPoint === undefined)
  const shared = loadedBy(outputs, others, ['import-statement', 'dynamic-import'])
  const loaded = [...loadedBy(outputs, starts, ['import-statement'])].filter(
    (path) => !separate.has(path) && outputs[path].entryPoint === undefined,
  )
  const [own, both] = [false, true].map((is) => loaded.filter((path) => shared.has(path) === is))
  // The shared file first: the other one imports it.
  await merge(bundle, first, { root, folder, name: 'first' })
  await merge(bundle, both, { root, folder, name: 'shared' })
  await merge(bundle, own, { root, folder, name: 'start' })
}

async function merge(bundle, chosen, { root, folder, name }) {
  if (chosen.length < 2) return
  const { outputs } = bundle.metafile
  const place = (file) => relative(root, file.path)
  const files = new Map(bundle.outputFiles.map((file) => [place(file), file]))
  const contents = await joinFiles(chosen, outputs, { root, folder, files })
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase()
  const merged = join(folder, `${name}-${hash}.js`)

  bundle.outputFiles = bundle.outputFiles.filter((file) => !chosen.includes(place(file)))
  for (const file of bundle.outputFiles) redirect(file, { at: place(file), chosen, merged })
  bundle.outputFiles.push({ path: join(root, merged), contents, text: contents.toString() })
  outputs[merged] = {
    bytes: contents.length,
    inputs: Object.assign({}, ...chosen.map((path) => outputs[path].inputs)),
    imports: chosen.flatMap((path) =>
      outputs[path].imports.filter((one) => !chosen.includes(one.path)),
    ),
    exports: [],
  }
  for (const path of chosen) delete outputs[path]
  for (const { imports } of Object.values(outputs))
    for (const one of imports) if (chosen.includes(one.path)) one.path = merged
}

/** The outputs that these entry points load. */
function loadedBy(outputs, sources, kinds) {
  const found = new Set()
  const walk = (path) => {
    if (found.has(path) || outputs[path] === undefined) return
    found.add(path)
    for (const next of outputs[path].imports) if (kinds.includes(next.kind)) walk(next.path)
  }
  for (const path of Object.keys(outputs))
    if (sources.includes(outputs[path].entryPoint)) walk(path)
  return found
}

/** Chunks have the same short names for their exports, so each gets the number of its chunk. */
function exported(index, name) {
  return `m${index}_${name}`
}

async function joinFiles(chosen, outputs, { root, folder, files }) {
  const exports = chosen.map((path, index) => {
    const names = outputs[path].exports.map((name) => `${name} as ${exported(index, name)}`)
    return `export { ${names.join(', ')} } from ${JSON.stringify(`./${path}`)}`
  })
  const chunks = {
    name: 'chunks',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind === 'dynamic-import' || !path.startsWith('.')) return { path, external: true }
        const found = importer === '<stdin>' ? path.slice(2) : join(folder, path)
        if (chosen.includes(found)) return { path: found, namespace: 'chunk' }
        return { path, external: true }
      })
      onLoad({ filter: /.*/, namespace: 'chunk' }, ({ path }) => ({
        contents: files.get(path).text,
      }))
    },
  }
  const { outputFiles } = await build({
    stdin: { contents: exports.join('\n'), resolveDir: root },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minifySyntax: true,
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'error',
    write: false,
    plugins: [chunks],
  })
  return Buffer.from(outputFiles[0].contents)
}

/** Lets the imports of one file lead to the merged one. @throws when an import has an unknown form */
function redirect(file, { at, chosen, merged }) {
  const from = dirname(at)
  const target = relative(from, merged)
  const path = JSON.stringify(target.startsWith('.') ? target : `./${target}`)
  let isImported = false
  const once = (line) => {
    const wanted = isImported ? '' : line
    isImported = true
    return wanted
  }
  const text = file.text.replace(IMPORT, (whole, names, wanted) => {
    const index = chosen.indexOf(join(from, wanted))
    if (index === -1) return whole
    if (names === undefined) return once(`import${path};`)
    const specifiers = names.split(',').map((name) => {
      const [outer, inner = outer] = name.trim().split(' as ')
      return `${exported(index, outer)} as ${inner}`
    })
    return `import{${specifiers.join(',')}}from${path};`
  })
  const left = chosen.find((chunk) => text.includes(`/${chunk.split('/').at(-1)}"`))
  if (left !== undefined) throw new Error(`${at}: an import of ${left} has an unknown form`)
  if (text !== file.text) file.contents = Buffer.from(text)
}
