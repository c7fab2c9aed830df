import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDiary } from '#shared/api/diary.ts'
import { getFilm } from '#shared/api/films.ts'
import * as logs from '#shared/api/logs.ts'
import { getMember } from '#shared/api/members.ts'
import { countUnread, listNotifications } from '#shared/api/notifications.ts'
import { createReply, listReplies } from '#shared/api/replies.ts'
import { listWatchlist } from '#shared/api/shelves.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type Statement, type TestApp } from '#test/harness.ts'

interface Kept {
  /** The member by whom rows are kept apart when members are spread over servers (docs/scaling.md). */
  by: string[]
  /** What finds single rows, wherever they are. */
  numbers: string[]
}

/** Tables that are not here are on every server, or their rows are with those that they belong to. */
const apart: Record<string, Kept> = {
  sessions: { by: ['member_id'], numbers: ['id', 'token_hash'] },
  follows: { by: ['follower_id', 'followee_id'], numbers: [] },
  diaries: { by: ['member_id'], numbers: [] },
  logs: { by: ['member_id'], numbers: ['id'] },
  replies: { by: ['member_id'], numbers: ['id', 'log_id', 'root_id', 'parent_id'] },
  lists: { by: ['member_id'], numbers: ['id'] },
  notifications: { by: ['member_id'], numbers: ['id'] },
  watchlist_items: { by: ['member_id'], numbers: [] },
}

/** Tables of members' rows that a call reads otherwise than of members whom it names. */
interface Elsewhere {
  /** Single rows by their numbers, without saying whose they are. */
  byNumber?: string[]
  /** Rows of many members. */
  ofMany?: string[]
}

const thisMonth = new Date().toISOString().slice(0, 7)

let app: TestApp
let viewer: TestMember
let author: TestMember
let filmId: number
let logId: string

beforeAll(async () => {
  app = await startTestApp()
  viewer = await buildMember(app)
  author = await buildMember(app)
  await follow(app, viewer, author)
  const film = await buildFilm(app)
  filmId = film.id
  logId = (await buildLog(app, { author, film, review: 'good' })).id
  await buildLog(app, { author: viewer, film, review: 'mine' })
})
afterAll(() => app.close())

const own = () => ({ as: viewer, params: { userId: viewer.id }, query: {} })
const ofAuthor = () => ({ as: viewer, params: { userId: author.id }, query: {} })
const ofMonth = () => ({ ...ofAuthor(), params: { userId: author.id, period: thisMonth } })
const ofFilm = () => ({ as: viewer, params: { id: filmId }, query: {} })
const ofLog = () => ({ as: viewer, params: { logId } })
const ofReplies = () => ({ ...ofLog(), query: {} })
const written = () => ({ as: viewer, body: { movieId: filmId } })
const comment = () => ({ ...ofLog(), body: { text: 'yes' } })

const hotPaths: [name: string, call: () => Promise<{ status: number }>, elsewhere: Elsewhere][] = [
  ['the feed', () => app.call(logs.getFeed, own()), { byNumber: ['logs'], ofMany: ['diaries', 'logs'] }],
  ['a member’s logs', () => app.call(logs.listMemberLogs, ofAuthor()), {}],
  ['a diary', () => app.call(listDiary, ofMonth()), {}],
  ['a profile', () => app.call(getMember, ofAuthor()), {}],
  ['a member’s films', () => app.call(logs.listMemberFilms, ofAuthor()), {}],
  ['the watchlist', () => app.call(listWatchlist, own()), {}],
  ['unread notifications', () => app.call(countUnread, own()), {}],
  ['notifications', () => app.call(listNotifications, { as: viewer, query: {} }), {}],
  // Its popular reviews, what friends gave, which is asked for as the feed is, and the lists that hold it.
  ['a film', () => app.call(getFilm, ofFilm()), { byNumber: ['lists'], ofMany: ['logs'] }],
  ['writing a log', () => app.call(logs.createLog, written()), { byNumber: ['logs'] }],
  // Those of the log's author, which are where the log is.
  ['a like', () => app.call(logs.toggleLogLike, ofLog()), { byNumber: ['logs'], ofMany: ['notifications'] }],
  // The stars that each who comments gave the film.
  [
    'a comment',
    () => app.call(createReply, comment()),
    { byNumber: ['lists', 'logs', 'replies'], ofMany: ['logs'] },
  ],
  ['comments', () => app.call(listReplies, ofReplies()), { byNumber: ['logs', 'replies'], ofMany: ['logs'] }],
]

