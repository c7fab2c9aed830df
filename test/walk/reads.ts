import { unzipSync } from 'fflate'
import { getFilm } from '#shared/api/films.ts'
import { listEditedLists } from '#shared/api/list-editors.ts'
import { getList } from '#shared/api/lists.ts'
import { getFeed, getLog, listMemberLogs } from '#shared/api/logs.ts'
import { getMember } from '#shared/api/members.ts'
import { listListReplies, listReplies } from '#shared/api/replies.ts'
import { listFavourites, listWatchlist } from '#shared/api/shelves.ts'
import { getProgress, getStatistics } from '#shared/api/statistics.ts'
import { addressesOf, reads as everyRead } from '#test/crawl.ts'
import type { TestApp } from '#test/harness.ts'
import { canaries, isForMembers, type Person, type Reader, type Writing } from './model.ts'
import { readerOf } from './told.ts'
import type { World } from './world.ts'

/** Domains whose answers hold no text and no name of another member, or keep texts as they were when reported. */
const leftOut = new Set([
  'accounts',
  'assistant',
  'audiences',
  'browse',
  'feeds',
  'gifs',
  'letterboxdFeeds',
  'moderation',
  'people',
  'players',
  'posters',
  'security',
  'seen',
  'settings',
  'shelves',
  'statistics',
  'streaming',
  'tokens',
  'transfer',
  'webhooks',
])

const reads = everyRead.filter(({ domain }) => !leftOut.has(domain))

interface Read {
  /** The name of the call, or the kind of page. */
  call: string
  path: string
  reader: Reader
  /** What SceneBot is asked. */
  message?: string
}

/** More often than not it tells those something new whom the last act concerned. */
const anyReader = ({ choices, model, concerned }: World): Person =>
  choices.pick(choices.once(2) ? model.members() : concerned.filter(({ gone }) => !gone))

/** A call of the contract about something of this world, by a member. */
function anyCall(world: World): Read {
  const { choices, model, films, evenings } = world
  const { name, endpoint } = choices.pick(reads)
  const reader = anyReader(world)
  // What was written lately is where most is told.
  const any = (kind: 'log' | 'list') => [choices.pick([...model.all(kind).slice(-8), reader]).id]
  const sought = choices.pick([...model.writings.values(), { text: 'zq99999q' }]).text.match(canaries)?.[0]
  const addresses = addressesOf(endpoint, {
    values: {
      logId: any('log'),
      listId: any('list'),
      code: [choices.pick([...evenings.slice(-3), 'NOBODY'])],
      movie: [String(choices.pick(films).id)],
      member: [endpoint.own === 'userId' ? reader.id : choices.pick(model.people.keys())],
    },
    queries: [`q=${sought}&query=${sought}&role=actor`],
  })
  return { call: name, path: choices.pick(addresses), reader }
}

function anyPage({ choices, model, films }: World): Read {
  const { id, username } = choices.pick(model.people.values())
  const pages = [
    ['guest profile', `/profile/${id}`],
    ['guest name', `/@${username}`],
    ['guest name', `/@${username}/rss`],
    ['guest film', `/film/${choices.pick(films).id}-x`],
    ...model.all('log').map((log) => ['guest review', `/review/${log.id}`] as const),
    ...model.all('list').map((list) => ['guest list', `/list/${list.id}`] as const),
  ] as const
  const [call, path] = choices.pick(pages)
  return { call, path, reader: null }
}

const anyExport = (world: World): Read => ({
  call: 'downloadExport',
  path: '/api/export',
  reader: anyReader(world),
})

function anyQuestion(world: World): Read {
  const { choices, model, films } = world
  const { username } = choices.pick(model.people.values())
  const { title } = choices.pick(films)
  const message = choices.pick([
    `What did my friends think of "${title}"?`,
    `What does @${username} think of "${title}"?`,
  ])
  return { call: 'askSceneBot', path: '/api/scenebot', reader: anyReader(world), message }
}

