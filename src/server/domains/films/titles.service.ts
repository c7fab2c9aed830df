import type { FilmItem } from '#shared/api/films.ts'
import { needsOwnTitles } from '#shared/film-titles.ts'
import type { SourceFilmDetails } from '#server/adapters/film-source/film-source.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import * as queries from './films.queries.ts'
import { upsertFilms } from './films.service.ts'
import { filmItemView, type ShownFilm } from './films.views.ts'
import { titlesView, type TitleReader } from './titles.views.ts'

/**
 * Films as lists show them. One statement where the viewer reads them in another language than English, else none. What
 * Scene has no record of is remembered behind the answer, so that the source is asked for its titles.
 */
export async function filmItems(
  ctx: Pick<Context, 'db' | 'now' | 'logger'>,
  { titles }: Pick<Viewer, 'titles'>,
  films: readonly ShownFilm[],
): Promise<FilmItem[]> {
  const own = await ownTitles(ctx, titles, films)
  const unknown = films.filter(({ id, translated_titles }) => !own.has(id) && !translated_titles)
  if (needsOwnTitles(titles) && unknown.length > 0)
    void upsertFilms(ctx, unknown).catch((error: unknown) => {
      ctx.logger.warn({ err: error }, 'films of a list were not remembered')
    })
  return films.map((film) => filmItemView({ ...film, own_title: own.get(film.id) ?? null }, titles))
}

/** Titles in the reader's language by film, of those that Scene or the source's list tells of. */
export async function ownTitles(
  ctx: Pick<Context, 'db'>,
  reader: TitleReader,
  films: readonly Pick<ShownFilm, 'id' | 'translated_titles'>[],
): Promise<Map<number, string | null>> {
  if (!needsOwnTitles(reader) || films.length === 0) return new Map()
  const known = await queries.findOwnTitles(
    ctx.db,
    reader.language,
    films.map(({ id }) => id),
  )
  for (const { id, translated_titles } of films) {
    const told = translated_titles?.[reader.language]
    if (told !== undefined && !known.get(id)) known.set(id, told)
  }
  return known
}

/** A film's title and what is told of it, as the reader wants the one and reads the other. */
export async function filmTexts(
  ctx: Pick<Context, 'db'>,
  reader: TitleReader,
  { details, record }: { details: SourceFilmDetails | null; record: queries.FilmRecord | null },
) {
  const film = details ?? record
  if (!film) throw fail('film.not_found')
  const own =
    reader.language === 'en'
      ? undefined
      : (details?.translations.find(({ language }) => language === reader.language) ??
        (await queries.findText(ctx.db, film.id, reader.language)))
  const tagline = details?.tagline ?? ''
  const told = details?.translations.find(
    ({ language, overview }) => language === film.original_language && overview !== '',
  )
  const texts = {
    ...titlesView({ ...film, own_title: own?.title ?? null }, reader),
    tagline: own?.tagline || tagline,
    taglineLang: own?.tagline ? reader.language : 'en',
  }
  if (own?.overview)
    return { ...texts, overview: own.overview, overviewLang: reader.language, overviewCredit: null }
  const overviewCredit = details?.overview_credit ?? null
  return film.overview === '' && told
    ? { ...texts, overview: told.overview, overviewLang: told.language, overviewCredit: null }
    : { ...texts, overview: film.overview, overviewLang: 'en', overviewCredit }
}
