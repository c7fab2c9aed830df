import type { Profile } from './profile-tabs.ts'

/** In the order in which a profile shows them. */
export const connectionKinds = ['website', 'X', 'youtube', 'instagram', 'tiktok', 'imdb', 'tmdb'] as const
export type ConnectionKind = (typeof connectionKinds)[number]

/** What comes before the handle in the address of a member's page. */
const sites: Record<Exclude<ConnectionKind, 'website'>, string> = {
  X: 'https://x.com/',
  youtube: 'https://www.youtube.com/@',
  instagram: 'https://www.instagram.com/',
  tiktok: 'https://www.tiktok.com/@',
  imdb: 'https://www.imdb.com/user/',
  tmdb: 'https://www.themoviedb.org/u/',
}

export interface Connection {
  kind: ConnectionKind
  href: string
  /** The website without its scheme, else `@` and the handle. */
  text: string
}

function webAddress(text: string): URL | null {
  const url = URL.parse(text)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url : null
}

const bareHost = (url: URL) => url.hostname.replace(/^(www|m|mobile)\./, '')

/** A handle may have been given as the address of its page, with or without `https://`. */
function addressOn(site: string, handle: string): URL | null {
  const url = webAddress(handle) ?? webAddress(`https://${handle}`)
  return url && bareHost(url) === bareHost(new URL(site)) ? url : null
}

function website(address: string): Connection | null {
  const url = webAddress(address)
  if (!url) return null
  return { kind: 'website', href: address, text: address.replace(/^https?:\/\//i, '').replace(/\/$/, '') }
}

/** The page of a handle: the site's, then the handle without a leading @ (specification 1, section 2). */
function pageOf(kind: Exclude<ConnectionKind, 'website'>, handle: string): Connection | null {
  const address = addressOn(sites[kind], handle)
  if (address) {
    const text = `${bareHost(address)}${address.pathname}`.replace(/\/$/, '')
    return { kind, href: address.href, text }
  }
  const name = handle.replace(/^@/, '')
  if (name === '') return null
  return { kind, href: sites[kind] + name.split('/').map(encodeURIComponent).join('/'), text: `@${name}` }
}

/** The links that a member set and that can be followed. */
export function connectionsOf(socials: Profile['socials']): Connection[] {
  return connectionKinds.flatMap((kind) => {
    const value = socials[kind]?.trim() ?? ''
    if (value === '') return []
    return (kind === 'website' ? website(value) : pageOf(kind, value)) ?? []
  })
}
