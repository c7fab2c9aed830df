/** Audiences from everybody to only the owner; each includes all that follow it. */
export const audiences = ['public', 'members', 'followers', 'mutuals', 'link', 'me'] as const
export type Audience = (typeof audiences)[number]

/** What a member chooses an audience for. */
export const audienceKinds = [
  'logs',
  'reviews',
  'lists',
  'watchlist',
  'favourites',
  'statistics',
  'profile',
] as const
export type AudienceKind = (typeof audienceKinds)[number]
export type Audiences = Record<AudienceKind, Audience>

/** Kinds of which each item has its own audience. */
export const itemKinds = ['logs', 'reviews', 'lists', 'watchlist', 'favourites'] as const
export type ItemKind = (typeof itemKinds)[number]

/** Parts of which a member has only one, with one audience. */
export type MemberPart = 'favourites' | 'statistics' | 'profile'

/** Audiences that all kinds can have; `link` is for lists only. */
export const commonAudiences = ['public', 'members', 'followers', 'mutuals', 'me'] as const
export type CommonAudience = (typeof commonAudiences)[number]

/** As whom a member may view what is theirs. */
export const standIns = ['guest', 'member', 'follower'] as const
export type StandIn = (typeof standIns)[number]

/** Whether one audience excludes somebody who is in the other. */
export const isNarrower = (audience: Audience, than: Audience): boolean =>
  audiences.indexOf(audience) > audiences.indexOf(than)

/** Whether something is private, that is, shown in no list of another member. */
export const isPrivateAudience = (audience: Audience): boolean => isNarrower(audience, 'mutuals')
