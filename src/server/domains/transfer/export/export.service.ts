import { audienceKinds } from '#shared/audience.ts'
import type { Context } from '#server/context.ts'
import { fail } from '#server/core/errors.ts'
import type { Viewer } from '#server/core/http.ts'
import { readMedia } from '#server/domains/media/media.service.ts'
import type { FileAnswer } from '#shared/api/endpoint.ts'
import { utcDay } from '#shared/utc-day.ts'
import { formatName, formatVersion } from '../scene-format.ts'

import * as queries from './export.queries.ts'
import { jsonParts, toFilm, toPath } from './json-parts.ts'
import { letterboxdFiles } from './letterboxd-csv.ts'
import { zipOf, type ArchiveFile } from './zip.ts'

/** A member's export, named by the day (UTC) on which it is made. */
export async function downloadExport(ctx: Context, viewer: Viewer): Promise<FileAnswer> {
  return { name: exportName(viewer.username, ctx.now()), body: exportOf(ctx, viewer.id) }
}

export const exportName = (username: string, at: Date) => `scene-${username}-${utcDay(at)}.zip`

/**
 * Everything of a member as a ZIP (docs/export.md), made while it is read: only a page of rows or a picture is in
 * memory at once. What is written meanwhile may be in it or not; the counts say what is.
 */
export function exportOf(ctx: Context, memberId: string, room = mediaRoom): AsyncGenerator<Uint8Array> {
  const exportedAt = ctx.now()
  return zipOf(filesOf(ctx, memberId, exportedAt, room), exportedAt)
}

/**
 * Room for pictures: with everything else a ZIP then has fewer than 65,536 files and 4 GB, so every program can open
 * it.
 */
const mediaRoom = { files: 40_000, bytes: 3.5 * 1024 ** 3 }

async function* filesOf(
  ctx: Context,
  memberId: string,
  exportedAt: Date,
  room: typeof mediaRoom,
): AsyncGenerator<ArchiveFile> {
  const { member, exporter } = await readMember(ctx, memberId)
  yield { path: 'README.txt', chunks: [Buffer.from(readmeText(member.username, exportedAt))] }
  const counts: Record<string, number> = {}
  for (const [name, read] of Object.entries(jsonParts)) {
    const count = (items: number) => (counts[name] = items)
    yield { path: `${name}.json`, chunks: jsonArray(read(ctx.db, exporter), count) }
  }
  yield* letterboxdFiles(ctx.db, exporter)
  const media = { files: 0, bytes: 0, leftOut: 0 }
  yield* mediaFiles(ctx, memberId, room, media)
  counts['media'] = media.files
  if (media.leftOut > 0) counts['mediaLeftOut'] = media.leftOut
  // Written last, since the counts are known only now.
  const head = {
    format: formatName,
    version: formatVersion,
    exportedAt: exportedAt.toISOString(),
    member,
    counts,
  }
  yield { path: 'scene.json', chunks: [Buffer.from(`${JSON.stringify(head, null, 2)}\n`)] }
}

/** The member's choices of notifications; null when they chose nothing. */
const toNotificationChoices = (row: Awaited<ReturnType<typeof queries.selectNotificationSettings>>) =>
  row
    ? {
        switched: row.switched,
        quietFrom: row.quiet_from,
        quietTo: row.quiet_to,
        mailAfterMinutes: row.mail_after_minutes,
        digestDay: row.digest_day,
      }
    : null

/** The member's streaming services; null when they chose none. */
const toStreaming = (rows: Awaited<ReturnType<typeof queries.selectServices>>) =>
  rows[0]
    ? {
        region: rows[0].region,
        services: rows.map(({ provider_id: id, name }) => ({ id, name })),
      }
    : null

