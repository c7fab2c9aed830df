/** Who sees what, from everybody to nobody but its owner: each includes those after it. */
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

/** Those of which every item has an audience of its own. */
export const itemKinds = ['logs', 'reviews', 'lists', 'watchlist', 'favourites'] as const
export type ItemKind = (typeof itemKinds)[number]

/** What a member has one audience for. */
export type MemberPart = 'favourites' | 'statistics' | 'profile'

/** Those that all kinds can have: a list alone can be for whoever has its address. */
export const commonAudiences = ['public', 'members', 'followers', 'mutuals', 'me'] as const
export type CommonAudience = (typeof commonAudiences)[number]

/** As whom a member may look at what is their own. */
export const standIns = ['guest', 'member', 'follower'] as const
export type StandIn = (typeof standIns)[number]

/** Whether one audience leaves out somebody who is of another. */
export const isNarrower = (audience: Audience, than: Audience): boolean =>
  audiences.indexOf(audience) > audiences.indexOf(than)

/** What the specification calls private: in no list of another member. */
export const isPrivateAudience = (audience: Audience): boolean => isNarrower(audience, 'mutuals')
