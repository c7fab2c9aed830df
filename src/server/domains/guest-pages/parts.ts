import type { ListCard } from '#shared/api/lists.ts'
import type { Log } from '#shared/api/logs.ts'
import { layoutFor, withLayout } from '#shared/drawn-posters.ts'
import { emphasisParts } from '#shared/emphasis.ts'
import { guestPaths } from '#shared/guest-paths.ts'
import type { Locale } from '#shared/locale.ts'
import { longDay } from '#shared/written-date.ts'
import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'
import { spoilerParts } from '#shared/spoilers.ts'
import { html, type Html } from '#server/core/http/html.ts'
import type { GuestTexts } from './guest-texts.ts'

/** Who reads a page: in which language, and where it is. */
export interface PageReading {
  locale: Locale
  texts: GuestTexts
  /** The path of the page, to which a guest returns after logging in. */
  path: string
  /** The address of another page, in the language that the address of this one names. */
  to: (path: string, query?: Record<string, string>) => string
}

export type FilmLike = { id: number; title: string; poster: string | null; titleLang?: string | undefined }

/** The widths in which the film source has posters. */
const posterWidths = [154, 185, 342, 500, 780]
const proxied = /^\/t\/p\/[^/]+(\/.+)$/

/** A poster of a width in CSS pixels; those seen at once are `eager`, the largest of them `first`. */
export function poster(
  film: FilmLike,
  { locale }: PageReading,
  { width, eager = false, first = false }: { width: number; eager?: boolean; first?: boolean },
): Html {
  if (film.poster === null)
    return html`<svg class="poster" viewBox="0 0 2 3" role="img" aria-label="${film.title}"></svg>`
  const address = withLayout(film.poster, { layout: layoutFor(width), hue: null, language: locale })
  const path = proxied.exec(address)?.[1]
  const sizes = path ? posterWidths.map((each) => `/t/p/w${each}${path} ${each}w`).join(', ') : null
  return html`<img
    class="poster"
    src="${path ? `/t/p/w342${path}` : address}"
    ${sizes !== null && html` srcset="${sizes}" sizes="${width}px"`}
    width="${width}"
    height="${Math.round(width * 1.5)}"
    alt="${film.title}"
    ${eager ? first && html` fetchpriority="high"` : html` loading="lazy"`}
    decoding="async"
  />`
}

/** ★★★★½, read out as a number. */
export const stars = (rating: number | null, { texts }: PageReading): Html | null =>
  rating === null
    ? null
    : html`<span class="stars" role="img" aria-label="${texts.starsOf(rating)}"
        >${'★'.repeat(Math.floor(rating))}${rating % 1 === 0 ? '' : '½'}</span
      >`

export const titled = (film: FilmLike): Html =>
  film.titleLang ? html`<bdi lang="${film.titleLang}">${film.title}</bdi>` : html`<bdi>${film.title}</bdi>`

const yearOf = (day: string) => day.slice(0, 4)

/** A film of a grid, with what stands below it. */
export const filmTile = (
  film: FilmLike,
  reading: PageReading,
  { eager = false, below = null }: { eager?: boolean; below?: Html | null } = {},
): Html =>
  html`<li>
    <a href="${reading.to(guestPaths.film(film.id, film.title))}"
      >${poster(film, reading, {
        width: 160,
        eager,
      })}${below}</a
    >
  </li>`

/** How many posters of a grid are visible before scrolling. */
export const eagerTiles = 6

