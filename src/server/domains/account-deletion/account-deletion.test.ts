import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLog, toggleLogLike } from '#shared/api/logs.ts'
import { deleteMember, toggleFollow } from '#shared/api/members.ts'
import { countFilmsAfter } from '#server/domains/logs/film-stats.service.ts'
import { buildReply, tablesWith, wrongCounters } from '#test/deletion.ts'
import { buildFilm, buildLog, buildMember, follow, type TestMember } from '#test/factories.ts'
import { startTestApp, type TestApp } from '#test/harness.ts'

let app: TestApp
let film: { id: number }
beforeAll(async () => {
  app = await startTestApp()
  film = await buildFilm(app)
})
afterAll(() => app.close())

const erase = (as: TestMember) => app.call(deleteMember, { params: { userId: as.id }, as })

describe('while others act', () => {
  test('members who follow, like and answer each other all delete at once', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
    const rest = await buildMember(app)
    const logs = await Promise.all(
      [...members, rest].map((author) => buildLog(app, { author, film, review: 'r' })),
    )
    for (const member of members) {
      await follow(app, rest, member)
      for (const other of [...members, rest]) if (other !== member) await follow(app, member, other)
    }
    for (const member of members)
      for (const log of logs) {
        await app.call(toggleLogLike, { params: { logId: log.id }, as: member })
        await buildReply(app, member, log.id)
      }
    const answers = await Promise.all(members.map((member) => erase(member)))
    expect(answers.map((answer) => answer.status)).toEqual(members.map(() => 200))
    expect(await wrongCounters(app)).toEqual([])
    for (const member of members) expect(await tablesWith(app, member.id)).toEqual({})
  })

  test('likes, follows and logs beside a deletion end well and are counted exactly', async () => {
    const gone = await buildMember(app)
    const others = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)))
    const theirs = await buildLog(app, { author: others[0] ?? gone, film, review: 'theirs' })
    const own = await Promise.all(
      Array.from({ length: 4 }, () => buildLog(app, { author: gone, film, review: 'own' })),
    )
    const acts = others.flatMap((other) => [
      ...own.map((log) => () => app.call(toggleLogLike, { params: { logId: log.id }, as: other })),
      () => app.call(toggleLogLike, { params: { logId: theirs.id }, as: other }),
      () => app.call(toggleFollow, { params: { userId: other.id, targetId: gone.id }, as: other }),
      () => app.call(toggleFollow, { params: { userId: gone.id, targetId: other.id }, as: gone }),
      () => app.call(toggleLogLike, { params: { logId: theirs.id }, as: gone }),
      () => app.call(createLog, { body: { movieId: film.id, review: 'late' }, as: gone }),
    ])
    const [half, more] = [acts.slice(0, acts.length / 2), acts.slice(acts.length / 2)]
    const answers = await Promise.all([...half.map((act) => act()), erase(gone), ...more.map((act) => act())])
    for (const answer of answers) expect([200, 401, 404]).toContain(answer.status)
    expect(answers[half.length]?.status).toBe(200)
    expect(await wrongCounters(app)).toEqual([])
    expect(await tablesWith(app, gone.id)).toEqual({})
  })

  /** What `act` answers when the rows that `remove` takes away go while it waits for them. */
  async function behind<T>(remove: (tx: typeof app.db) => Promise<unknown>, act: () => Promise<T>) {
    const waiting = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.db)
      return rows[0]?.n
    }
    return app.db.transaction().execute(async (tx) => {
      await remove(tx)
      const answer = act()
      await expect.poll(waiting, { timeout: 5000 }).toBe(1)
      return { answer }
    })
  }

  test('who waited for what is deleted then finds it gone', async () => {
    const [author, fan] = [await buildMember(app), await buildMember(app)]
    const [log, other] = [await buildLog(app, { author, film }), await buildLog(app, { author: fan, film })]
    const like = (logId: string, as: TestMember) => app.call(toggleLogLike, { params: { logId }, as })
    const late = await behind(
      (tx) => tx.deleteFrom('logs').where('id', '=', log.id).execute(),
      () => like(log.id, fan),
    )
    expect(await late.answer).toMatchObject({ status: 404, error: { code: 'log.not_found' } })
    const last = await behind(
      (tx) => tx.deleteFrom('members').where('id', '=', author.id).execute(),
      () => like(other.id, author),
    )
    expect(await last.answer).toMatchObject({ status: 404, error: { code: 'request.not_found' } })
    // Both went without the service, which also counts the film anew.
    await app.db.deleteFrom('film_stats').where('film_id', '=', film.id).execute()
    await countFilmsAfter(app.db, film.id - 1)
    expect(await wrongCounters(app)).toEqual([])
  })

  test('two deletions of one account: one does it, the other finds it done', async () => {
    const gone = await buildMember(app)
    const answers = await Promise.all([erase(gone), erase(gone), erase(gone)])
    expect(answers.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
  })
})

test('what goes with another row is found by an index', async () => {
  const { rows } = await sql<{ reference: string }>`
    select conrelid::regclass || ' ' || conname as reference from pg_constraint fk
    where contype = 'f' and confdeltype in ('c', 'n')
      and not exists (
        select 1 from pg_index
        where indrelid = fk.conrelid and indkey[0] = fk.conkey[1]
          and (indpred is null or pg_get_expr(indpred, indrelid) like '(%_id IS NOT NULL)')
      )
      and connamespace = 'public'::regnamespace`.execute(app.db)
  expect(rows).toEqual([])
})
