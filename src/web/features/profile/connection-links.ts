import { socialPage, type SocialSite } from '#shared/socials.ts'
import { isWebsite } from '#shared/socials.ts'
import type { Profile } from '#web/features/members/members.api.ts'

/** In the order in which a profile shows them. */
const connectionKinds = ['website', 'X', 'youtube', 'instagram', 'tiktok', 'imdb', 'tmdb'] as const
type ConnectionKind = (typeof connectionKinds)[number]

interface Connection {
  kind: ConnectionKind
  href: string
  /** The website without its scheme, else `@` and the handle. */
  text: string
}

function website(address: string): Connection | null {
  if (!isWebsite(address)) return null
  return { kind: 'website', href: address, text: withoutScheme(address) }
}

const withoutScheme = (address: string) => address.replace(/^https?:\/\//i, '').replace(/\/$/, '')

function onSite(kind: SocialSite, given: string): Connection | null {
  const page = socialPage(kind, given)
  return page && { kind, href: page.href, text: page.handle ? `@${page.handle}` : withoutScheme(page.href) }
}

/** The links that a member set and that can be followed. */
export function connectionsOf(socials: Profile['socials']): Connection[] {
  return connectionKinds.flatMap((kind) => {
    const value = socials[kind]?.trim() ?? ''
    if (value === '') return []
    return (kind === 'website' ? website(value) : onSite(kind, value)) ?? []
  })
}
