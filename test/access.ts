import type { ErrorCode } from '#shared/errors.ts'

// Who may call what, said a second time by hand, with what each call takes to succeed. What the contract says of itself
// is not asked: a call that is opened by mistake differs from its row.

const actors = ['guest', 'deleted', 'suspended', 'unverified', 'stranger', 'follower', 'owner'] as const
type Actor = (typeof actors)[number]
/** Whoever may takes away what a call is about, so who may by their row come last. */
export const ownerLast = [...actors.slice(0, -1), 'moderator', 'operator', 'owner'] as const
export const operatorLast = [...actors, 'moderator', 'operator'] as const

/** What is answered; `in` is a success. */
type Verdict = 'in' | ErrorCode
export type Verdicts = Record<Actor | 'moderator' | 'operator', Verdict>

const everybody = Object.fromEntries(operatorLast.map((who) => [who, 'in'])) as Verdicts
const members: Verdicts = {
  ...everybody,
  guest: 'auth.required',
  deleted: 'auth.required',
  suspended: 'auth.required',
  unverified: 'auth.unverified',
}
/** What one does with one's sessions needs no proven address. */
const signedIn: Verdicts = { ...members, unverified: 'in' }
/** Only who owns what the path names; moderators and operators are nobody special. */
const owners = (others: ErrorCode): Verdicts => ({
  ...members,
  stranger: others,
  follower: others,
  moderator: others,
  operator: others,
})
const self = owners('request.not_yours')
export const moderators: Verdicts = {
  ...members,
  stranger: 'request.not_found',
  follower: 'request.not_found',
  owner: 'request.not_found',
}
export const operators: Verdicts = { ...moderators, moderator: 'request.not_found' }

export interface Row {
  who: Verdicts
  /** Of who is let in, where not all that a success takes can be had here. */
  reached?: ErrorCode
  body?: object
  query?: string
  file?: 'avatar' | 'image' | 'file'
}

export const parasite = 496243
const nobodysToken = 'A'.repeat(43)
/** Stands for the stranger's id, in paths and bodies. */
const stranger = ':targetId'

