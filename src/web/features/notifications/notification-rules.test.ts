import { describe, expect, it } from 'vitest'
import type { Notification } from '#shared/api/notifications.ts'
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
    title: null,
    poster: null,
    ...patch,
  }
}

describe('notificationText', () => {
  it.each([
    ['follow', 'just followed you', 'follow'],
    ['review_like', 'liked your review', 'reviewLike'],
    ['reaction', 'liked your comment', 'reaction'],
    ['reply', 'replied to your comment', 'reply'],
    ['reply', 'commented on your review', 'comment'],
    ['list_like', 'liked your list!', 'listLike'],
    ['share-list', 'shared a list with you', 'shareList'],
    ['suggest_movie', 'suggested a film to you', 'suggestMovie'],
    ['share-review', 'shared a review with you', 'shareReview'],
    ['poke', 'poked you', 'unknown'],
  ])('%s (%s)', (type, message, text) => {
    expect(notificationText({ type, message })).toBe(text)
  })
})

describe('notificationTarget', () => {
  it.each<[Partial<Notification>, unknown]>([
    [{ type: 'follow' }, { to: 'profile', id: omar }],
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

  it.each([
    'review_like',
    'reaction',
    'reply',
    'list_like',
    'share-list',
    'suggest_movie',
    'share-review',
    'poke',
  ])('%s about something gone leads nowhere', (type) => {
    expect(notificationTarget(notification({ type }))).toBeNull()
  })
})
