import type { ListDetail } from '#shared/api/lists.ts'
import { html, type Html } from '#server/core/http/html.ts'
import type { GuestAuthor } from './guest-pages.queries.ts'
import { author, eagerTiles, filmTile, titled, wish, type PageReading } from './parts.ts'

/** A list with one window of its films, and a link to the next. */
export function listPage(list: ListDetail, of: GuestAuthor, next: string | null, reading: PageReading): Html {
  const { texts } = reading
  const tiles = list.movies.map(({ note, posterOverride, ...film }, at) =>
    filmTile({ ...film, poster: posterOverride ?? film.poster }, reading, {
      eager: at < eagerTiles,
      below: html`<span class="muted">${titled(film)}</span
        >${note !== undefined && html`<span class="small" dir="auto">${note}</span>`}`,
    }),
  )
  const noted = list.movies.some(({ note }) => note !== undefined) ? ' noted' : ''
  return html`<header class="head">
      <div>
        <h1><bdi>${list.title}</bdi></h1>
        <p>
          ${author(of, of.is_open, reading)} <span class="muted">${texts.filmsCounted(list.filmsCount)}</span>
        </p>
        ${list.description !== '' && html`<p class="text" dir="auto">${list.description}</p>`}
        <p class="row">${wish(reading, 'like-list', list._id, texts.logInToLike)}</p>
      </div>
    </header>
    ${
      list.isRanked
        ? html`<ol class="posters${noted} ranked">
            ${tiles}
          </ol>`
        : html`<ul class="posters${noted}">
            ${tiles}
          </ul>`
    }${next !== null && html`<p><a class="btn" rel="next" href="${reading.to(reading.path, { after: next })}">${texts.older}</a></p>`}`
}
