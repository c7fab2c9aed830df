import type { routePatterns } from '#shared/paths.ts'
import { getSession } from '#web/lib/session.ts'

const notFound = () => import('#web/pages/not-found.page.tsx')
/** For everybody but operators and moderators it is an unknown address. */
const admin = () =>
  (getSession()?.user.role ?? 'member') === 'member' ? notFound() : import('#web/pages/admin.page.tsx')
const uploadAvatar = () => import('#web/pages/upload-avatar.page.tsx')
const home = () => import('#web/pages/home.page.tsx')
const profile = () => import('#web/pages/profile.page.tsx')
const diary = () => import('#web/pages/diary.page.tsx')
const followers = () => import('#web/pages/followers.page.tsx')
const person = () => import('#web/pages/person.page.tsx')
const replies = () => import('#web/pages/replies.page.tsx')
const memberFilmLogs = () => import('#web/pages/member-film-logs.page.tsx')

/**
 * How to load the code of members' pages, and of rare ones, by their names in `routePatterns`. In a module of its own,
 * which guests do not need at first.
 */
export const memberPages = {
  waiting: () => import('#web/pages/waiting.page.tsx'),
  report: () => import('#web/pages/report.page.tsx'),
  appeal: () => import('#web/pages/appeal.page.tsx'),
  tonight: () => import('#web/pages/tonight.page.tsx'),
  evening: () => import('#web/pages/evening.page.tsx'),
  unsubscribe: () => import('#web/pages/unsubscribe.page.tsx'),
  notificationSettings: () => import('#web/pages/notification-settings.page.tsx'),
  decisions: () => import('#web/pages/decisions.page.tsx'),
  firstOperator: () => import('#web/pages/first-operator.page.tsx'),
  verifyEmail: () => import('#web/pages/verify-email.page.tsx'),
  chooseAvatar: uploadAvatar,
  uploadAvatar,
  home,
  homeAfterLogin: home,
  friendsActivity: () => import('#web/pages/friends-activity.page.tsx'),
  trending: () => import('#web/pages/trending.page.tsx'),
  search: () => import('#web/pages/search.page.tsx'),
  films: () => import('#web/pages/films.page.tsx'),
  sceneBot: () => import('#web/pages/scenebot.page.tsx'),
  notifications: () => import('#web/pages/notifications.page.tsx'),
  ownProfile: profile,
  memberProfile: profile,
  followers,
  following: followers,
  diary,
  diaryPeriod: diary,
  tags: () => import('#web/pages/tags.page.tsx'),
  tag: () => import('#web/pages/tag.page.tsx'),
  statistics: () => import('#web/pages/statistics.page.tsx'),
  yearReview: () => import('#web/pages/year-review.page.tsx'),
  editProfile: () => import('#web/pages/edit-profile.page.tsx'),
  chooseBackdrop: () => import('#web/pages/choose-backdrop.page.tsx'),
  user: () => import('#web/pages/user.page.tsx'),
  film: () => import('#web/pages/film.page.tsx'),
  filmReviews: () => import('#web/pages/film-reviews.page.tsx'),
  filmFriends: () => import('#web/pages/film-friends.page.tsx'),
  filmLists: () => import('#web/pages/film-lists.page.tsx'),
  actor: person,
  director: person,
  person,
  review: () => import('#web/pages/review.page.tsx'),
  replies,
  changeBackdrop: () => import('#web/pages/change-backdrop.page.tsx'),
  memberFilmLogs,
  filmReviewsOfMember: memberFilmLogs,
  answerReply: replies,
  log: () => import('#web/pages/log.page.tsx'),
  createList: () => import('#web/pages/create-list.page.tsx'),
  list: () => import('#web/pages/list.page.tsx'),
  listReplies: () => import('#web/pages/list-replies.page.tsx'),
  editList: () => import('#web/pages/edit-list.page.tsx'),
  addToList: () => import('#web/pages/add-to-list.page.tsx'),
  share: () => import('#web/pages/share.page.tsx'),
  shareReview: () => import('#web/pages/share-review.page.tsx'),
  importData: () => import('#web/pages/import.page.tsx'),
  admin,
  adminPart: admin,
  settings: () => import('#web/pages/settings.page.tsx'),
  appearance: () => import('#web/pages/appearance.page.tsx'),
  language: () => import('#web/pages/language.page.tsx'),
  exportData: () => import('#web/pages/export.page.tsx'),
  account: () => import('#web/pages/account.page.tsx'),
  followRequests: () => import('#web/pages/follow-requests.page.tsx'),
  audiences: () => import('#web/pages/audiences.page.tsx'),
  safety: () => import('#web/pages/safety.page.tsx'),
  security: () => import('#web/pages/security.page.tsx'),
  keys: () => import('#web/pages/keys.page.tsx'),
  players: () => import('#web/pages/players.page.tsx'),
  streaming: () => import('#web/pages/streaming.page.tsx'),
  avatarUploadTest: () => import('#web/pages/avatar-upload-test.page.tsx'),
  notFound,
} satisfies Partial<Record<keyof typeof routePatterns | 'notFound', () => Promise<object>>>
