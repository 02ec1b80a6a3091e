const ENTERED = /\bimport\s*(type\s+)?\{([^}]*)\}\s*from\s*'#([\w-]+)'/g
const PASSED_ON = /\bexport\s*\{([^}]*)\}\s*from\s*'\.\/([^']+)'/g

/**
 * Bundles are split by whole files, so one import of a room's index would bring the whole room into
 * the start of a program. This names the file behind the door for each value that is imported.
 * @param source  TypeScript whose imports name rooms as `#room`
 * @param doorOf  gives the text of a room's index, or null
 * @param place   gives the path of a room's file for the import
 * @returns       the text; an import with a name that the index does not pass on stays as it is
 */
export function throughDoors(source, doorOf, place) {
  return source.replace(ENTERED, (whole, type, names, room) => {
    if (type) return ''
    const door = doorOf(room)
    if (door === null) return whole
    const files = filesBehind(door)
    const wanted = specifiers(names).filter(({ type }) => !type)
    if (wanted.some(({ name }) => !files.has(name))) return whole
    return wanted
      .map(({ name, local }) => {
        const { file, inner } = files.get(name)
        return `import { ${inner} as ${local} } from ${JSON.stringify(place(room, file))}`
      })
      .join('; ')
  })
}

/** Name outside -> the file that has it, and its name there. */
function filesBehind(door) {
  const found = new Map()
  for (const [, names, file] of door.matchAll(PASSED_ON)) {
    for (const { name, local, type } of specifiers(names)) {
      if (!type) found.set(local, { file: file.replace(/\.js$/, '.ts'), inner: name })
    }
  }
  return found
}

function specifiers(names) {
  const parts = names.split(',').map((part) => part.trim())
  return parts.filter(Boolean).map((part) => {
    const [, type, name, local] = /^(type\s+)?(\w+)(?:\s+as\s+(\w+))?$/.exec(part) ?? []
    return { type: Boolean(type), name, local: local ?? name }
  })
}
