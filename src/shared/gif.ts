/** A GIF's address on our own origin: its provider and its id there. */
const gifAddress = /^\/gifs\/(scene|giphy|klipy)\/([A-Za-z0-9_-]{1,100})\.webp$/

export function gifAddressOf(provider: string, id: string): string {
  return `/gifs/${provider}/${id}.webp`
}

/** Null for what is no address of a GIF of ours. */
export function parseGifAddress(address: string): { provider: string; id: string } | null {
  const [, provider, id] = gifAddress.exec(address) ?? []
  return provider === undefined || id === undefined ? null : { provider, id }
}

/** The address of the still first frame; null for pictures that have none, such as GIFs of before. */
export function stillOf(address: string): string | null {
  return gifAddress.test(address) ? address.replace(/\.webp$/, '.still.webp') : null
}
