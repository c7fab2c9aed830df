/** The picture as a data address, which session storage can keep. Rejects when it cannot be read. */
export function toDataUrl(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The picture cannot be read')))
    reader.readAsDataURL(picture)
  })
}

/** The picture of a data address as a file; the content security policy keeps `fetch` from reading it. */
export function toFile(dataUrl: string, name: string): File {
  const [head = '', data = ''] = dataUrl.split(',', 2)
  const type = /^data:([^;]+)/.exec(head)?.[1] ?? ''
  const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
  return new File([bytes], name, { type })
}
