/** Null for what is none. Browsers that the build is for do not all have `URL.parse`. */
function readAddress(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}

/**
 * Whether a profile may link to an address as it is: http or https, and no name
 * before the host, which would pass for the host.
 */
export function isWebsite(address: string): boolean {
  return /^https?:\/\/[^\s/?#@\\]+(?:[/?#]\S*)?$/i.test(address) && readAddress(address) !== null
}

interface Site {
  /** What comes before the handle in the address of a member's page. */
  page: string
  /** Other hosts of the same site. */
  hosts?: readonly string[]
  handle: RegExp
}

const plainHandle = /^@?(?=.*[a-z\d])[\w.-]{1,100}$/i

const sites = {
  X: { page: 'https://x.com/', hosts: ['twitter.com'], handle: plainHandle },
  youtube: {
    page: 'https://www.youtube.com/@',
    handle: /^@?(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}_.·-]{1,100}$/u,
  },
  instagram: { page: 'https://www.instagram.com/', handle: plainHandle },
  tiktok: { page: 'https://www.tiktok.com/@', handle: plainHandle },
  imdb: { page: 'https://www.imdb.com/user/', handle: plainHandle },
  tmdb: { page: 'https://www.themoviedb.org/u/', handle: plainHandle },
} as const satisfies Record<string, Site>

export type SocialSite = keyof typeof sites

export const socialSites = Object.keys(sites) as SocialSite[]

/** Where a member is found on another site. */
export interface SocialPage {
  href: string
  /** Without a leading @; null for a page of the site that is not known to be that of a handle. */
  handle: string | null
  /** The same in as few words as it was given. */
  short: string
}

const bareHost = (url: URL) => url.hostname.replace(/^(www|m|mobile)\./, '')

/** The address of a page of that very site, with or without `https://`. */
function addressOn({ page, hosts = [] }: Site, given: string): URL | null {
  const url = readAddress(/^https?:\/\//i.test(given) ? given : `https://${given}`)
  if (!url || url.username || url.password || url.port || /\s/.test(given)) return null
  return [bareHost(new URL(page)), ...hosts].includes(bareHost(url)) ? url : null
}

/**
 * The page that a handle or an address of that site stands for; null for anything else. An address is reduced to the
 * handle where it is that of a member's page.
 */
export function socialPage(site: SocialSite, text: string): SocialPage | null {
  const { page, handle: pattern }: Site = sites[site]
  const given = text.trim()
  const url = addressOn(sites[site], given)
  if (!url) {
    if (!pattern.test(given)) return null
    const handle = given.replace(/^@/, '')
    return { href: page + encodeURIComponent(handle), handle, short: given }
  }
  const path = decodePath(url.pathname)
  const prefix = new URL(page).pathname
  const handle = path.startsWith(prefix) ? path.slice(prefix.length).replace(/\/$/, '') : ''
  if (pattern.test(handle)) return { href: page + encodeURIComponent(handle), handle, short: handle }
  if (path === '/') return null
  const href = `https://${url.hostname}${url.pathname}`
  return { href, handle: null, short: href }
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Without what is no link: older versions kept whatever they were given. */
export function withoutDeadLinks<Links extends Partial<Record<SocialSite | 'website', string | undefined>>>(
  links: Links,
): Links {
  const isAlive = ([kind, text]: [string, unknown]) =>
    typeof text === 'string' &&
    (kind === 'website' ? isWebsite(text) : socialPage(kind as SocialSite, text) !== null)
  return Object.fromEntries(Object.entries(links).filter(isAlive)) as Links
}
