import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { registry } from '#shared/api/registry.ts'
import { buildMember, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'
import { rawCall } from '#test/raw-call.ts'

// Which limit each call counts on, and by which key: never one that the caller chooses by a header or an id.

const uses: string[] = []
let app: TestApp
let member: TestMember
let other: TestMember
beforeAll(async () => {
  const use = async (name: string, key: string) => void uses.push(`${name} ${key}`)
  app = await startTestApp({ overrides: { limits: { use, close: async () => {} } } })
  member = await buildMember(app)
  other = await buildMember(app)
})
afterAll(() => app.close())
beforeEach(() => void uses.splice(0))

const address = '127.0.0.1'
const email = 'somebody@example.org'
const write = () => [`member.write ${member.id}`]
const search = () => [`search ${member.id}`]
const importing = () => [`member.import ${member.id}`]
const assistant = () => [`assistant ${member.id}`]
const upload = () => [`member.upload ${member.id}`]
const code = (use: 'try' | 'send', purpose: string) => () => [
  `auth.code.address ${address}`,
  `auth.code.account ${use}:${purpose}:${email}`,
]

const expected: Record<string, () => string[]> = {
  checkUsername: () => [`auth.check ${address}`],
  checkEmail: () => [`auth.check ${address}`],
  register: () => [`auth.register ${address}`],
  verifyEmailCode: code('try', 'verify-email'),
  resendCode: code('send', 'verify-email'),
  login: () => [`auth.login.address ${address}`, `auth.login.account ${email}`],
  googleLogin: () => [`auth.login.address ${address}`],
  requestResetCode: code('send', 'reset-password'),
  verifyResetCode: code('try', 'reset-password'),
  resetPassword: code('try', 'reset-password'),
  endSession: write,
  endAllSessions: write,
  searchFilms: search,
  searchPeople: search,
  listTrendingGifs: search,
  searchGifs: search,
  searchLists: search,
  listMembers: search,
  createLog: write,
  updateLog: write,
  changeLogBackdrop: write,
  deleteLog: write,
  toggleLogLike: write,
  createReply: write,
  toggleReplyLike: write,
  deleteReply: write,
  deleteReplyById: write,
  createList: write,
  addToList: write,
  changeList: write,
  deleteList: write,
  likeList: write,
  saveList: write,
  shareLog: write,
  shareFilm: write,
  shareList: write,
  uploadListCover: upload,
  askSceneBot: assistant,
  translateReply: assistant,
  uploadSignupAvatar: () => [`upload.guest ${address}`],
  toggleFollow: write,
  updateMember: write,
  removeFollower: write,
  deleteMember: write,
  uploadAvatar: upload,
  uploadAvatarById: upload,
  importLetterboxdLogs: importing,
  importLetterboxdWatchlist: importing,
  importAnything: importing,
  matchImportRow: write,
  acceptImportRows: write,
  cancelImport: write,
  removeImport: write,
  toggleWatchlist: write,
  removeFromWatchlist: write,
  choosePoster: write,
  updateWatchlistItem: write,
  addFavourite: write,
  removeFavourite: write,
  downloadExport: () => [`export ${member.id}`],
}

const body = {
  username: 'somebody',
  email,
  password: 'correct horse',
  newPassword: 'correct horse',
  code: '000000',
  credential: 'x',
  avatar: '',
  movieId: 496243,
  isPrivate: true,
  posterUrl: '/poster496243-1.jpg',
  backdrop: '',
  id: 496243,
  title: 'a list',
  movies: [{ id: 496243 }],
  recipients: [],
  message: 'hello',
  text: 'hello',
  target: 'english',
}

test.each(registry)('$domain $name counts on its own limit', async ({ name, endpoint }) => {
  const as = ['endAllSessions', 'logout', 'deleteMember'].includes(name) ? await buildMember(app) : member
  const names: Record<string, string | number> = {
    userId: as.id,
    targetId: other.id,
    movieId: 496243,
    row: 1,
  }
  if (endpoint.path.startsWith('/api/movies')) names['id'] = 496243
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, param: string) => String(names[param] ?? other.id))
  const query = `query=abc&q=abc&role=actor&username=somebody&email=${email}`
  const form = new FormData()
  form.set('movieId', '496243')
  if (endpoint.path.startsWith('/api/upload'))
    form.set(endpoint.files?.[0] ?? '', new Blob(['no picture']), 'a.png')
  await rawCall(app, {
    method: endpoint.method,
    path: `${path}?${query}`,
    headers: { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' },
    ...(endpoint.access === 'member' && { as }),
    ...(endpoint.method !== 'GET' && { body: endpoint.files ? form : JSON.stringify(body) }),
  })
  const own = uses.map((use) => use.replace(as.id, member.id))
  expect(own).toEqual(expected[name]?.() ?? [])
})
