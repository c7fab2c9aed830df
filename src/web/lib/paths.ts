type Id = string | number

const segment = (id: Id) => encodeURIComponent(String(id))

/** Every address of the client, spelled once (specification 1, section 2). */
export const paths = {
  home: () => '/',
  /** The same screen; a login ends with a full page load here. */
  homeAfterLogin: () => '/home',
  login: () => '/login',
  signup: () => '/signup',
  verifyEmail: () => '/verify-email',
  chooseAvatar: () => '/choose-avatar',
  uploadAvatar: () => '/upload-avatar',
  forgotPassword: () => '/forgot-password',
  verifyResetCode: () => '/verify-reset-code',
  resetPassword: () => '/reset-password',
  settings: () => '/settings',
  trending: () => '/trending',
  friendsActivity: () => '/friends-activity',
  search: () => '/search',
  sceneBot: () => '/scenebot',
  notifications: () => '/notifications',
  /** One's own without an id. */
  profile: (id?: Id) => (id === undefined ? '/profile' : `/profile/${segment(id)}`),
  followers: (id: Id) => `/profile/${segment(id)}/followers`,
  following: (id: Id) => `/profile/${segment(id)}/following`,
  editProfile: () => '/edit-profile',
  chooseBackdrop: () => '/choose-backdrop',
  importData: () => '/import',
  /** The same screen with the rows of one import that need attention. */
  importRows: (id: Id) => `/import?rows=${segment(id)}`,
  user: (id: Id) => `/user/${segment(id)}`,
  film: (id: Id) => `/movie/${segment(id)}`,
  /** The film page with the editor of one log open. */
  editLog: (filmId: Id, logId: Id) => `/movie/${segment(filmId)}?edit=1&logId=${segment(logId)}`,
  filmReviews: (id: Id) => `/movie/${segment(id)}/reviews`,
  /** One member's logs of a film. */
  filmLogsOf: (filmId: Id, userId: Id) => `/movie/${segment(filmId)}/reviews/${segment(userId)}`,
  filmFriends: (id: Id) => `/movie/${segment(id)}/friends`,
  log: (id: Id) => `/log/${segment(id)}`,
  review: (id: Id) => `/review/${segment(id)}`,
  changeBackdrop: (id: Id) => `/review/${segment(id)}/change-backdrop`,
  replies: (id: Id) => `/review/${segment(id)}/replies`,
  /** The same screen, opened to answer one of them. */
  answer: (id: Id) => `/replies/${segment(id)}`,
  list: (id: Id) => `/list/${segment(id)}`,
  editList: (id: Id) => `/list/${segment(id)}/edit`,
  createList: () => '/create-list',
  addToList: (filmId: Id) => `/add-to-list/${segment(filmId)}`,
  actor: (id: Id) => `/actor/${segment(id)}`,
  director: (id: Id) => `/director/${segment(id)}`,
  person: (id: Id) => `/person/${segment(id)}`,
  share: (type: 'movie' | 'log' | 'list', id: Id) => `/share/${type}/${segment(id)}`,
  shareReview: (id: Id) => `/share-review/${segment(id)}`,
} as const
