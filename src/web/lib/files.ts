import type { AnyEndpoint } from '#shared/api/endpoint.ts'
import { ApiError, send, type CallOptions, type Parts } from './api.ts'

/** Hands a file to the browser's downloads. */
export function download(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun by then; in the same tick some browsers would find nothing.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Fetches the file that an endpoint answers and hands it to the browser's downloads: a plain link could not
 * carry the session. Throws what `call` throws; of a file that breaks off nothing is kept.
 */
export async function downloadFile<E extends AnyEndpoint>(
  endpoint: E,
  name: string,
  options: CallOptions<E>,
): Promise<void> {
  const parts: Parts = { ...(options as Parts), headers: { Accept: '*/*' } }
  const response = await send(endpoint, parts)
  const file = await response.blob().catch(() => {
    throw new ApiError(response.status, 'offline', '')
  })
  download(file, name)
}

/** A file as a data address, which session storage can keep. Rejects when it cannot be read. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })
}

/** The file of a data address again; the content security policy keeps `fetch` from reading it. */
export function toFile(dataUrl: string, name: string): File {
  const [head = '', data = ''] = dataUrl.split(',', 2)
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new File([bytes], name, { type })
}
