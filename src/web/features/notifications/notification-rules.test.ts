import { describe, expect, it } from 'vitest'
import type { Notification, NotificationType } from '#shared/api/notifications.ts'
import { notificationTarget, notificationText } from './notification-rules.ts'

const log = '018f0000-0000-7000-8000-000000000001'
const list = '018f0000-0000-7000-8000-000000000002'
const omar = '018f0000-0000-7000-8000-000000000003'

function notification(patch: Partial<Notification>): Notification {
  return {
    _id: '018f0000-0000-7000-8000-000000000009',
    type: 'follow',
    from: { _id: omar, username: 'omar', avatar: null },
    read: false,
    createdAt: '2026-03-01T10:00:00.000Z',
    message: '',
    relatedId: null,
    listId: null,
    movieId: null,
    reviewId: null,
    replyId: null,
    replyTo: null,
    quote: null,
    title: null,
    poster: null,
    ...patch,
  }
}

/** Of a server that is newer than this tab. */
const poke = 'poke' as NotificationType

describe('notificationText', () => {
  it.each<[NotificationType, Notification['replyTo'], string]>([
    ['follow', null, 'follow'],
    ['review_like', null, 'reviewLike'],
    ['reaction', null, 'reaction'],
    ['reply', 'comment', 'reply'],
    ['reply', 'review', 'comment'],
    ['list_like', null, 'listLike'],
    ['share-list', null, 'shareList'],
    ['suggest_movie', null, 'suggestMovie'],
    ['share-review', null, 'shareReview'],
    ['player-paused', null, 'playerPaused'],
    ['webhook-paused', null, 'webhookPaused'],
    ['year-review', null, 'yearReview'],
    ['unknown', null, 'unknown'],
    [poke, null, 'unknown'],
  ])('%s (%s)', (type, replyTo, text) => {
    expect(notificationText({ type, replyTo })).toBe(text)
  })
})

describe('notificationTarget', () => {
  it.each<[Partial<Notification>, unknown]>([
    [{ type: 'player-paused' }, { to: 'players' }],
    [{ type: 'webhook-paused' }, { to: 'keys' }],
    [{ type: 'follow' }, { to: 'profile', id: omar }],
    [
      { type: 'year-review', relatedId: '2026' },
      { to: 'year', id: omar, year: 2026 },
    ],
    [
      { type: 'review_like', relatedId: log },
      { to: 'review', id: log },
    ],
    [
      { type: 'reaction', relatedId: log },
      { to: 'review', id: log },
    ],
    [
      { type: 'reply', relatedId: log },
      { to: 'review', id: log },
    ],
    [
      { type: 'list_like', listId: list },
      { to: 'list', id: list },
    ],
    [
      { type: 'share-list', listId: list },
      { to: 'list', id: list },
    ],
    [
      { type: 'suggest_movie', movieId: 11020, relatedId: '7' },
      { to: 'film', id: 11020 },
    ],
    [
      { type: 'suggest_movie', relatedId: '7' },
      { to: 'film', id: 7 },
    ],
    [
      { type: 'share-review', reviewId: log },
      { to: 'review', id: log },
    ],
  ])('%o', (patch, target) => {
    expect(notificationTarget(notification(patch))).toEqual(target)
  })

  it.each<NotificationType>([
    'review_like',
    'reaction',
    'reply',
    'list_like',
    'share-list',
    'suggest_movie',
    'share-review',
    'year-review',
    'unknown',
    poke,
  ])('%s about something gone leads nowhere', (type) => {
    expect(notificationTarget(notification({ type }))).toBeNull()
  })
})