/** Somebody reads something: mostly by a call, now and then a page of guests, an export or an answer of SceneBot. */
export function anyRead(world: World): Read {
  const rest = Array.from({ length: 24 }, () => anyCall)
  const other = [anyPage, anyPage, anyPage, anyPage, anyExport, anyExport, anyExport, anyExport, anyQuestion]
  return world.choices.pick([...other, ...rest])(world)
}

async function answerTo(app: TestApp, { path, reader, message }: Read): Promise<string> {
  const response = await fetch(app.url + path, {
    method: message ? 'POST' : 'GET',
    headers: {
      ...(reader && { authorization: `Bearer ${reader.token}` }),
      ...(message && { 'content-type': 'application/json' }),
    },
    body: message ? JSON.stringify({ message }) : null,
  })
  if (response.status >= 500 || response.status === 401)
    throw new Error(`${path} answered ${response.status}`)
  const bytes = new Uint8Array(await response.arrayBuffer())
  const files = response.headers.get('content-type') === 'application/zip' ? unzipSync(bytes) : { bytes }
  const cursor = Buffer.from(response.headers.get('x-next-cursor') ?? '', 'base64url')
  return [...Object.values(files), cursor].map((part) => Buffer.from(part).toString()).join('\n')
}

/** What a text tells that its reader may not know, each with what stands around it. */
function leaksIn({ model, sang }: World, text: string, read: Read): string[] {
  const { call, path, reader, message = '' } = read
  // Guests and SceneBot are told again what they named.
  const named = reader ? message : path
  return [...new Set(text.match(canaries))].flatMap((canary) => {
    if (named.includes(canary) || canary === reader?.username) return []
    sang.add(call)
    const objection = model.objection(reader, canary, call)
    if (objection === null) return []
    const around = text.slice(Math.max(0, text.indexOf(canary) - 200), text.indexOf(canary) + 200)
    const who = reader?.username ?? 'a guest'
    return [`${who} is told ${objection}, ${canary}, by ${call} ${path} ${message}: …${around}…`]
  })
}

export const leaksOf = async (world: World, app: TestApp, read: Read): Promise<string[]> =>
  leaksIn(world, await answerTo(app, read), read)

/** The same of what reached members without being asked for. */
export function leaksTold(world: World): string[] {
  return world.told.splice(0).flatMap(({ to, call, text }) => {
    const reader = readerOf(world, to)
    return reader ? leaksIn(world, text, { call, path: '', reader }) : []
  })
}

/** What a member is answered otherwise than by the model: too little of what they may see, or a count of more. */
export async function wrongFor(world: World, app: TestApp): Promise<string[]> {
  const as = anyReader(world)
  const { model, choices, films } = world
  const whose = choices.pick(model.members())
  const film = choices.pick(films).id
  // Lists say more of others than logs do.
  const what = choices.pick([...model.all('log'), ...model.all('list'), ...model.all('list'), null])
  const wrong: string[] = []
  const compare = (which: string, has: unknown, should: unknown) => {
    const [one, other] = [has, should].map((value) => JSON.stringify(value))
    if (one !== other) wrong.push(`${as.username} is answered ${one} and not ${other} for ${which}`)
  }
  await compareMember(world, app, { as, whose, compare })

  const logs = model.all('log')
  const feed = await app.call(getFeed, { as, params: { userId: as.id } })
  const followed = logs.filter((one) => as.follows.has(one.author.id) && model.mayRead(as, one, 'getFeed'))
  compare('the feed', answered(feed.data), ids(followed).slice(0, 18))

  const edited = await app.call(listEditedLists, { as })
  const theirs = model.all('list').filter((one) => one.editors.has(as.id) && model.sees(as, one))
  compare('lists that they edit', answered(edited.data).toSorted(), ids(theirs).toSorted())

  const page = await app.call(getFilm, { as, params: { id: film } })
  const counted = logs.filter((one) => one.film === film && isForMembers(one))
  compare(`the number of logs of the film ${film}`, page.data.stats.logs, counted.length)

  if (what) await compareWriting(world, app, { as, what, compare })
  return wrong
}

