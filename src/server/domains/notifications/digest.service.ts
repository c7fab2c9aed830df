import { NIL } from 'uuid'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import type { previewDigest as previewApi } from '#shared/api/notification-settings.ts'
import { dayMs, weekMs } from '#shared/durations.ts'
import { localeTags, pickLocale } from '#shared/locale.ts'
import { paths } from '#shared/paths.ts'
import { isolated } from '#shared/isolated.ts'
import { ownUrl } from '#server/config.ts'
import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/http.ts'
import { localTime } from '#server/core/local-time.ts'
import { pagesOf } from '#server/core/pages.ts'
import { sendComposedMail } from '#server/domains/accounts/notices.service.ts'
import { titleView } from '#server/domains/films/titles.views.ts'
import * as queries from './digest.queries.ts'
import { mailPage } from './mail-page.ts'
import { words } from './notification-texts.ts'
import { hasMail, unsubscribeLink } from './settings.service.ts'

const readersAtOnce = 200
/** Minutes after midnight, in the member's time zone, before which none is sent. */
const firstMinutes = 8 * 60
/** How many films, and how many lists, a digest has. */
const shown = 5

/**
 * Sends the digests that are due: on the member's day, once, and only when there is something to say. What fails is
 * tried again after an hour.
 */
export async function sendDigests(ctx: Context): Promise<void> {
  if (!hasMail(ctx)) return
  const now = ctx.now()
  // In every time zone it is one of these days.
  const days = [-1, 0, 1].map((away) => new Date(now.getTime() + away * dayMs).getUTCDay())
  const read = (after: string) =>
    queries.selectDigestReaders(ctx.db, { days, now, after, limit: readersAtOnce })
  for await (const readers of pagesOf(NIL, readersAtOnce, read, ({ id }) => id))
    for (const reader of readers)
      try {
        const { day, weekday, minutes } = localTime(now, reader.time_zone)
        if (weekday === reader.digest_day && minutes >= firstMinutes && !reader.suspended_at)
          await sendDigest(ctx, reader, day)
      } catch (error) {
        ctx.logger.error({ err: error }, 'a digest failed')
      }
}

async function sendDigest(ctx: Context, reader: queries.DigestReader, day: string): Promise<void> {
  const compose = await composeDigest(ctx, reader)
  await ctx.transact(async (tx) => {
    if (!(await queries.claimDigest(tx.db, reader.id, day)) || !compose) return
    const { url, headers } = await unsubscribeLink(ctx, tx, reader.id, 'digest')
    await sendComposedMail(tx, reader.id, { ...compose(url), headers })
  })
}

/** Prepares a digest: answers a function from the unsubscribe link to the mail; null when there is nothing to say. */
async function composeDigest(ctx: Context, reader: queries.DigestReader) {
  const locale = pickLocale([reader.locale])
  const titles = { language: locale, choice: reader.film_titles }
  const asked = {
    memberId: reader.id,
    titles,
    since: new Date(ctx.now().getTime() - weekMs),
    limit: shown,
  }
  const [films, watchlist, lists] = await Promise.all([
    queries.selectDigestFilms(ctx.db, asked, 'friends'),
    queries.selectDigestFilms(ctx.db, asked, 'watchlist'),
    queries.selectDigestLists(ctx.db, asked),
  ])
  if (films.length + lists.length === 0) return null
  const { digest } = words[locale]
  const own = ownUrl(ctx.config)
  const number = new Intl.NumberFormat(localeTags[locale], {
    maximumFractionDigits: 1,
  })
  const filmItem = (film: queries.DigestFilm) => {
    const year = film.release_date.slice(0, 4)
    const { title } = titleView(film, titles)
    return {
      title: isolated(year ? `${title} (${year})` : title),
      detail: digest.by(number.format(film.rating / 2), film.friends),
      url: own + paths.film(film.id),
    }
  }
  return (unsubscribe: string) =>
    mailPage({
      locale,
      subject: digest.subject,
      intro: digest.intro,
      sections: [
        { heading: digest.films, items: films.map(filmItem) },
        { heading: digest.watchlist, items: watchlist.map(filmItem) },
        {
          heading: digest.lists,
          items: lists.map((list) => ({
            title: isolated(list.title),
            detail: digest.listOf(isolated(`@${list.username}`), list.films_count),
            url: own + paths.list(list.id),
          })),
        },
      ],
      open: { label: digest.open, url: `${own}/` },
      unsubscribe,
      settings: own + paths.notificationSettings(),
    })
}

/** The digest as it would be now. */
export async function previewDigest(ctx: Context, viewer: Viewer): Promise<AnswerOf<typeof previewApi>> {
  const reader = await queries.selectDigestReader(ctx.db, viewer.id)
  const compose = reader && (await composeDigest(ctx, reader))
  if (!compose) return { digest: null }
  const { subject, text } = compose(`${ownUrl(ctx.config)}${paths.unsubscribe('…')}`)
  return { digest: { subject, text } }
}
