import { guestPaths } from '#shared/guest-paths.ts'
import type { Log } from '#shared/api/logs.ts'
import { isWebsite } from '#shared/socials.ts'
import { realReview } from '#shared/review-text.ts'
import type { Context } from '#server/context.ts'
import { html, type Html } from '#server/core/http/html.ts'
import type { Viewer } from '#server/core/http.ts'
import { listMemberLists } from '#server/domains/lists/lists.service.ts'
import { listMemberFilmLogs, listMemberLogs } from '#server/domains/logs/logs.service.ts'
import { profileView } from '#server/domains/members/members.views.ts'
import { listWatchlist } from '#server/domains/shelves/shelves.service.ts'
import { getStatistics } from '#server/domains/statistics/statistics.service.ts'
import type { GuestAuthor } from './guest-pages.queries.ts'
import {
  author,
  eagerTiles,
  filmOf,
  filmTile,
  listCard,
  poster,
  reviewCard,
  section,
  stars,
  starsChart,
  titled,
  wish,
  type PageReading,
} from './parts.ts'
import { logArticle } from './review-page.ts'

const shownFilms = 24
const shownReviews = 12
const shownLists = 12

/** A member's profile and what of theirs is public, one part after another. */
export async function memberPage(
  ctx: Context,
  viewer: Viewer,
  { id, username }: GuestAuthor,
  reading: PageReading,
): Promise<Html> {
  const [profile, logs, reviews, lists, watchlist, { figures }] = await Promise.all([
    profileView(ctx, viewer, id),
    listMemberLogs(ctx, viewer, id, { limit: shownFilms, sort: 'watched' }),
    listMemberLogs(ctx, viewer, id, { limit: shownReviews, reviews: true }),
    listMemberLists(ctx, viewer, id, { limit: shownLists }),
    listWatchlist(ctx, viewer, id, { limit: shownFilms }),
    getStatistics(ctx, viewer, id),
  ])
  const { texts } = reading
  const favourites = profile.favoriteFilms.map((film) => ({
    ...film,
    poster: film.posterOverride ?? film.poster,
  }))
  const written = reviews.items.filter((log) => realReview(log.review) !== '')
  const rated = figures && figures.ratings.ratings > 0 ? figures.ratings : null
  const parts = [
    favourites.length > 0 && {
      id: 'favourites',
      title: texts.favourites,
      content: html`<ul class="posters favourites">
        ${favourites.map((film) => filmTile(film, reading, { eager: true }))}
      </ul>`,
    },
    logs.items.length > 0 && {
      id: 'films',
      title: texts.recent,
      content: html`<ul class="posters">
        ${logs.items.map((log, at) =>
          filmTile(filmOf(log), reading, {
            eager: favourites.length === 0 && at < eagerTiles,
            below: stars(log.rating, reading),
          }),
        )}
      </ul>`,
    },
    written.length > 0 && {
      id: 'reviews',
      title: texts.reviews,
      content: html`<div class="reviews">${written.map((log) => reviewCard(log, reading))}</div>`,
    },
    lists.items.length > 0 && {
      id: 'lists',
      title: texts.lists,
      content: html`<ul class="lists">
        ${lists.items.map((list) => listCard(list, reading))}
      </ul>`,
    },
    watchlist.items.length > 0 && {
      id: 'watchlist',
      title: texts.watchlist,
      content: html`<ul class="posters">
        ${watchlist.items.map((film) =>
          filmTile({ ...film, poster: film.posterOverride ?? film.poster }, reading),
        )}
      </ul>`,
    },
    rated !== null && {
      id: 'stars',
      title: texts.stars,
      content: html`<p class="muted">${rated.average === null ? null : texts.average(rated.average)}</p>
        ${starsChart(rated.byRating, reading)}`,
    },
  ].filter((part) => part !== false)
  return html`${profileHead(profile, id, username, reading)}
  ${
    parts.length > 1 &&
    html`<nav class="row anchors" aria-label="${username}">
      ${parts.map((part) => html`<a href="#${part.id}">${part.title}</a>`)}
    </nav>`
  }${parts.map((part) => section(part.id, part.title, part.content))}`
}

function profileHead(
  profile: Awaited<ReturnType<typeof profileView>>,
  id: string,
  username: string,
  reading: PageReading,
): Html {
  const { texts } = reading
  const website = profile.socials.website
  return html`${
      profile.backdrop !== null &&
      html`<img
        class="wide"
        src="${profile.backdrop.replace('/t/p/original/', '/t/p/w1280/')}"
        alt=""
        width="1280"
        height="300"
      />`
    }
    <header class="head">
      ${
        profile.avatar !== null &&
        html`<img class="avatar" src="${profile.avatar}" alt="" width="96" height="96" />`
      }
      <div>
        <h1><bdi>${profile.name ?? `@${username}`}</bdi></h1>
        ${
          profile.name !== null && html`<p class="muted"><bdi>@${username}</bdi></p>`
        }${profile.bio !== '' && html`<p class="text" dir="auto">${profile.bio}</p>`}${
          website !== undefined &&
          isWebsite(website) &&
          html`<p>
            <a class="muted" href="${website}" rel="nofollow ugc noopener"
              ><bdi>${website.replace(/^https?:\/\//i, '')}</bdi></a
            >
          </p>`
        }
        <p class="row muted small">
          <span>${texts.filmsCounted(profile.filmsCount)}</span
          ><span>${texts.followersCounted(profile.followersCount)}</span
          ><span>${texts.followingCounted(profile.followingCount)}</span>
        </p>
        <p class="row">${wish(reading, 'follow', id, texts.logInToFollow)}</p>
      </div>
    </header>`
}

/** What a member logged of a film; null where guests are shown none of it. */
export async function memberFilmPage(
  ctx: Context,
  viewer: Viewer,
  of: GuestAuthor,
  filmId: number,
  reading: PageReading,
): Promise<{ content: Html; first: Log } | null> {
  const { items } = await listMemberFilmLogs(ctx, viewer, { memberId: of.id, filmId }, {})
  const [first, ...others] = items
  if (!first) return null
  const film = filmOf(first)
  const content = html`<header class="head">
      <a class="tall" href="${reading.to(guestPaths.film(film.id, film.title))}"
        >${poster(film, reading, { width: 240, eager: true, first: true })}</a
      >
      <div>
        <h1>${titled(film)}</h1>
        <p>${author(of, of.is_open, reading)}</p>
        ${logArticle(first, reading)}
      </div>
    </header>
    ${others.map((log) => logArticle(log, reading))}`
  return { content, first }
}
