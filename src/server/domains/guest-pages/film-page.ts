import type { Context } from '#server/context.ts'
import { html, type Html } from '#server/core/http/html.ts'
import type { Viewer } from '#server/core/http.ts'
import { findCachedFilm, isOfSource } from '#server/domains/films/films.service.ts'
import { filmTexts } from '#server/domains/films/titles.service.ts'
import { listPublicReviews } from '#server/domains/logs/logs.service.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { selectAuthors } from './guest-pages.queries.ts'
import { filmReviewCard, poster, section, titled, wish, type PageReading } from './parts.ts'
import { directorsIn } from '#server/adapters/film-source/film-source.ts'

const shownReviews = 24
const shownCast = 10

export interface ShownFilmPage {
  content: Html
  title: string
  /** Whose reviews are on it. */
  authors: string[]
  /** Whether search engines may list all of them. */
  indexed: boolean
}

/** A film with its public reviews, from Scene's own records: the film source is not asked for a guest. */
export async function filmPage(
  ctx: Context,
  viewer: Viewer,
  id: number,
  reading: PageReading,
): Promise<ShownFilmPage | null> {
  const known = (await ctx.filmSource.peekFilm(id)) ?? (await findCachedFilm(ctx, id))
  if (!known) return null
  const [{ title, titleLang, overview, overviewLang, poster: own }, { items }] = await Promise.all([
    filmTexts(ctx, viewer.titles, known),
    listPublicReviews(ctx, viewer, id, { limit: shownReviews }),
  ])
  const authors = await selectAuthors(
    ctx.db,
    items.map((log) => log.user._id),
  )
  const reviews = items.filter((log) => authors.has(log.user._id))
  const { texts } = reading
  const film = { id, title, titleLang, poster: own ?? posterUrl(known.poster_path) }
  const { crew, cast } = isOfSource(known) ? known : { crew: [], cast: [] }
  const directors = directorsIn(crew).map(({ name }) => name)
  const actors = cast.slice(0, shownCast).map(({ name }) => name)
  const facts = [known.release_date.slice(0, 4), known.runtime > 0 && texts.minutes(known.runtime)].filter(
    (fact) => fact !== false && fact !== '',
  )
  const content = html`<header class="head">
      <div class="tall">
        ${poster(film, reading, {
          width: 240,
          eager: true,
          first: true,
        })}
      </div>
      <div>
        <h1>${titled(film)}</h1>
        <p class="row muted">${facts.map((fact) => html`<span>${fact}</span>`)}</p>
        ${
          directors.length > 0 && html`<p>${texts.directedBy} <bdi>${directors.join(', ')}</bdi></p>`
        }${overview !== '' && html`<p class="text" lang="${overviewLang}" dir="auto">${overview}</p>`}${
          actors.length > 0 && html`<p class="muted small">${texts.cast}: <bdi>${actors.join(', ')}</bdi></p>`
        }
        <p class="row">${wish(reading, 'watchlist', id, texts.logInToWatch)}</p>
      </div>
    </header>
    ${section(
      'reviews',
      texts.reviews,
      reviews.length === 0
        ? html`<p class="muted">${texts.noReviews}</p>`
        : html`<div class="reviews">
            ${reviews.map((log) => filmReviewCard(log, reading, authors.get(log.user._id)?.is_open ?? false))}
          </div>`,
    )}`
  return {
    content,
    title: known.title,
    authors: reviews.map((log) => log.user._id),
    indexed: reviews.every((log) => authors.get(log.user._id)?.search_engines),
  }
}