interface PlanNode {
  'Node Type'?: string
  'Relation Name'?: string
  Alias?: string
  Plans?: PlanNode[]
  [property: string]: unknown
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Without what its conditions look up. */
const sourcesOf = (node: PlanNode): PlanNode[] => [
  node,
  ...(node.Plans ?? [])
    .filter((plan) => !/InitPlan|SubPlan/.test(String(plan['Parent Relationship'])))
    .flatMap(sourcesOf),
]

/** The plan with every condition spelled with the table that it is about, and none hidden in a hash or an order. */
async function planOf({ text, values }: Statement): Promise<PlanNode[]> {
  const client = await app.ctx.pool.connect()
  try {
    await client.query('begin')
    for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'])
      await client.query(`set local enable_${way} = off`)
    const { rows } = await client.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `explain (verbose, format json) ${text}`,
      values,
    )
    return nodesOf(rows[0]?.['QUERY PLAN'][0]?.Plan ?? {})
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const conditionsOf = (node: PlanNode) =>
  Object.entries(node).flatMap(([name, value]) =>
    /Cond|Filter/.test(name) && typeof value === 'string' ? [value] : [],
  )

const equality = /([\w"]+\.[\w"]+) = \(?(?:([\w"]+\.[\w"]+)|(?:ANY \()?'|\$\d)/g

/** A condition without its parts that hold on one side of an `or` only: they tell nothing. */
function withoutAlternatives(condition: string): string {
  let text = condition
  for (let before = ''; before !== text;) {
    before = text
    text = text.replaceAll(/\(([^()]*)\)/g, (_, inner: string) =>
      inner.includes(' OR ') ? '' : `⟨${inner}⟩`,
    )
  }
  return text.replaceAll('⟨', '(').replaceAll('⟩', ')')
}

/** Columns of the plan that equal what the statement was given, directly or by way of others. */
function givenColumns(plan: PlanNode[]): Set<string> {
  const pairs: [string, string][] = []
  // What is written names its member.
  const written = plan.filter((node) => node['Node Type'] === 'ModifyTable')
  const given = new Set(
    written.flatMap(({ Alias = '', 'Relation Name': table = '' }) =>
      (apart[table]?.by ?? []).map((column) => `${Alias}.${column}`),
    ),
  )
  // A row of a subselect is of the member whose row it was made of.
  for (const node of plan.filter((one) => one['Node Type'] === 'Subquery Scan')) {
    const below = node.Plans?.find((one) => one['Parent Relationship'] === 'Subquery')
    const made = below && sourcesOf(below).find((one) => apart[one['Relation Name'] ?? ''])
    if (made) pairs.push([`${made.Alias}.member_id`, `${node.Alias}.member_id`])
  }
  for (const condition of plan.flatMap(conditionsOf).map(withoutAlternatives))
    for (const [, left = '', right] of condition.matchAll(equality))
      if (right) pairs.push([left, right], [right, left])
      else given.add(left)
  for (let size = -1; size !== given.size;) {
    size = given.size
    for (const [one, other] of pairs) if (given.has(one)) given.add(other)
  }
  return given
}

async function elsewhereOf(statement: Statement): Promise<Required<Elsewhere>> {
  const plan = await planOf(statement)
  const given = givenColumns(plan)
  const found: Required<Elsewhere> = { byNumber: [], ofMany: [] }
  for (const node of plan) {
    const { 'Node Type': type, 'Relation Name': table = '', Alias: alias = '' } = node
    const kept = apart[table]
    if (!kept || type === 'ModifyTable') continue
    if (kept.by.some((column) => given.has(`${alias}.${column}`))) continue
    const lookedUp = String(node['Index Cond'])
    const byNumber = kept.numbers.some((column) => lookedUp.includes(`${alias}.${column} = `))
    found[byNumber ? 'byNumber' : 'ofMany'].push(table)
  }
  return found
}

test.each(hotPaths)('%s', async (_, call, elsewhere) => {
  await call()
  const ran = await app.recordStatements(async () => expect((await call()).status).toBe(200))
  const statements = ran.filter(({ text }) => /^\s*(select|with|insert|update|delete)/i.test(text))
  expect(statements.length).toBeGreaterThan(0)
  const found = await Promise.all(statements.map(elsewhereOf))
  const all = (name: keyof Elsewhere) => [...new Set(found.flatMap((one) => one[name]))].toSorted()
  expect({ byNumber: all('byNumber'), ofMany: all('ofMany') }).toEqual({
    byNumber: [],
    ofMany: [],
    ...elsewhere,
  })
})
