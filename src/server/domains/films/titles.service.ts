import type { FilmItem } from '#shared/api/films.ts'
import { needsOwnTitles } from '#shared/film-titles.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import * as queries from './films.queries.ts'
import { isOfSource, upsertFilms, type KnownFilm } from './films.service.ts'
import { filmItemView, posterUrl, type ShownFilm } from './films.views.ts'
import { posterLanguage, titlesView, type TitleReader } from './titles.views.ts'

/**
 * Films as lists show them. One statement where the viewer reads them in another language than English, else none. What
 * Scene has no record of is remembered behind the answer, so that the source is asked for its titles.
 */
export async function filmItems(
  ctx: Pick<Context, 'db' | 'now' | 'logger'>,
  { titles }: Pick<Viewer, 'titles'>,
  films: readonly ShownFilm[],
): Promise<FilmItem[]> {
  const own = await ownTexts(ctx, titles, films)
  const unknown = films.filter(({ id, translated_titles }) => !own.has(id) && !translated_titles)
  if (needsOwnTitles(titles) && unknown.length > 0)
    void upsertFilms(ctx, unknown).catch((error: unknown) => {
      ctx.logger.warn({ err: error }, 'films of a list were not remembered')
    })
  return films.map((film) => filmItemView(withPoster(withTitle(film, own), own), titles))
}

/** The titles and posters by which the reader knows films, as far as Scene or the source's list has them. */
export async function ownTexts(
  ctx: Pick<Context, 'db'>,
  reader: TitleReader,
  films: readonly Pick<ShownFilm, 'id' | 'translated_titles'>[],
): Promise<Map<number, queries.OwnTexts>> {
  if (!needsOwnTitles(reader) || films.length === 0) return new Map()
  const known = await queries.selectOwnTexts(
    ctx.db,
    reader,
    films.map(({ id }) => id),
  )
  for (const { id, translated_titles } of films) {
    const translated = translated_titles?.[reader.language]
    const { own_title = null, own_poster = null } = known.get(id) ?? {}
    if (translated !== undefined && own_title === null) known.set(id, { own_title: translated, own_poster })
  }
  return known
}

/** With the title in the reader's language, where one is known. */
export const withTitle = <Film extends { id: number }>(
  film: Film,
  own: ReadonlyMap<number, queries.OwnTexts>,
): Film & { own_title: string | null } => ({ ...film, own_title: own.get(film.id)?.own_title ?? null })

/** Replaces the usual poster by the one in the reader's language, when there is one. */
export const withPoster = <Film extends { id: number; poster_path: string | null }>(
  film: Film,
  own: ReadonlyMap<number, queries.OwnTexts>,
): Film => ({ ...film, poster_path: own.get(film.id)?.own_poster ?? film.poster_path })

/** A film's title by the reader's choice, and its texts in the reader's language. */
export async function filmTexts(ctx: Pick<Context, 'db'>, reader: TitleReader, film: KnownFilm) {
  const details = isOfSource(film) ? film : null
  const own =
    reader.language === 'en'
      ? undefined
      : (details?.translations.find(({ language }) => language === reader.language) ??
        (await queries.selectText(ctx.db, film.id, reader.language)))
  const tagline = details?.tagline ?? ''
  const original = details?.translations.find(
    ({ language, overview }) => language === film.original_language && overview !== '',
  )
  const language = posterLanguage(reader, film)
  const poster =
    language === null
      ? null
      : details
        ? (Object.entries(details.translated_posters).find(([locale]) => locale === language)?.[1] ?? null)
        : ((await queries.selectOwnTexts(ctx.db, reader, [film.id])).get(film.id)?.own_poster ?? null)
  const named = titlesView({ ...film, own_title: own?.title ?? null }, reader)
  const texts = {
    ...named,
    logo_path: details?.logos.find((logo) => logo.language === named.titleLang)?.file_path ?? null,
    ...(poster !== null && { poster_path: poster, poster: posterUrl(poster) }),
    tagline: own?.tagline || tagline,
    taglineLang: own?.tagline ? reader.language : 'en',
  }
  if (own?.overview)
    return { ...texts, overview: own.overview, overviewLang: reader.language, overviewCredit: null }
  const overviewCredit = details?.overview_credit ?? null
  return film.overview === '' && original
    ? { ...texts, overview: original.overview, overviewLang: original.language, overviewCredit: null }
    : { ...texts, overview: film.overview, overviewLang: 'en', overviewCredit }
}
