import { dayMs, hourMs, minuteMs } from '#shared/durations.ts'
import type { Random } from '#built-in/seeded-random.ts'
import { demoLists, type DemoList } from '#built-in/demo/lists.ts'
import { demoMembers, type DemoMember } from '#built-in/demo/people.ts'
import { demoRemarks, demoReviews, demoTags, type DemoComment } from '#built-in/demo/reviews.ts'

/** Of a watchlist every fourth item is private, beginning with the third. */
const privateOfFour = 2

/** How far back the community's logs go. */
const span = 42 * dayMs

/** Film numbers that demo members log besides those they review. */
const demoPool = [
  505642, 475557, 577922, 346698, 1022789, 508442, 293660, 284054, 492188, 614560, 555604, 370172, 335984,
  372058, 496243, 157336, 1011985, 398978, 424694, 614917, 693134, 181808, 466420, 786892, 501929, 273248,
  82693, 569094, 419430, 545611, 24428, 804095, 414906, 106646, 146233, 194662, 614934, 753342, 376867,
  546554, 77338, 68734, 503919, 674324, 332562, 155, 330459, 438631, 13475, 670292, 696506, 976573, 1184918,
  467244, 378064, 11324, 568124, 359940, 600583, 785084, 718821, 945961, 530915, 597, 284053, 391713, 60308,
  533535, 405774, 508947, 286217, 110415, 426063, 49047, 381284, 965150, 872585, 44214, 273481, 205596,
  466272, 122, 718032, 1061474, 324857, 244786, 823219, 857, 549509, 441130, 680, 313369, 976893, 149870, 207,
  807, 915935, 77, 299536, 497828, 530385, 331482, 238, 128, 933260, 78, 28, 284, 239, 935, 105, 14160, 640,
  152601, 210577, 290098, 1064213, 974576, 929590, 937287, 1000837,
]

interface Mark {
  by: string
  film: number
  at: Date
}

export interface PlannedLog extends Mark {
  /** Half steps, 1 to 10; null is unrated. */
  rating: number | null
  text: string
  rewatches: number
  likedBy: string[]
  /** Of the drawn pack. */
  gif: string | null
  spoilers: boolean
  tags: string[]
  comments: PlannedComment[]
}

export interface PlannedComment {
  by: string
  text: string
  /** Of the drawn pack. */
  gif: string | null
  at: Date
  likedBy: string[]
  answers: PlannedComment[]
}

export interface PlannedList extends DemoList {
  at: Date
  likes: { by: string; at: Date }[]
  saves: { by: string; at: Date }[]
  /** What was said of it, and when. */
  thread: PlannedComment[]
}

/**
 * Everything that the demo community did, by username; `talk` is a separate source of randomness for threads. The
 * result depends only on the randomness and the time.
 */
export function plan(random: Random, talk: Random, now: Date) {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const follows = planFollows(random, before)
  const logs = [...planReviews(random, talk, now), ...planRemarks(random, before)]
  for (const log of logs) {
    log.likedBy = planLikes(random, log)
    log.tags = planTags(log)
  }
  const logged = new Set(logs.map((log) => `${log.by}:${log.film}`))
  const watchlists = demoMembers.flatMap((member) =>
    sample(random, demoPool, 9)
      .filter((film) => !logged.has(`${member.username}:${film}`))
      .map((film, index) => ({
        by: member.username,
        film,
        at: before(random.int(1, 40) * dayMs),
        isPrivate: index % 4 === privateOfFour,
      })),
  )
  const hearts = demoMembers.flatMap((member) =>
    member.favourites.map((film): Mark => ({
      by: member.username,
      film,
      at: before(random.int(1, 40) * dayMs),
    })),
  )
  const filmIds = new Set([...logs, ...watchlists, ...hearts].map((mark) => mark.film))
  for (const list of demoLists) for (const film of list.films) filmIds.add(film)
  const lists = demoLists.map((list, index) => planList(random, talk, now, list, index))
  return {
    joinedAt: before(span + 20 * dayMs),
    follows,
    logs,
    watchlists,
    hearts,
    lists,
    posters: demoMembers.flatMap((member) =>
      member.favourites.slice(0, 1).map((film) => ({ by: member.username, film })),
    ),
    filmIds: [...filmIds],
  }
}

type Before = (ms: number) => Date

/** The first member knows nearly everybody; the others about half. */
function planFollows(random: Random, before: Before) {
  return demoMembers.flatMap((by, index) =>
    demoMembers
      .filter((whom) => whom !== by && random.next() < (index === 0 ? 0.85 : 0.5))
      .map((whom) => ({
        by: by.username,
        whom: whom.username,
        at: before(span + random.int(1, 19 * 24) * hourMs),
      })),
  )
}