export function section(id: string, title: string, content: Html): Html {
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${content}
  </section>`
}

/** A link for something that needs an account: it is done after the guest has logged in. */
export const wish = (
  reading: PageReading,
  act: 'follow' | 'like-log' | 'like-list' | 'watchlist',
  id: string | number,
  text: string,
): Html =>
  html`<a class="btn" href="${paths.login()}" data-wish="${act}" data-id="${id}" data-path="${reading.path}"
    >${text}</a
  >`

export const day = (value: string, { locale }: PageReading): Html =>
  html`<time datetime="${value.slice(0, 10)}">${longDay(locale, new Date(value.slice(0, 10)))}</time>`

/** The text of a review, with spoilers folded away. Null when there is none. */
export function reviewText(log: Log, { texts }: PageReading): Html | null {
  const text = realReview(log.review)
  if (text === '') return null
  const written = (part: { text: string; start: number }) =>
    emphasisParts(part.text, log.reviewEmphasis ?? [], part.start).map((piece) =>
      piece.isEmphasised ? html`<em>${piece.text}</em>` : html`${piece.text}`,
    )
  const parts = spoilerParts(text)
  const whole = html`<p class="text" dir="auto">${parts.flatMap(written)}</p>`
  const hasSpoilers = log.spoilers || parts.some((part) => part.spoiler)
  if (!hasSpoilers) return whole
  const closed = parts.map((part) =>
    part.spoiler ? html`<span class="muted">[${texts.spoiler}]</span>` : written(part),
  )
  return html`${!log.spoilers && html`<p class="text" dir="auto">${closed}</p>`}
    <details>
      <summary>${texts.showSpoilers}</summary>
      ${whole}
    </details>`
}

/** The beginning of a review, without its spoilers. */
function excerpt(log: Log, { texts }: PageReading): string {
  if (log.spoilers) return texts.showSpoilers
  const text = spoilerParts(realReview(log.review))
    .map((part) => (part.spoiler ? `[${texts.spoiler}]` : part.text))
    .join('')
  return text.length > 280 ? `${text.slice(0, 280).trimEnd()}…` : text
}

/** A review among others of its author. */
export function reviewCard(log: Log, reading: PageReading): Html {
  const film = filmOf(log)
  return html`<article class="review">
    <a href="${reading.to(guestPaths.film(film.id, film.title))}" tabindex="-1" aria-hidden="true"
      >${poster(film, reading, { width: 72 })}</a
    >
    <div>
      <h3>
        <a href="${reading.to(paths.review(log._id))}">${titled(film)}</a>
        <span class="muted small">${yearOf(log.movie.release_date)}</span>
      </h3>
      ${reviewBody(log, reading)}
    </div>
  </article>`
}

/** A review among others of its film. */
export const filmReviewCard = (log: Log, reading: PageReading, isAuthorLinked: boolean): Html =>
  html`<article>
    <h3>${author(log.user, isAuthorLinked, reading)}</h3>
    ${reviewBody(log, reading)}
  </article>`

const reviewBody = (log: Log, reading: PageReading) =>
  html`${log.rating !== null && html`<p>${stars(log.rating, reading)}</p>`}
    <p class="text" dir="auto">${excerpt(log, reading)}</p>
    <a class="muted small" href="${reading.to(paths.review(log._id))}"
      >${log.watchedAt === null ? reading.texts.readReview : day(log.watchedAt, reading)}</a
    >`

export const filmOf = (log: Log): FilmLike => ({
  id: log.tmdbId,
  title: log.title,
  titleLang: log.titleLang,
  poster: log.movie.posterOverride ?? log.movie.poster,
})

export const author = ({ username }: { username: string }, isLinked: boolean, reading: PageReading): Html =>
  isLinked
    ? html`<a href="${reading.to(guestPaths.member(username))}"><bdi>@${username}</bdi></a>`
    : html`<bdi>@${username}</bdi>`

export const listCard = (list: ListCard, reading: PageReading): Html =>
  html`<li>
    <a href="${reading.to(guestPaths.list(list.user.username, list._id, list.title))}"
      ><span class="row"
        >${list.posters.map((address) =>
          poster({ id: 0, title: '', poster: address }, reading, { width: 80 }),
        )}</span
      ><strong><bdi>${list.title}</bdi></strong
      ><span class="muted small">${reading.texts.filmsCounted(list.filmsCount)}</span></a
    >
  </li>`

/** Stars by half stars, as a chart and as a table. */
export function starsChart(byRating: readonly number[], { texts }: PageReading): Html {
  const most = Math.max(1, ...byRating)
  return html`<svg class="chart" viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden="true">
      ${byRating.map((count, at) => {
        const height = Math.max(1, Math.round((count / most) * 30))
        return html`<rect x="${at * 10}" y="${30 - height}" width="8" height="${height}" />`
      })}
    </svg>
    <details>
      <summary class="small">${texts.stars}</summary>
      <table>
        <tbody>
          ${byRating.map(
            (count, at) =>
              html`<tr>
                <th scope="row">${texts.starsOf((at + 1) / 2)}</th>
                <td>${count}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </details>`
}
