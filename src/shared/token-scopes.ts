/** What a personal token may be allowed, by noun and verb. In the order in which they are offered. */
export const tokenScopes = [
  'films:read',
  'logs:read',
  'logs:write',
  'lists:read',
  'lists:write',
  'watchlist:read',
  'watchlist:write',
  'profile:read',
  'profile:write',
  'social:write',
  'notifications:read',
  'notifications:write',
  'import:read',
  'import:write',
  'export:read',
  'assistant:write',
] as const
export type TokenScope = (typeof tokenScopes)[number]

/** What each allows, in the words of the API document. */
export const scopeTexts: Record<TokenScope, string> = {
  'films:read': 'Films, people and GIFs: search and browse them, with your own marks on their pages',
  'logs:read': 'Logs, reviews, comments, diary and tags: yours, and those of others that you may see',
  'logs:write': 'Log films, change and delete your logs, mark films as seen, choose posters',
  'lists:read': 'Lists: yours, private ones too, and those of others that you may see',
  'lists:write': 'Make, change, save and delete lists',
  'watchlist:read': 'Your watchlist and favorites, private items too',
  'watchlist:write': 'Change your watchlist and favorites',
  'profile:read':
    'Members, their followers and figures; of your own profile also the email address and how much of your watchlist and lists you have seen, private ones too',
  'profile:write': 'Change your profile, your pictures and the links to your years in review',
  'social:write': 'Follow, like, comment and share in your name',
  'notifications:read': 'Your notifications, live as well',
  'notifications:write': 'Mark notifications as read',
  'import:read': 'Your imports and what became of their rows',
  'import:write': 'Import histories, and take imports back',
  'export:read': 'Download everything that is yours',
  'assistant:write': 'Ask SceneBot, which knows your logs, watchlist and favorites, private ones too',
}

/** Days after which a token is over. */
export const tokenLifetimes = [7, 30, 90, 365] as const
export const defaultTokenLifetime = 90
export const maxTokens = 20
export const maxTokenName = 60
