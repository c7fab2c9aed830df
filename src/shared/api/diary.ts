import * as z from 'zod/mini'
import { periodDays } from '../diary-period.ts'
import { endpoint } from './endpoint.ts'
import { audience, day, filmTitle, id, line, page, stars, viewedAs } from './fields.ts'

/** An entry of a diary as a row shows it. */
const diaryEntry = z.object({
  _id: id,
  tmdbId: z.number(),
  ...filmTitle,
  poster: z.nullable(z.string()),
  /** The member's own poster. */
  posterOverride: z.nullable(z.string()),
  release_date: z.string(),
  /** `YYYY-MM-DD`: the day it was watched, else the day it was written. */
  day: z.string(),
  /** Null where only the day of writing is known. */
  watchedAt: z.nullable(z.string()),
  rating: stars,
  rewatchCount: z.number(),
  isFavorite: z.boolean(),
  /** With text, GIF or image. */
  hasReview: z.boolean(),
  tags: z.array(z.string()),
  audience,
})
export type DiaryEntry = z.output<typeof diaryEntry>

/** A day of the calendar. */
const existing = day.check(z.refine((value) => periodDays(value) !== null, 'no day of the calendar'))

/** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
const period = line(10).check(z.refine((value) => periodDays(value) !== null, 'no year, month or day'))

const month = line(7).check(
  z.regex(/^\d{4}-\d{2}$/),
  z.refine((value) => periodDays(value) !== null, 'no month'),
)

export const getDiary = endpoint({
  method: 'GET',
  path: '/api/users/:userId/diary',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary:
    'How many entries each month of a member’s diary has, the newest month first; how many films are only marked as seen and so of no day; and what was entered for the day and month of `today` in other years (30 at most)',
  params: z.object({ userId: id }),
  query: z.object({ ...viewedAs.shape, today: existing }),
  answer: z.object({
    months: z.array(z.object({ month: z.string(), logs: z.number() })),
    undated: z.number(),
    onThisDay: z.array(diaryEntry),
  }),
})

export const listDiary = endpoint({
  method: 'GET',
  path: '/api/users/:userId/diary/:period',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary:
    'The entries of a year, a month or a day of a member’s diary, the newest day first (100 without `limit`). An entry without a watched day is under the day it was written; what is only marked as seen is in no diary',
  params: z.object({ userId: id, period }),
  query: z.extend(page, viewedAs.shape),
  answer: z.array(diaryEntry),
})

export const getDiaryCalendar = endpoint({
  method: 'GET',
  path: '/api/users/:userId/diary/:month/days',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary: 'The days of a month that have entries, in their order, each with the three written last',
  params: z.object({ userId: id, month }),
  query: viewedAs,
  answer: z.array(z.object({ day: z.string(), logs: z.number(), entries: z.array(diaryEntry) })),
})
