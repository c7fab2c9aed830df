import { sql } from 'kysely'
import type { AssistantFilm } from '#shared/api/assistant.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { requireFilm } from '#server/domains/films/films.service.ts'
import { type TitledFilm, titledFilmColumns } from '#server/domains/films/titles.views.ts'
import { namedCard } from '../lookups/film-cards.ts'

/** More than anybody refuses by hand; the oldest are deleted. */
const maxRefused = 1000

/** Of `refused_films r`. */
const isNotLogged = sql`not exists (select from logs l where l.member_id = r.member_id and l.film_id = r.film_id)`

/** Remembers that the viewer does not want a film to be recommended any more. */
export async function refuseFilm(ctx: Context, viewer: Viewer, id: number): Promise<void> {
  const film = await requireFilm(ctx, id)
  await ctx.transact(async ({ db }) => {
    await sql`
      insert into refused_films (member_id, film_id, refused_at) values (${viewer.id}, ${film.id}, ${ctx.now()})
      on conflict (member_id, film_id) do update set refused_at = excluded.refused_at`.execute(db)
    await sql`
      delete from refused_films where member_id = ${viewer.id} and film_id in (
        select film_id from refused_films where member_id = ${viewer.id}
        order by refused_at desc, film_id offset ${sql.lit(maxRefused)}
      )`.execute(db)
  })
}

/** A film may be recommended again; answers whether it was refused. */
export async function recommendAgain(ctx: Context, viewer: Viewer, id: number): Promise<boolean> {
  const rows = await ctx.transact(({ db }) =>
    db
      .deleteFrom('refused_films')
      .where('member_id', '=', viewer.id)
      .where('film_id', '=', id)
      .returning('film_id')
      .execute(),
  )
  return rows.length > 0
}

/** The films that the viewer refused and has not logged, the newest refusal first. */
export async function listRefused(ctx: Context, viewer: Viewer): Promise<AssistantFilm[]> {
  const { rows } = await sql<TitledFilm>`
    select ${titledFilmColumns(viewer.titles)}
    from refused_films r join films f on f.id = r.film_id
    where r.member_id = ${viewer.id} and ${isNotLogged}
    order by r.refused_at desc, f.id limit ${sql.lit(maxRefused)}`.execute(ctx.db)
  return rows.map((row) => namedCard(row, viewer.titles))
}

/** Films that were refused may be recommended again; answers how many there were. */
export async function forgetRefused(ctx: Context, viewer: Viewer): Promise<number> {
  const rows = await ctx.transact(({ db }) =>
    db.deleteFrom('refused_films').where('member_id', '=', viewer.id).returning('film_id').execute(),
  )
  return rows.length
}

/** The numbers of films that the viewer refused and has not logged. */
const refusedBy = (viewer: Viewer) =>
  sql`select film_id from refused_films r where r.member_id = ${viewer.id} and ${isNotLogged}`

/** The films without those that the viewer refused. */
export async function withoutRefused<Film extends { id: number }>(
  ctx: Pick<Context, 'db'>,
  viewer: Viewer,
  films: readonly Film[],
): Promise<Film[]> {
  if (films.length === 0) return []
  const { rows } = await sql<{ film_id: number }>`
    ${refusedBy(viewer)} and r.film_id = any(${films.map(({ id }) => id)}::integer[])`.execute(ctx.db)
  const refused = new Set(rows.map((row) => row.film_id))
  return films.filter(({ id }) => !refused.has(id))
}

/** A condition on `films f`: that the viewer did not refuse it. */
export const isNotRefused = (viewer: Viewer) => sql`f.id not in (${refusedBy(viewer)})`
