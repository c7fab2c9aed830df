import type { Config } from '#server/config.ts'

const domains: Readonly<Record<string, string>> = { giphy: 'giphy.com', klipy: 'klipy.com' }

/**
 * Whether a file of a provider may be fetched from an address: https, at a host of the provider (compared label by
 * label), without port and name. With a base address of the operator's only what lies below it.
 */
export function createGifHosts({ mediaBaseUrl }: Pick<Config['gifs'], 'mediaBaseUrl'>) {
  const base = mediaBaseUrl === null ? null : new URL(mediaBaseUrl)
  return (provider: string, address: string): boolean => {
    if (!URL.canParse(address)) return false
    const { protocol, hostname, port, username, password, origin, pathname } = new URL(address)
    if (username !== '' || password !== '') return false
    if (base) return origin === base.origin && pathname.startsWith(base.pathname)
    const domain = domains[provider]
    if (!domain || protocol !== 'https:' || port !== '') return false
    return hostname === domain || hostname.endsWith(`.${domain}`)
  }
}
