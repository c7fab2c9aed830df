import { fail } from './errors.ts'
import { maxFileBytes, type Upload } from './multipart.ts'

/**
 * A file that comes as text, `data:<type>;base64,<bytes>`. What the bytes are is for the decoder to find out.
 * @throws request.invalid for any other text, upload.not_an_image for another type, upload.too_large
 */
export function uploadOfDataUrl(text: string, path: string): Upload {
  const [head, mimeType] = /^data:([\w.+/-]{0,100});base64,/i.exec(text) ?? []
  if (head === undefined || mimeType === undefined)
    throw fail('request.invalid', { issues: [{ path, message: 'not a data URL in base64' }] })
  if (!mimeType.toLowerCase().startsWith('image/')) throw fail('upload.not_an_image')
  const bytes = Buffer.from(text.slice(head.length), 'base64')
  if (bytes.length > maxFileBytes) throw fail('upload.too_large')
  return { bytes, name: 'picture', mimeType }
}