/** @throws auth.required when the member was deleted meanwhile */
async function readMember({ db }: Context, memberId: string) {
  const row = await queries.selectMember(db, memberId)
  if (!row) throw fail('auth.required')
  const exporter: queries.Exporter = {
    id: row.id,
    titles: { language: row.locale, choice: row.film_titles },
  }
  const member = {
    id: row.id,
    username: row.username,
    name: row.name,
    email: row.email,
    emailVerifiedAt: row.email_verified_at?.toISOString() ?? null,
    bio: row.bio,
    avatar: toPath(row.avatar),
    backdrop: toPath(row.backdrop),
    socials: row.socials,
    favouriteFilms: (await queries.selectFilms(db, exporter, row.favorite_film_ids)).map((film) =>
      toFilm(film, exporter),
    ),
    recentGifs: row.recent_gifs,
    locale: row.locale,
    discoverable: row.discoverable,
    searchEngines: row.search_engines,
    filmTitles: row.film_titles,
    lesserKnownFilms: row.lesser_known_films,
    spoilers: row.spoilers,
    scheduledExport: row.scheduled_export,
    locked: row.locked,
    audiences: Object.fromEntries(audienceKinds.map((kind) => [kind, row[`${kind}_audience`]])),
    sharedYears: (await queries.selectSharedYears(db, memberId)).map(({ year, created_at }) => ({
      year,
      since: created_at.toISOString(),
    })),
    passkeys: (await queries.selectPasskeys(db, memberId)).map(({ name, created_at, used_at }) => ({
      name,
      addedAt: created_at.toISOString(),
      usedAt: used_at?.toISOString() ?? null,
    })),
    tokens: (await queries.selectTokens(db, memberId)).map((token) => ({
      name: token.name,
      scopes: token.scopes,
      madeAt: token.created_at.toISOString(),
      expiresAt: token.expires_at.toISOString(),
      usedAt: token.used_at?.toISOString() ?? null,
    })),
    notifications: toNotificationChoices(await queries.selectNotificationSettings(db, memberId)),
    webhooks: (await queries.selectWebhooks(db, memberId)).map((webhook) => ({
      url: webhook.url,
      events: webhook.events,
      since: webhook.created_at.toISOString(),
      pausedAt: webhook.paused_at?.toISOString() ?? null,
    })),
    letterboxdFeed: await queries.selectLetterboxdFeed(db, memberId),
    timeZone: row.time_zone,
    streaming: toStreaming(await queries.selectServices(db, memberId)),
    players: (await queries.selectPlayers(db, memberId)).map((player) => ({
      kind: player.kind,
      userNames: player.user_names,
      since: player.created_at.toISOString(),
      pausedAt: player.paused_at?.toISOString() ?? null,
    })),
    twoStepCodesSince: (await queries.selectSecondStep(db, memberId))?.confirmed_at?.toISOString() ?? null,
    createdAt: row.created_at.toISOString(),
  }
  return { member, exporter }
}

/** Characters of one chunk. */
const chunk = 65_536

/** A JSON array with an item on each line; returns how many there were. */
async function* jsonArray(
  items: AsyncIterable<object>,
  onCount: (count: number) => void,
): AsyncGenerator<Uint8Array> {
  let count = 0
  let text = '['
  for await (const item of items) {
    text += `${count++ > 0 ? ',' : ''}\n${JSON.stringify(item)}`
    if (text.length < chunk) continue
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(`${text}\n]\n`)
  onCount(count)
}

/** Yields the member's pictures, and counts those that are in the ZIP and those without room. */
async function* mediaFiles(
  ctx: Context,
  memberId: string,
  room: typeof mediaRoom,
  count: typeof mediaRoom & { leftOut: number },
): AsyncGenerator<ArchiveFile> {
  for await (const page of queries.selectMediaPages(ctx.db, memberId))
    for (const { path, bytes: size } of page) {
      if (count.files >= room.files || count.bytes + size > room.bytes) {
        count.leftOut++
        continue
      }
      const [, , folder = '', file = ''] = path.split('/')
      const bytes = await readMedia(ctx, folder, file)
      // Deleted between the two reads.
      if (!bytes) continue
      count.files++
      count.bytes += bytes.length
      yield { path: path.slice(1), chunks: [bytes], packed: true }
    }
}

/** A readme in every export, for whoever opens it years later. */
const readmeText = (username: string, exportedAt: Date): string => `Scene export of ${username}
Made on ${utcDay(exportedAt)} (UTC).

This ZIP holds everything of yours that Scene keeps.

scene.json           who you are, and how much is in each of the other files
logs.json            your logs: films, days, stars, reviews, tags
replies.json         your comments
likes.json           reviews, comments and lists that you liked, and lists that you saved
watchlist.json       films that you want to see
ratings.json         what you give each film now
favourites.json      films that you marked as favourites
lists.json           your lists with their films in order, private ones too
follows.json         whom you follow and who follows you
hidden.json          whom you blocked and muted, and words and films that you hide or refused
posters.json         posters that you chose for films
plays.json           what your players told of, and what you made of it
notifications.json   what Scene told you
media/               pictures that you uploaded, named in the files above
letterboxd/          your diary, ratings, watchlist and lists as CSV tables

The JSON files are text: any editor opens them. Times are UTC, stars go from 0.5 to 5.

To bring it into another Scene, choose this ZIP on the import screen there. Without the folder "media" all but the
pictures is imported just as well. Comments, likes and follows come as far as what they are about is there.

To bring it to Letterboxd, choose the files of the folder "letterboxd" one after the other at
https://letterboxd.com/import/ (diary), on your watchlist's page and on a new list's page.
A cell that a spreadsheet could take for a formula begins with a ' that was not in your text.
`
