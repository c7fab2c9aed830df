import { describe, expect, it } from 'vitest'
import { imageError, logDraftKey, maxImageBytes, parseLogDraft } from './log-draft.ts'

const draft = {
  rating: 3.5,
  review: 'The sea does the acting.',
  favourite: true,
  rewatchCount: 2,
  watchedAt: '2026-03-01',
  removeImage: false,
  gif: { url: '/gifs/scene/sad-1.webp', details: { title: 'Sad', width: 200, height: 200 } },
  spoilers: true,
  tags: ['cinema'],
  newTag: 'with O',
  audience: 'followers' as const,
  base: null,
}

const initial = {
  rating: null,
  review: '',
  favourite: false,
  rewatchCount: 0,
  watchedAt: '2026-03-02',
  removeImage: false,
  gif: { url: '/gifs/scene/laughing-2.webp', details: null },
  spoilers: false,
  tags: ['home'],
  newTag: '',
  audience: null,
  base: null,
}

describe('stored fields', () => {
  it('are kept apart by member, film and log', () => {
    expect(
      new Set([
        logDraftKey('me', 7),
        logDraftKey('you', 7),
        logDraftKey('me', 8),
        logDraftKey('me', 7, 'log'),
      ]).size,
    ).toBe(4)
  })

  it('of older versions leave what those did not know as it is', () => {
    const { gif: _, spoilers: __, tags: ___, newTag: ____, audience: _____, ...older } = draft
    const { gif, spoilers, tags, newTag, audience } = initial
    expect(parseLogDraft(older, initial)).toEqual({ ...older, gif, spoilers, tags, newTag, audience })
  })

  it('remember that the GIF was taken away', () => {
    expect(parseLogDraft({ ...draft, gif: null }, initial).gif).toBeNull()
  })

  it('are refused when damaged', () => {
    expect(() => parseLogDraft({ rating: 'five' }, initial)).toThrow()
  })
})

describe('imageFault', () => {
  it.each([
    ['image/png', 1, null],
    ['image/jpeg', maxImageBytes, null],
    ['image/jpeg', maxImageBytes + 1, 'upload.too_large'],
    ['image/svg+xml', 1, 'upload.not_an_image'],
    ['text/csv', 1, 'upload.not_an_image'],
    ['', 1, 'upload.not_an_image'],
  ])('%s of %i bytes', (type, size, fault) => {
    expect(imageError({ type, size })).toBe(fault)
  })
})
