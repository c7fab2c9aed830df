import type { Log } from '#shared/api/logs.ts'
import { stillOf } from '#shared/gif.ts'
import { guestPaths } from '#shared/guest-paths.ts'
import { html, type Html } from '#server/core/http/html.ts'
import type { GuestAuthor } from './guest-pages.queries.ts'
import { author, day, filmOf, poster, reviewText, stars, titled, wish, type PageReading } from './parts.ts'

/** A log with all that belongs to it; GIFs are still. */
export function logArticle(log: Log, reading: PageReading): Html {
  const { texts } = reading
  const still = log.gif === null ? null : stillOf(log.gif)
  return html`<article>
    <p>${stars(log.rating, reading)}</p>
    ${
      log.watchedAt !== null && html`<p class="muted small">${day(log.watchedAt, reading)}</p>`
    }${reviewText(log, reading)}${
      log.image !== null && html`<img class="still" src="${log.image}" alt="" loading="lazy" />`
    }${still !== null && html`<img class="still" src="${still}" alt="${log.gifDetails?.title ?? ''}" loading="lazy" />`}
    <p class="row">${wish(reading, 'like-log', log._id, texts.logInToLike)}</p>
  </article>`
}

export function reviewPage(log: Log, of: GuestAuthor, reading: PageReading): Html {
  const film = filmOf(log)
  const year = log.movie.release_date.slice(0, 4)
  return html`<header class="head">
    <a class="tall" href="${reading.to(guestPaths.film(film.id, film.title))}"
      >${poster(film, reading, { width: 240, eager: true, first: true })}</a
    >
    <div>
      <h1>
        <a href="${reading.to(guestPaths.film(film.id, film.title))}">${titled(film)}</a>
        <span class="muted">${year}</span>
      </h1>
      <p>${author(of, of.is_open, reading)}</p>
      ${logArticle(log, reading)}
    </div>
  </header>`
}
