import { filmChoiceFields, type FilmChoices } from './film-choices.ts'

type Id = string | number

/** The addresses of the app's screens, as patterns of its router. Nothing else spells one. */
export const routePatterns = {
  home: '/',
  /** The same screen; a login ends with a full page load here. */
  homeAfterLogin: '/home',
  login: '/login',
  signup: '/signup',
  verifyEmail: '/verify-email',
  /** For who signed up and has yet to be let in. */
  waiting: '/waiting',
  chooseAvatar: '/choose-avatar',
  uploadAvatar: '/upload-avatar',
  forgotPassword: '/forgot-password',
  verifyResetCode: '/verify-reset-code',
  resetPassword: '/reset-password',
  settings: '/settings',
  /** Theme and motion, as this device has them. */
  appearance: '/settings/appearance',
  /** Languages, titles of films, and what stays closed or left out. */
  language: '/settings/language',
  /** One's own data as a file. */
  exportData: '/settings/export',
  /** Photo, logout and deletion. */
  account: '/settings/account',
  security: '/settings/security',
  /** Who would like to follow one. */
  followRequests: '/follow-requests',
  /** Whom what one writes is for. */
  audiences: '/settings/audiences',
  /** Whom and what one hides. */
  safety: '/settings/safety',
  /** Tokens for programs, and secret addresses of feeds. */
  keys: '/settings/keys',
  /** Players that tell what was watched. */
  players: '/settings/players',
  /** On which services one streams films. */
  streaming: '/settings/streaming',
  /** What reaches one, where and when. */
  notificationSettings: '/settings/notifications',
  /** Where a film is chosen together. */
  tonight: '/tonight',
  /** One evening, by its code; for guests too. */
  evening: '/tonight/:code',
  /** Where the link at the foot of a mail leads. */
  unsubscribe: '/unsubscribe/:token',
  /** Where the link of the terminal leads while there is no operator. */
  firstOperator: '/operator',
  /** For guests who report something. */
  report: '/report',
  /** Where the link in the mail of a moderator's decision leads. */
  appeal: '/appeal',
  /** What one reported, and what moderators decided about one's own. */
  decisions: '/settings/decisions',
  /** For operators; for all others it is not there. */
  admin: '/admin',
  /** Another part of it than the first. */
  adminPart: '/admin/:part',
  trending: '/trending',
  friendsActivity: '/friends-activity',
  search: '/search',
  films: '/films',
  sceneBot: '/scenebot',
  notifications: '/notifications',
  ownProfile: '/profile',
  memberProfile: '/profile/:id',
  user: '/user/:userId',
  followers: '/profile/:id/followers',
  following: '/profile/:id/following',
  statistics: '/profile/:id/stats',
  diary: '/profile/:id/diary',
  /** A year, a month or a day of it. */
  diaryPeriod: '/profile/:id/diary/:period',
  yearReview: '/profile/:id/year/:year',
  tags: '/profile/:id/tags',
  tag: '/profile/:id/tag/:tag',
  editProfile: '/edit-profile',
  chooseBackdrop: '/choose-backdrop',
  avatarUploadTest: '/avatar-upload-test',
  importData: '/import',
  film: '/movie/:id',
  filmReviews: '/movie/:id/reviews',
  filmFriends: '/movie/:id/friends',
  filmLists: '/movie/:id/lists',
  /** One member's logs of a film, at two addresses. */
  memberFilmLogs: '/movie/:movieId/reviews/:userId',
  filmReviewsOfMember: '/film-reviews/:movieId/:userId',
  log: '/log/:logId',
  review: '/review/:id',
  changeBackdrop: '/review/:id/change-backdrop',
  replies: '/review/:id/replies',
  /** The same screen, opened to answer one of them. */
  answerReply: '/replies/:id',
  list: '/list/:id',
  listReplies: '/list/:id/comments',
  editList: '/list/:id/edit',
  createList: '/create-list',
  addToList: '/add-to-list/:movieId',
  actor: '/actor/:id',
  director: '/director/:id',
  person: '/person/:id',
  share: '/share/:type/:id',
  shareReview: '/share-review/:id',
} as const

type RoutePatterns = typeof routePatterns

type Params<Pattern> = Pattern extends `${string}/:${string}/${infer Rest}`
  ? [id: Id, ...rest: Params<`/${Rest}`>]
  : Pattern extends `${string}/:${string}`
    ? [id: Id]
    : []

const fill =
  (pattern: string) =>
  (...ids: Id[]) =>
    pattern.replace(/:\w+/g, () => encodeURIComponent(String(ids.shift())))

const builders = Object.fromEntries(
  Object.entries(routePatterns).map(([name, pattern]) => [name, fill(pattern)]),
) as { [Name in keyof RoutePatterns]: (...ids: Params<RoutePatterns[Name]>) => string }

/** Builds the address of a screen, the ids in the order of its pattern. */
export const paths = {
  ...builders,
  /** Of the reader's own profile without an id. */
  profile: (id?: Id) => (id === undefined ? builders.ownProfile() : builders.memberProfile(id)),
  /** With the code of an invite filled in. */
  signupBy: (invite: string) => `${builders.signup()}?invite=${invite}`,
  /** The token stands where browsers keep it to themselves: in no request, no log and no Referer. */
  firstOperatorBy: (token: string) => `${builders.firstOperator()}#token=${token}`,
  /** As above. */
  appealBy: (token: string) => `${builders.appeal()}#token=${token}`,
  /** The films that meet the choices; all without one. */
  films: (choices: FilmChoices = {}) => {
    const fields = filmChoiceFields(choices).map(([name, value]) => `${name}=${value}`)
    return fields.length > 0 ? `${builders.films()}?${fields.join('&')}` : builders.films()
  },
  /** A member's figures of a year; of all time without one. */
  statistics: (memberId: Id, year?: number) =>
    builders.statistics(memberId) + (year === undefined ? '' : `?year=${year}`),
  /** A member's diary, or a year, a month or a day of it. */
  diary: (memberId: Id, period?: string) =>
    period === undefined ? builders.diary(memberId) : builders.diaryPeriod(memberId, period),
  /** A member's year in review; with the key of its link for everybody. */
  yearReview: (memberId: Id, year: number, key?: string) =>
    builders.yearReview(memberId, year) + (key === undefined ? '' : `?key=${encodeURIComponent(key)}`),
  /** The comments on a log or a list. */
  thread: ({ on, id }: { on: 'log' | 'list'; id: Id }) =>
    on === 'log' ? builders.replies(id) : builders.listReplies(id),
  share: (type: 'movie' | 'log' | 'list', id: Id) => builders.share(type, id),
  /** The film page with the editor of one log open. */
  logEditor: (filmId: Id, logId: Id) => `${builders.film(filmId)}?edit=1&logId=${encodeURIComponent(logId)}`,
  /** One of a member's tags. An address cannot end with dots alone: such a tag is among the others. */
  tag: (memberId: Id, tag: string) =>
    /^\.{1,2}$/.test(tag) ? builders.tags(memberId) : builders.tag(memberId, tag),
  /** The import screen with the rows of one import that need attention. */
  importRows: (id: Id) => `${builders.importData()}?rows=${encodeURIComponent(id)}`,
}

/**
 * The ids in an address, as they are spelled in it, in the order of the pattern; null where it is another
 * screen's. Like the router's, blind to case and to slashes at the end.
 */
export function matchPath(pattern: string, pathname: string): string[] | null {
  const source = pattern.replace(/\/$/, '').replace(/:\w+/g, '([^/]+)')
  return new RegExp(`^${source}/*$`, 'i').exec(pathname)?.slice(1) ?? null
}
