import { votes, type Evening } from '#shared/api/evenings.ts'
import type { TitleReader } from '#shared/film-titles.ts'
import type { Context } from '#server/context.ts'
import { guestId } from '#server/core/audience.ts'
import type { Call } from '#server/core/http.ts'
import { posterUrl } from '#server/domains/films/films.views.ts'
import { titleView } from '#server/domains/films/titles.views.ts'
import { knowsStreaming } from '#server/domains/streaming/streaming.service.ts'
import { chooseFilms } from './choice.ts'
import * as queries from './evenings.queries.ts'

/** Who calls: a member by the session, a guest by a cookie. */
export type EveningCaller = Pick<Call, 'viewerOrNull' | 'titles' | 'address' | 'cookies'>

export interface JoinedEvening {
  evening: queries.EveningRow
  people: queries.EveningPersonRow[]
  me: queries.EveningPersonRow
}

export const isHostOf = ({ evening, me }: JoinedEvening) => me.member_id === evening.host_id

/** Whether somebody has not left. */
export const isThere = ({ left_at: leftAt }: queries.EveningPersonRow) => leftAt === null

const filmView = (
  row: Omit<queries.CardRow, 'vote' | 'is_veto' | 'wanted' | 'services'>,
  titles: TitleReader,
) => ({
  id: row.id,
  ...titleView(row, titles),
  poster: posterUrl(row.poster_path),
  release_date: row.release_date,
  runtime: row.runtime,
  overview: row.overview,
})

/**
 * The evening as the caller sees it. Before the end only the caller's own votes are shown, and never whose the others
 * were.
 */
export async function viewOf(
  ctx: Context,
  db: Context['db'],
  joined: JoinedEvening,
  { titles }: EveningCaller,
): Promise<Evening> {
  const { evening, people, me } = joined
  const list = evening.list_id
    ? await queries.selectListTitle(db, evening.list_id, me.member_id ?? guestId)
    : undefined
  const cards = await queries.selectCards(db, evening.id, me.id, titles)
  const votesCast = evening.state === 'done' ? await queries.selectVotes(db, evening.id) : []
  return {
    id: evening.id,
    code: evening.code,
    state: evening.state as Evening['state'],
    expiresAt: evening.expires_at.toISOString(),
    isHost: isHostOf(joined),
    people: people.map((person) => ({
      id: person.id,
      member:
        person.member_id === null || person.username === null
          ? null
          : { _id: person.member_id, username: person.username, avatar: person.avatar },
      name: person.name,
      isMe: person.id === me.id,
      isHost: person.member_id === evening.host_id,
      hasLeft: !isThere(person),
      isReady: cards.length > 0 && person.answered >= cards.length,
    })),
    list: list ?? null,
    hideSeen: evening.hide_seen,
    onServices: evening.on_services,
    hasServices: knowsStreaming(ctx) ? people.some((one) => isThere(one) && one.has_services) : null,
    maxMinutes: evening.max_minutes,
    size: evening.size,
    cards:
      evening.state === 'voting'
        ? cards.map((card) => ({
            ...filmView(card, titles),
            wanted: card.wanted,
            services: card.services,
            vote: card.vote === null ? null : (votes[card.vote] ?? null),
            isVeto: card.is_veto ?? false,
          }))
        : [],
    result: evening.state === 'done' ? resultView(evening, people, cards, votesCast, titles) : null,
    watched: watchedView(evening, cards, titles),
  }
}

function resultView(
  evening: queries.EveningRow,
  people: readonly queries.EveningPersonRow[],
  cards: readonly queries.CardRow[],
  cast: readonly queries.VoteRow[],
  titles: TitleReader,
): Evening['result'] {
  // Of those who left, only those count who had answered everything.
  const counting = new Set(
    people.filter((person) => isThere(person) || person.answered >= cards.length).map(({ id }) => id),
  )
  const ballots = cast
    .filter(({ person_id: id }) => counting.has(id))
    .map((row) => ({
      filmId: row.film_id,
      vote: row.vote,
      isVeto: row.is_veto,
    }))
  const { isSecondBest, films } = chooseFilms(
    cards.map(({ id }) => id),
    ballots,
    evening.seed,
  )
  return {
    isSecondBest,
    films: films.flatMap(({ filmId, ...counts }) => {
      const card = cards.find(({ id }) => id === filmId)
      return card
        ? [{ ...filmView(card, titles), wanted: card.wanted, services: card.services, ...counts }]
        : []
    }),
  }
}

function watchedView(
  evening: queries.EveningRow,
  cards: readonly queries.CardRow[],
  titles: TitleReader,
): Evening['watched'] {
  const card = cards.find(({ id }) => id === evening.watched_id)
  return card ? filmView(card, titles) : null
}