/** Written reviews spread over the weeks, the earliest in the list being the newest. */
function planReviews(random: Random, talk: Random, now: Date): PlannedLog[] {
  const before = (ms: number) => new Date(now.getTime() - ms)
  return demoReviews.map((review, index) => {
    const ago = 25 * minuteMs + (index / demoReviews.length) * 20 * dayMs + random.int(0, 9 * 60) * minuteMs
    const comments = (review.comments ?? []).map((comment, position) => {
      const at = before(Math.max(minuteMs, ago - (position + 1) * random.int(8, 50) * minuteMs))
      return planComment(talk, comment, at, now)
    })
    return {
      by: review.by,
      film: review.film,
      at: before(ago),
      rating: review.rating * 2,
      text: review.text,
      rewatches: random.next() < 0.2 ? random.int(1, 3) : 0,
      likedBy: [],
      gif: review.gif ?? null,
      spoilers: review.spoilers ?? false,
      tags: [],
      comments,
    }
  })
}

/** A comment made at an instant, its likes, and the answers to it: each within the hour, and before `now`. */
function planComment(random: Random, [by, text, more]: DemoComment, at: Date, now: Date): PlannedComment {
  const likedBy = demoMembers
    .map((member) => member.username)
    .filter((username) => username !== by && random.next() < 0.2)
  const answers = (more?.answers ?? []).map((answer) => {
    const soon = at.getTime() + random.int(3, 55) * minuteMs
    return planComment(random, answer, new Date(Math.min(soon, (at.getTime() + now.getTime()) / 2)), now)
  })
  return { by, text, gif: more?.gif ?? null, at, likedBy, answers }
}

function planRemarks(random: Random, before: Before): PlannedLog[] {
  return demoMembers.flatMap((member) => {
    const written = demoReviews.filter((review) => review.by === member.username).length
    const films = sample(random, demoPool, Math.max(0, member.logs - written))
    return films.map((film): PlannedLog => {
      const remark = random.next() < 0.14 ? pickRemark(random, member) : ''
      return {
        by: member.username,
        film,
        at: before(2 * hourMs + Math.floor(random.next() ** 1.4 * span)),
        rating: random.next() < 0.06 ? null : rate(random, member),
        text: remark,
        rewatches: random.next() < 0.12 ? random.int(1, 2) : 0,
        likedBy: [],
        gif: null,
        spoilers: false,
        tags: [],
        comments: [],
      }
    })
  })
}

function pickRemark(random: Random, member: DemoMember): string {
  const own = demoRemarks.filter((remark) => remark.language === member.locale)
  return own[random.int(0, own.length - 1)]?.text ?? ''
}

/** Mostly around three and a half stars. */
function rate(random: Random, member: DemoMember): number {
  const around = 7 + member.mood + (random.next() + random.next() + random.next() - 1.5) * 3.4
  return Math.min(10, Math.max(1, Math.round(around)))
}

/** About every second log has one or two, in the language of its author. */
function planTags({ by, film }: Mark): string[] {
  const own = demoTags[demoMembers.find(({ username }) => username === by)?.locale ?? 'en']
  const first = film % (2 * own.length)
  return own.filter((_, place) => place === first || (film % 7 === 0 && place === (first + 2) % own.length))
}

function planLikes(random: Random, log: PlannedLog): string[] {
  const chance = log.comments.length > 0 ? 0.55 : log.text.length > 60 ? 0.32 : log.text ? 0.12 : 0.03
  return demoMembers
    .map((member) => member.username)
    .filter((username) => username !== log.by && random.next() < chance)
}

/** Liked and saved within four days of being made; a private list by nobody. */
function planList(random: Random, talk: Random, now: Date, list: DemoList, index: number): PlannedList {
  const before = (ms: number) => new Date(now.getTime() - ms)
  const age = (index + 1) * 3 * dayMs + random.int(0, dayMs)
  const others = demoMembers.filter((member) => member.username !== list.by)
  const by = (chance: number) =>
    others
      .filter(() => random.next() < chance)
      .map((member) => ({ by: member.username, at: before(age - random.int(hourMs, 3 * dayMs)) }))
  const thread = (list.comments ?? []).map((comment, position) =>
    planComment(talk, comment, before(age - (position + 1) * talk.int(1, 20) * hourMs), now),
  )
  return { ...list, at: before(age), likes: by(list.appeal), saves: by(list.appeal / 2), thread }
}

/** Up to `count` different ones. */
function sample<T>(random: Random, from: readonly T[], count: number): T[] {
  const left = [...from]
  const taken: T[] = []
  while (taken.length < count && left.length > 0)
    taken.push(...left.splice(random.int(0, left.length - 1), 1))
  return taken
}
