import { beforeEach, describe, expect, it } from 'vitest'
import {
  clearDraft,
  contentOf,
  draftKey,
  imageFault,
  largestImage,
  readDraft,
  writeDraft,
} from './log-draft.ts'

const draft = {
  rating: 3.5,
  review: 'The sea does the acting.',
  favourite: true,
  rewatchCount: 2,
  watchedAt: '2026-03-01',
  removeImage: false,
  gif: { url: '/gifs/scene/sad-1.webp', details: { title: 'Sad', width: 200, height: 200 } },
  spoilers: true,
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
}

beforeEach(() => localStorage.clear())

describe('stored drafts', () => {
  it('come back with the attempt that was made', () => {
    const key = draftKey('me', 7)
    const stored = { draft, attempt: { key: 'k', content: 'c' } }
    writeDraft(localStorage, key, stored)
    expect(readDraft(localStorage, key, initial)).toEqual(stored)
    clearDraft(localStorage, key)
    expect(readDraft(localStorage, key, initial)).toBeNull()
  })

  it('are kept apart by member, film and log', () => {
    expect(
      new Set([draftKey('me', 7), draftKey('you', 7), draftKey('me', 8), draftKey('me', 7, 'log')]).size,
    ).toBe(4)
  })

  it('of older versions leave GIF and spoilers as they are', () => {
    const { gif: _, spoilers: __, ...older } = draft
    localStorage.setItem('k', JSON.stringify({ draft: older, attempt: null }))
    expect(readDraft(localStorage, 'k', initial)).toEqual({
      draft: { ...older, gif: initial.gif, spoilers: false },
      attempt: null,
    })
  })

  it('remember that the GIF was taken away', () => {
    writeDraft(localStorage, 'k', { draft: { ...draft, gif: null }, attempt: null })
    expect(readDraft(localStorage, 'k', initial)?.draft.gif).toBeNull()
  })

  it('are ignored when damaged', () => {
    localStorage.setItem('k', '{"draft":{"rating":"five"}}')
    expect(readDraft(localStorage, 'k', initial)).toBeNull()
  })
})

describe('imageFault', () => {
  it.each([
    ['image/png', 1, null],
    ['image/jpeg', largestImage, null],
    ['image/jpeg', largestImage + 1, 'upload.too_large'],
    ['image/svg+xml', 1, 'upload.not_an_image'],
    ['text/csv', 1, 'upload.not_an_image'],
    ['', 1, 'upload.not_an_image'],
  ])('%s of %i bytes', (type, size, fault) => {
    expect(imageFault({ type, size })).toBe(fault)
  })
})

describe('contentOf', () => {
  it('changes with the fields and with the picture', () => {
    const picture = new File(['a'], 'a.png', { type: 'image/png', lastModified: 1 })
    expect(contentOf(draft, null)).toBe(contentOf({ ...draft }, null))
    expect(contentOf(draft, null)).not.toBe(contentOf({ ...draft, review: 'x' }, null))
    expect(contentOf(draft, null)).not.toBe(contentOf({ ...draft, gif: null }, null))
    expect(contentOf(draft, null)).not.toBe(contentOf(draft, picture))
  })
})