/** As browsers write them; nobody's. */
const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const madePasskey = { ...credential, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const usedPasskey = {
  ...credential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const keys = { p256dh: 'AAAA', auth: 'AAAA' }
const answer = { name: 'Guest', vote: 'yes', movieId: parasite }
const noEvening: Row = { who: everybody, reached: 'evening.not_found', body: answer }

export const rows: Record<string, Row> = {
  getSecurity: { who: signedIn },
  cancelEmailChange: { who: signedIn },
  completeLogin: {
    who: everybody,
    reached: 'auth.second_step_over',
    body: { challenge: 'nobodys', code: '000000' },
  },
  setUpSecondStep: { who: signedIn },
  turnOnSecondStep: { who: signedIn, reached: 'auth.second_step_off', body: { code: '000000' } },
  turnOffSecondStep: { who: signedIn },
  renewRecoveryCodes: { who: signedIn, reached: 'auth.second_step_off' },
  getPasskeyOptions: { who: signedIn, reached: 'auth.passkey_failed' },
  addPasskey: {
    who: signedIn,
    reached: 'auth.passkey_failed',
    body: { name: 'Key', passkey: madePasskey },
  },
  removePasskey: { who: signedIn, reached: 'auth.passkey_not_found' },
  renamePasskey: { who: signedIn, reached: 'auth.passkey_not_found', body: { name: 'Key' } },
  resolveGuestPath: { who: members, reached: 'request.not_found', query: 'path=%2F%40nobody_here' },
  createEvening: { who: members, body: {} },
  listEvenings: { who: members },
  getEvening: noEvening,
  startEvening: noEvening,
  endEvening: noEvening,
  repeatEvening: noEvening,
  leaveEvening: noEvening,
  joinEvening: noEvening,
  voteEvening: noEvening,
  markEveningWatched: noEvening,
  getNotificationSettings: { who: members },
  updateNotificationSettings: { who: members, body: { mailAfterMinutes: 60 } },
  previewDigest: { who: members },
  subscribePush: { who: members, reached: 'push.host', body: { endpoint: 'https://a.example', keys } },
  renewPush: {
    who: everybody,
    reached: 'push.host',
    body: { former: { endpoint: 'https://a.example', auth: keys.auth }, endpoint: 'https://a.example', keys },
  },
  unsubscribePush: { who: members, reached: 'push.not_found' },
  unsubscribeMail: { who: everybody, reached: 'unsubscribe.not_found' },
  listWebhooks: { who: members },
  createWebhook: { who: members, body: { url: 'https://hooks.example.org/scene' } },
  resumeWebhook: { who: members, reached: 'webhook.not_found' },
  renewWebhookSecret: { who: members, reached: 'webhook.not_found' },
  testWebhook: { who: members, reached: 'webhook.not_found' },
  deleteWebhook: { who: members, reached: 'webhook.not_found' },
  listPlayers: { who: members },
  createPlayer: { who: members, body: { kind: 'plex' } },
  updatePlayer: { who: members, reached: 'player.not_found' },
  deletePlayer: { who: members, reached: 'player.not_found' },
  testPlayer: { who: members, reached: 'player.not_found' },
  listPlays: { who: members },
  logPlay: { who: members, reached: 'play.not_found' },
  dismissPlay: { who: members, reached: 'play.not_found' },
  listFeeds: { who: members },
  createFeed: { who: members, body: { kind: 'watchlist' } },
  revokeFeed: { who: members, reached: 'feed.not_found' },
  getCaller: { who: members },
  listTokens: { who: members },
  createToken: { who: members, body: { name: 'Script', scopes: ['logs:read'] } },
  renameToken: { who: members, reached: 'token.not_found', body: { name: 'Script' } },
  revokeToken: { who: members, reached: 'token.not_found' },
  changePassword: { who: signedIn, reached: 'auth.step_up_required', body: { newPassword: 'correct horse' } },
  changeEmail: { who: signedIn, reached: 'auth.step_up_required', body: { email: 'new@example.org' } },
  confirmEmailChange: {
    who: signedIn,
    reached: 'auth.email_change_over',
    body: { address: 'new', code: '000000' },
  },
  resendEmailChangeCodes: { who: signedIn, reached: 'auth.email_change_over' },
  getConfirmOptions: { who: signedIn, reached: 'auth.passkey_failed' },
  confirmIdentity: { who: signedIn, reached: 'auth.password_wrong', body: { password: 'wrong' } },
  getPasskeyLoginOptions: { who: everybody, reached: 'auth.passkey_failed' },
  passkeyLogin: { who: everybody, reached: 'auth.passkey_failed', body: { passkey: usedPasskey } },
  checkEmail: { who: everybody, query: 'email=free@example.org' },
  checkUsername: { who: everybody, query: 'username=free_name' },
  getAuthSettings: { who: everybody },
  googleLogin: { who: everybody, reached: 'auth.google_failed', body: { credential: 'x' } },
  login: {
    who: everybody,
    reached: 'auth.login_failed',
    body: { email: 'a@example.org', password: 'wrong' },
  },
  register: {
    who: everybody,
    reached: 'auth.avatar_required',
    body: { username: 'x', email: 'a@example.org', password: 'x' },
  },
  requestResetCode: {
    who: everybody,
    reached: 'auth.code_wait',
    body: { username: 'nobody', email: 'nobody@example.org' },
  },
  resendCode: { who: everybody, reached: 'auth.code_wait', body: { email: 'nobody@example.org' } },
  resetPassword: {
    who: everybody,
    reached: 'auth.code_invalid',
    body: { email: 'nobody@example.org', code: '000000', newPassword: 'correct horse' },
  },
  verifyEmailCode: {
    who: everybody,
    reached: 'auth.code_invalid',
    body: { email: 'nobody@example.org', code: '000000' },
  },
  verifyResetCode: {
    who: everybody,
    reached: 'auth.code_invalid',
    body: { email: 'nobody@example.org', code: '000000' },
  },
  uploadSignupAvatar: { who: everybody, file: 'avatar' },
  getSharedYear: { who: everybody, reached: 'year.not_found' },

  listSessions: { who: signedIn },
  endSession: { who: { ...signedIn, ...pick('auth.session_not_found'), owner: 'in' } },
  endAllSessions: { who: signedIn },
  logout: { who: signedIn },

  askSceneBot: { who: members, body: { message: 'hello', lang: 'en', history: [] } },
  translateReply: {
    who: members,
    reached: 'assistant.unavailable',
    body: { text: 'hello', target: 'english' },
  },
  browseFilms: { who: members },
  listFilmValues: { who: members },
  getHome: { who: members },
  getFilm: { who: members },
  getFilmCollection: { who: members },
  getFilmRegion: { who: members },
  listSeenPeople: { who: members, query: 'role=actor' },
  listStarters: { who: members },
  listTrending: { who: members },
  searchFilms: { who: members, query: 'q=parasite' },
  searchPeople: { who: members, query: 'q=bong&role=director' },
  getSearchHints: { who: members, query: 'q=para' },
  getPerson: { who: members },
  getPersonCredits: { who: members, query: 'role=actor' },
  listRecentGifs: { who: members },
  listTrendingGifs: { who: members },
  searchGifs: { who: members, query: 'q=sad' },

  getDiary: { who: members, query: 'today=2020-01-02' },
  getDiaryCalendar: { who: members },
  listDiary: { who: members },
  getStatistics: { who: members },
  getProgress: { who: members },
  getYearReview: { who: self },
  shareYear: { who: self },
  revokeYear: { who: self },
  getMemberTag: { who: members, query: 'tag=stairs' },
  listMemberTags: { who: members },
  changeMemberTag: { who: self, body: { tag: 'stairs', to: 'rain' } },

  createList: { who: members, body: { title: 'A list', movies: [{ id: parasite }] } },
  addToList: { who: owners('list.not_found'), body: { id: 244786 } },
  deleteList: { who: owners('list.not_found') },
  getList: { who: owners('list.not_found') },
  updateList: { who: owners('list.not_found'), body: { title: 'Another' } },
  // To the owner as well: what is private cannot be suggested.
  shareList: {
    who: { ...owners('list.not_found'), owner: 'list.private' },
    body: { recipients: [stranger] },
  },
  toggleListLike: { who: owners('list.not_found') },
  cloneList: { who: owners('list.not_found') },
  toggleListSave: { who: owners('list.not_found') },
  listFilmLists: { who: members },
  listFriendsLists: { who: members },
  listMemberLists: { who: members },
  listMyLists: { who: members },
  listPopularLists: { who: members },
  listSavedLists: { who: members },
  searchLists: { who: members, query: 'query=list' },

  createLog: { who: members, body: { movieId: parasite, review: 'Stairs.' } },
  deleteLog: { who: owners('log.not_yours') },
  updateLog: { who: owners('log.not_yours'), body: { review: 'Rain.' } },
  updateLogBackdrop: {
    who: owners('log.not_yours'),
    body: { backdrop: '/t/p/original/backdrop496243-1.jpg' },
  },
  getLog: { who: members },
  getFeed: { who: self },
  getMemberRatings: { who: members },
  listDayLogs: { who: members },
  listWeekLogs: { who: members },
  listMonthLogs: { who: members },
  listFriendsLogs: { who: members },
  listFriendsReviews: { who: members },
  listMemberFilmLogs: { who: members },
  listMemberFilms: { who: members },
  listMemberLogs: { who: members },
  listNewReviews: { who: members },
  listPopularFilms: { who: members },
  listPopularReviews: { who: members },
  toggleLogLike: { who: members },
  // Nobody here follows the stranger.
  shareLog: { who: members, reached: 'share.nobody', body: { recipients: [stranger] } },
  createReply: { who: members, body: { text: 'Stairs.' } },
  deleteReply: { who: owners('reply.not_yours') },
  deleteReplyById: { who: owners('reply.not_yours') },
  listReplies: { who: members },
  toggleReplyLike: { who: members },
  getFilmMarks: { who: self },
  getSeen: { who: self },
  markSeen: { who: self, body: { rating: 4 } },
  unmarkSeen: { who: self, reached: 'log.not_bare' },

  uploadListCover: { who: members, file: 'image' },
  uploadAvatar: { who: self, file: 'avatar' },
  uploadAvatarById: { who: self, file: 'avatar' },
  deleteMember: { who: self },
  updateMember: { who: self, body: { bio: 'Stairs.' } },
  getMember: { who: members },
  listFollowers: { who: members },
  listFollowing: { who: members },
  listMembers: { who: members },
  listMutuals: { who: self },
  listSuggestions: { who: self },
  removeFollower: { who: self },
  toggleFollow: { who: self },
  getSafety: { who: self },
  getAudiences: { who: self },
  listFollowRequests: { who: self },
  countFollowRequests: { who: self },
  acceptFollowRequest: { who: self, reached: 'member.request_not_found' },
  declineFollowRequest: { who: self, reached: 'member.request_not_found' },
  reopenFollowRequest: { who: self, reached: 'member.request_not_found' },
  lockAccount: { who: self, body: { locked: false } },
  updateAudience: { who: self, body: { kind: 'logs', audience: 'members' } },
  // Behind a block there is nobody.
  muteMember: { who: self, body: { days: 7, notifications: true } },
  unmuteMember: { who: self },
  muteWord: { who: self, body: { word: 'stairs' } },
  unmuteWord: { who: self, query: 'word=stairs' },
  muteFilm: { who: self, body: { untilSeen: true } },
  unmuteFilm: { who: self },
  blockMember: { who: self },
  unblockMember: { who: self },
  shareFilm: { who: members, reached: 'share.nobody', body: { movieId: parasite } },
  countUnread: { who: self },
  listNotifications: { who: members },
  listNotificationGroups: { who: members },
  markAllRead: { who: members },
  markOneRead: { who: owners('notification.not_found') },

  batchPosters: { who: members, body: { userId: stranger, movieIds: [parasite] } },
  choosePoster: { who: members, body: { posterUrl: '/poster496243-1.jpg' } },
  getPoster: { who: members },
  listFilmPosters: { who: members },
  listMemberPosters: { who: members },
  addFavourite: { who: self },
  removeFavourite: { who: self },
  listFavourites: { who: members },
  getWatchlistStatus: { who: members },
  listWatchlist: { who: members },
  removeFromWatchlist: { who: self },
  toggleWatchlist: { who: members, body: { movieId: parasite } },
  // The path names a film of one's own watchlist.
  updateWatchlistItem: { who: owners('watchlist.not_found'), body: { isPrivate: true } },

  importFiles: { who: members, file: 'file' },
  importLetterboxdLogs: { who: members, reached: 'import.columns', file: 'file' },
  importLetterboxdWatchlist: { who: members, reached: 'import.columns', file: 'file' },
  listImports: { who: members },
  downloadExport: { who: members },
  acceptImportRows: { who: owners('import.not_found') },
  cancelImport: { who: owners('import.not_found') },
  countImportDoubts: { who: owners('import.not_found') },
  downloadImportRows: { who: owners('import.not_found') },
  getImport: { who: owners('import.not_found') },
  listImportRows: { who: owners('import.not_found') },
  matchImportRow: { who: owners('import.not_found'), body: { movieId: null } },
  previewImportRemoval: { who: owners('import.not_found') },
  removeImport: { who: owners('import.not_found') },
  retryImport: { who: owners('import.not_found') },

  checkOperatorLink: { who: everybody, reached: 'auth.operator_link', body: { token: nobodysToken } },
  createFirstOperator: {
    who: everybody,
    reached: 'auth.operator_link',
    body: { token: nobodysToken, username: 'first', email: 'first@example.org', password: 'correct horse' },
  },
  // The link of the terminal is proof enough.
  becomeFirstOperator: { who: signedIn, reached: 'auth.operator_link', body: { token: nobodysToken } },

  getHealth: { who: operators },
  getFigures: { who: operators },
  getStorage: { who: operators },
  getMail: { who: operators },
  sendTestMail: { who: operators },
  getBackups: { who: operators },
  makeBackup: { who: operators },
  listSettings: { who: operators },
  listJobs: { who: operators },
  retryJobs: { who: operators },
  listAccounts: { who: operators },
  suspendAccount: { who: operators },
  restoreAccount: { who: operators },
  signOutAccount: { who: operators },
  resetAccountSecondStep: { who: operators },
  listInvites: { who: operators },
  createInvite: { who: operators },
  revokeInvite: { who: operators, reached: 'invite.not_found' },
  listPendingMembers: { who: operators },
  approveMember: { who: operators },
  refuseMember: { who: operators, reached: 'member.not_pending' },
  listRefusals: { who: operators },
  addRefusal: { who: operators, body: { kind: 'name', pattern: 'nobody*' } },
  removeRefusal: { who: operators, body: { kind: 'name', pattern: 'nobody*' } },
  listAuditLog: { who: operators },
  // Nobody reports what is their own.
  createReport: {
    who: { ...members, owner: 'report.own' },
    body: { kind: 'log', target: ':logId', reason: 'spam', text: '' },
  },
  createGuestReport: {
    who: everybody,
    body: {
      address: '/review/:logId',
      name: 'A guest',
      email: 'guest@example.org',
      reason: 'spam',
      text: '',
      goodFaith: true,
      language: 'en',
    },
  },
  listOwnReports: { who: members },
  listStatements: { who: members },
  appealDecision: { who: owners('moderation.not_found'), body: { text: 'Why?' } },
  readStatementByLink: { who: everybody, reached: 'appeal.link', body: { token: nobodysToken } },
  appealByLink: { who: everybody, reached: 'appeal.link', body: { token: nobodysToken, text: 'Why?' } },
  listCases: { who: moderators, query: 'state=open' },
  countCases: { who: moderators },
  getCase: { who: moderators },
  decideCase: {
    who: moderators,
    reached: 'moderation.decided',
    body: { act: 'message', ground: 'spam', facts: 'No advertising.', seen: 0 },
  },
  // Not appealed.
  decideAppeal: {
    who: moderators,
    reached: 'moderation.not_found',
    body: { outcome: 'kept', answer: 'It stays.' },
  },
  countFilmDoubts: { who: operators },
  listFilmDoubts: { who: operators },
  listFilmMerges: { who: operators },
  acceptFilmDoubt: { who: operators, reached: 'film.not_found', body: { into: 244786 } },
  reconsiderFilmDoubt: { who: operators, reached: 'film.not_found' },
  refuseFilmDoubt: { who: operators, reached: 'film.not_found' },
  undoFilmMerge: { who: operators, reached: 'film.not_found' },
}

/** Everybody who is signed in and no owner. */
function pick(verdict: ErrorCode) {
  return {
    unverified: verdict,
    stranger: verdict,
    follower: verdict,
    moderator: verdict,
    operator: verdict,
  } as const
}
