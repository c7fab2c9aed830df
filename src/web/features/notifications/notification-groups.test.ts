import { describe, expect, it } from 'vitest'
import type { Notification, NotificationType } from '#shared/api/notifications.ts'
import { groupNotifications } from './notification-groups.ts'

function notification(
  id: string,
  type: NotificationType,
  from: string,
  about: Partial<Notification>,
): Notification {
  return {
    _id: id,
    type,
    from: { _id: from, username: from, avatar: null },
    read: true,
    createdAt: '2026-03-01T10:00:00.000Z',
    message: '',
    relatedId: null,
    listId: null,
    movieId: null,
    reviewId: null,
    replyId: null,
    replyTo: null,
    title: null,
    poster: null,
    ...about,
  }
}

const rows = (...notifications: Notification[]) =>
  groupNotifications(notifications).map(({ newest, ids, people }) => ({
    newest: newest._id,
    ids,
    people: people.map(({ username }) => username),
  }))

describe('groupNotifications', () => {
  it('makes one row of the likes of a review, at the place of the newest', () => {
    const found = rows(
      notification('5', 'review_like', 'jade', { reviewId: 'a' }),
      notification('4', 'follow', 'omar', {}),
      notification('3', 'review_like', 'noor', { reviewId: 'a' }),
      notification('2', 'review_like', 'omar', { reviewId: 'b' }),
      notification('1', 'review_like', 'sami', { reviewId: 'a' }),
    )
    expect(found).toEqual([
      { newest: '5', ids: ['5', '3', '1'], people: ['jade', 'noor', 'sami'] },
      { newest: '4', ids: ['4'], people: ['omar'] },
      { newest: '2', ids: ['2'], people: ['omar'] },
    ])
  })

  it('tells two comments under one review apart', () => {
    const found = rows(
      notification('3', 'reaction', 'jade', { reviewId: 'a', replyId: 'x' }),
      notification('2', 'reaction', 'omar', { reviewId: 'a', replyId: 'y' }),
      notification('1', 'reaction', 'noor', { reviewId: 'a', replyId: 'x' }),
    )
    expect(found.map(({ ids }) => ids)).toEqual([['3', '1'], ['2']])
  })

  it('begins a new row twelve hours after the first like', () => {
    const at = (createdAt: string) => ({ reviewId: 'a', createdAt })
    const found = rows(
      notification('4', 'review_like', 'jade', at('2026-03-02T02:00:00.000Z')),
      notification('3', 'review_like', 'noor', at('2026-03-01T22:00:01.000Z')),
      notification('2', 'review_like', 'sami', at('2026-03-01T22:00:00.000Z')),
      notification('1', 'review_like', 'omar', at('2026-03-01T10:00:00.000Z')),
    )
    expect(found.map(({ ids }) => ids)).toEqual([
      ['4', '3'],
      ['2', '1'],
    ])
  })

  it('makes one row of what one member liked on a day, and leaves what others liked too', () => {
    const found = groupNotifications([
      notification('5', 'review_like', 'noor', { reviewId: 'a' }),
      notification('4', 'review_like', 'noor', { reviewId: 'b' }),
      notification('3', 'review_like', 'omar', { reviewId: 'c' }),
      notification('2', 'review_like', 'noor', { reviewId: 'c' }),
      notification('1', 'list_like', 'noor', { listId: 'l' }),
    ])
    expect(found.map(({ ids }) => ids)).toEqual([['5', '4'], ['3', '2'], ['1']])
    expect(found[0]?.parts.map(({ ids }) => ids)).toEqual([['5'], ['4']])
    expect(found[1]?.parts).toEqual([])
  })

  it('groups likes of a list, and counts a member once', () => {
    const found = rows(
      notification('3', 'list_like', 'jade', { listId: 'l' }),
      notification('2', 'list_like', 'omar', { listId: 'l' }),
      notification('1', 'list_like', 'jade', { listId: 'l' }),
    )
    expect(found).toEqual([{ newest: '3', ids: ['3', '2', '1'], people: ['jade', 'omar'] }])
  })

  it.each<[NotificationType, Partial<Notification>]>([
    ['follow', {}],
    ['reply', { reviewId: 'a', relatedId: 'a', replyId: 'x' }],
    ['share-list', { listId: 'l' }],
    ['share-review', { reviewId: 'a' }],
    ['suggest_movie', { movieId: 7 }],
    // What was liked is gone.
    ['review_like', {}],
    ['reaction', { reviewId: 'a' }],
    ['list_like', {}],
  ])('leaves %s alone (%o)', (type, about) => {
    expect(rows(notification('2', type, 'jade', about), notification('1', type, 'omar', about))).toHaveLength(
      2,
    )
  })

  it('keeps the key of a row when a like comes in', () => {
    const first = notification('1', 'review_like', 'omar', { reviewId: 'a' })
    const [alone] = groupNotifications([first])
    const [grouped] = groupNotifications([notification('2', 'review_like', 'jade', { reviewId: 'a' }), first])
    expect(grouped?.key).toBe(alone?.key)
  })
})
