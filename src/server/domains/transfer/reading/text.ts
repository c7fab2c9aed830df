import { fail } from '#server/core/errors.ts'

/** Text of a file: UTF-8 with or without a mark, or UTF-16 with one; ends of lines become `\n`. @throws import.not_a_file */
export function textOf(file: string, bytes: Buffer): string {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe
  const text = decode(bytes, wide ? 'utf-16le' : 'utf-8')
  if (text === null || text.includes('\0'))
    throw fail('import.not_a_file', { issues: [{ path: file, message: 'not a text in UTF-8' }] })
  return text.replaceAll(/\r\n?/g, '\n')
}

function decode(bytes: Buffer, encoding: 'utf-8' | 'utf-16le'): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
