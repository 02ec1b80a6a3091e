import { crc32, deflateRawSync, gzipSync } from 'node:zlib'

export interface ZipPart {
  name: string
  body?: Buffer | string
  /** st_mode in the upper half of the external attributes; 0: none is set. */
  mode?: number
  /** Flag bits, e.g. 1 for locked. */
  flags?: number
  /** What its head says of its size, where that is a lie. */
  size?: number
}

/** A zip as a hostile tool would write it: names and heads exactly as given. */
export function makeZip(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let at = 0
  for (const { name, body = 'x', mode = 0, flags = 0, size } of parts) {
    const raw = Buffer.from(body)
    const packed = deflateRawSync(raw)
    const file = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(flags | 0x800, 2)
    head.writeUInt16LE(8, 4)
    head.writeUInt32LE(crc32(raw), 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size ?? raw.length, 18)
    head.writeUInt16LE(file.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), head, file, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE((mode << 16) >>> 0, 6)
    tail.writeUInt32LE(at, 10)
    central.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), head, tail, file]))
    locals.push(local)
    at += local.length
  }
  const index = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(index.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, index, Buffer.from('504b0506', 'hex'), end])
}

export interface TarPart {
  name: string
  body?: Buffer | string
  /** `0` file, `1` hard link, `2` symbolic link, `3` device, `5` folder, `6` pipe. */
  type?: string
  link?: string
  mode?: number
  /** What its head says of its size, where that is a lie. */
  size?: number
}

/** A tar in the ustar form. */
export function makeTar(parts: readonly TarPart[]): Buffer {
  const blocks = parts.flatMap(({ name, body = '', type = '0', link = '', mode = 0o644, size }) => {
    const bytes = Buffer.from(body)
    const head = Buffer.alloc(512)
    head.write(name, 0, 100)
    head.write(`${mode.toString(8).padStart(7, '0')}\0`, 100)
    head.write('0000000\x000000000\0', 108)
    head.write(`${(size ?? bytes.length).toString(8).padStart(11, '0')}\0`, 124)
    head.write('00000000000\0', 136)
    head.write('        ', 148)
    head.write(type, 156)
    head.write(link, 157, 100)
    head.write('ustar\x0000', 257)
    const sum = head.reduce((total, byte) => total + byte, 0)
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
    return [head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1_024)])
}

export function makeTarGz(parts: readonly TarPart[]): Buffer {
  return gzipSync(makeTar(parts))
}
