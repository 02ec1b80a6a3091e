/** A graphics card as nvidia-smi reports it. */
export interface Card {
  name: string
  totalBytes: number
  usedBytes: number
}

/** Arguments of nvidia-smi; `readCards` reads the output. */
export const CARD_QUERY = [
  '--query-gpu=name,memory.total,memory.used',
  '--format=csv,noheader,nounits',
]

const MIB = 1_048_576

/** Reads nvidia-smi's answer to CARD_QUERY; other lines are skipped. */
export function readCards(text: string): Card[] {
  return text.split('\n').flatMap((line) => {
    const [name = '', total, used] = line.split(',').map((part) => part.trim())
    const totalBytes = Number(total) * MIB
    if (name === '' || !(totalBytes > 0)) return []
    return [{ name, totalBytes, usedBytes: (Number(used) || 0) * MIB }]
  })
}

const UNITS: Record<string, number> = { k: 1_024, m: MIB, g: 1_073_741_824, t: 1_099_511_627_776 }

/**
 * Reads a size as people write it: `24G`, `24GiB`, `24576M`, `16000000000`.
 * @returns null for anything else
 */
export function readSize(text: string): number | null {
  const found = /^(\d+(?:\.\d+)?)\s*(?:([kmgt])i?)?b?$/i.exec(text.trim())
  if (found === null) return null
  const bytes = Number(found[1]) * (UNITS[found[2]?.toLowerCase() ?? ''] ?? 1)
  return bytes > 0 ? Math.round(bytes) : null
}
