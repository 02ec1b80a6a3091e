import { z } from 'zod'

/** A path, an address or an id that a call must name. */
export const Place = z.string().min(1).meta({ place: true })
/** The same for an argument that may be empty. */
export const OpenPlace = z.string().meta({ place: true })
/** Lines of a file, or none. */
export const FileText = z.string().meta({ fileText: true })
/** A whole text, of a file or of a note. */
export const WholeText = z.string().meta({ fileText: true, jsonText: true })
