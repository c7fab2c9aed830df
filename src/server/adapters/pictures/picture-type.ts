/** The media type by the first bytes; null for what is no picture that Scene shows (SVG is none). */
export function pictureType(bytes: Buffer): 'image/gif' | 'image/jpeg' | 'image/png' | 'image/webp' | null {
  const starts = (signature: string) => bytes.subarray(0, signature.length / 2).toString('hex') === signature
  if (starts('ffd8ff')) return 'image/jpeg'
  if (starts('89504e470d0a1a0a')) return 'image/png'
  if (starts('474946383761') || starts('474946383961')) return 'image/gif'
  const riff = starts('52494646') && bytes.subarray(8, 12).toString('latin1') === 'WEBP'
  return riff ? 'image/webp' : null
}
