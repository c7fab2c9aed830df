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