const ids = (all: readonly { id: string }[]) => all.map(({ id }) => id).toReversed()
const inOrder = (films: readonly number[]) => films.toSorted((one, other) => one - other)
const answered = (all: readonly { _id: string }[]) => all.map(({ _id }) => _id)

interface Comparison {
  as: Person
  compare: (which: string, has: unknown, should: unknown) => void
}

async function compareMember(
  { model }: World,
  app: TestApp,
  { as, whose, compare }: Comparison & { whose: Person },
) {
  const params = { userId: whose.id }
  const profile = await app.call(getMember, { as, params })
  const isApart = model.isApart(as, whose)
  compare(`the profile of ${whose.username}`, profile.status, isApart ? 404 : 200)
  if (profile.status !== 200 || isApart) return
  const all = model.all('log').filter(({ author }) => author === whose)
  const theirs = all.filter((log) => model.sees(as, log))
  const { data } = profile
  compare('the number of their films', data.filmsCount, new Set(theirs.map((one) => one.film)).size)
  compare('their bio', data.bio, model.seesPart(as, whose, 'profile') ? whose.bio : '')
  const four = data.favoriteFilms.map(({ id }) => id)
  compare('their four', four, model.seesPart(as, whose, 'favourites') ? whose.four : [])
  const logs = await app.call(listMemberLogs, { as, params, query: { limit: 100 } })
  compare('their logs', answered(logs.data), ids(theirs))

  const watchlist = await app.call(listWatchlist, { as, params })
  const waiting = model.filmsOn(as, whose, 'watchlist')
  compare('their watchlist', inOrder(watchlist.data.map(({ id }) => id)), inOrder(waiting))
  const favourites = await app.call(listFavourites, { as, params })
  const loved = model.filmsOn(as, whose, 'favourites')
  compare('their favourites', inOrder(favourites.data.map(({ id }) => id)), inOrder(loved))

  const isOpen = model.seesPart(as, whose, 'statistics')
  const progress = await app.call(getProgress, { as, params })
  compare('films that they progress in', progress.data.watchlist.films, isOpen ? waiting.length : 0)
  const { figures, isCounting } = (await app.call(getStatistics, { as, params })).data
  if (!isOpen) compare('their statistics', figures, null)
  else if (figures && !isCounting)
    compare('their viewings', figures.viewings, (as === whose ? all : all.filter(isForMembers)).length)
}

async function compareWriting(
  { model }: World,
  app: TestApp,
  { as, what, compare }: Comparison & { what: Writing },
) {
  const isLog = what.kind === 'log'
  const { status, data } = isLog
    ? await app.call(getLog, { as, params: { logId: what.id } })
    : await app.call(getList, { as, params: { listId: what.id } })
  compare(`the ${what.kind} ${what.id}`, status, model.sees(as, what) ? 200 : 404)
  if (status !== 200 || !model.sees(as, what)) return
  const below = model.all('reply').filter((reply) => reply.below === what)
  compare('the number of its comments', data.replyCount, below.filter(({ hidden }) => !hidden).length)
  const query = { limit: 100 }
  const replies = isLog
    ? await app.call(listReplies, { as, params: { logId: what.id }, query })
    : await app.call(listListReplies, { as, params: { listId: what.id }, query })
  const call = isLog ? 'listReplies' : 'listListReplies'
  const shown = below.filter((reply) => model.mayRead(as, reply, call))
  compare('its comments', answered(replies.data).toSorted(), ids(shown).toSorted())
  if ('editors' in data) compare('its editors', answered(data.editors), model.editorsShown(as, what))
}
