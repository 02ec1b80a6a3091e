import type { Readable } from 'node:stream'

/**
 * Reads a pipe to its end and frees the memory of each chunk at once. The garbage collector checks external
 * memory only every 32 MiB, so a command that prints fast would use 40-50 MB more (bench/tools/output).
 * @param take  must copy what it keeps: the chunk is empty afterwards
 */
export function drain(pipe: Readable, take: (chunk: Buffer) => void): void {
  // What is handed over to a closed port is gone: the standard's way to let go of a buffer.
  const { port1: nowhere, port2 } = new MessageChannel()
  port2.close()
  nowhere.close()
  pipe.on('data', (chunk: Buffer) => {
    take(chunk)
    const { buffer } = chunk
    // A part of something larger has other owners.
    if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.length)
      nowhere.postMessage(null, [buffer])
  })
  // We closed the pipe while data was arriving; that is not an error of the command.
  pipe.on('error', () => undefined)
}
