import { describe, expect, test } from 'vitest'
import { feedXml, type FeedEntry } from '#test/fakes/letterboxd-server.ts'
import { readLetterboxdFeed } from './letterboxd-feed.ts'

const flow: FeedEntry = { number: 1, title: 'Flow', year: 2024, tmdbId: 823219, watchedOn: '2026-01-11' }
const read = (...entries: FeedEntry[]) => readLetterboxdFeed(feedXml('layla', entries))
const one = (change: Partial<FeedEntry>) => read({ ...flow, ...change })[0]

describe('a feed of Letterboxd', () => {
  test('is read the oldest first, without its lists', () => {
    const items = read({ ...flow, number: 2 }, flow)
    expect(items.map(({ number }) => number)).toEqual(['1', '2'])
  })

  test('says the film, the day as it is written, stars and the rewatch', () => {
    expect(one({ rating: '4.5', rewatch: true })).toMatchObject({
      number: '1',
      title: 'Flow',
      year: 2024,
      watchedOn: '2026-01-11',
      rating: 9,
      rows: [
        {
          fault: null,
          entry: {
            kind: 'log',
            tmdbId: 823219,
            rewatch: true,
            review: '',
            loggedAt: '2026-01-11T20:03:05.000Z',
            // Known by its film and day, as a row of the diary without an address is.
            key: null,
          },
        },
      ],
    })
  })

  test('has words without the poster, with their emphasis and their warning', () => {
    const review = '<p>Not &amp; <em>ever</em>: <b>مرحبًا</b></p><p>Twice.</p>'
    expect(one({ review, spoilers: true })?.rows[0]?.entry).toMatchObject({
      review: 'Not & ever: مرحبًا\n\nTwice.',
      spoilers: true,
    })
    expect(one({ review })?.rows[0]?.entry.spoilers).toBe(false)
  })

  test('blanks without end, where a warning could stand, hold nobody up', () => {
    const review = `<p>${' '.repeat(200_000)}Slow.</p>`
    expect(one({ review })?.rows[0]?.entry).toMatchObject({ review: 'Slow.', spoilers: false })
  })

  test('a film that was liked is a favourite too', () => {
    expect(one({ like: true })?.rows.map(({ entry }) => entry.kind)).toEqual(['log', 'favourite'])
  })

  test.each([
    ['rating', { rating: '3.0' }],
    ['seen', {}],
    ['review', { review: '<p>Without a day.</p>' }],
  ])('without a day it is a %s', (kind, change) => {
    const { watchedOn: _, ...undated } = flow
    expect(read({ ...undated, ...change })[0]?.rows[0]?.entry.kind).toBe(kind)
  })

  test('a series is no film, and wrong stars are a fault', () => {
    const { tmdbId: _, ...series } = flow
    expect(read({ ...series, tvId: 7 })[0]?.rows[0]?.fault).toBe('not-a-film')
    expect(one({ rating: '11' })?.rows[0]?.fault).toBe('bad-rating')
  })

  test.each([
    ['nothing', ''],
    ['a page', '<!DOCTYPE html><html><body>Just a moment...</body></html>'],
    ['another document', '<feed xmlns="http://www.w3.org/2005/Atom"/>'],
    ['elements within elements', feedXml('layla', [flow]).replace('<item>', `<item>${'<a>'.repeat(40_000)}`)],
    ['what breaks off', feedXml('layla', [flow]).slice(0, -40)],
    ['entities of its own', `<!DOCTYPE rss [<!ENTITY a "aaaa">]>${feedXml('layla', [flow]).slice(38)}`],
  ])('%s is none', (_what, xml) => {
    expect(() => readLetterboxdFeed(xml)).toThrow()
  })
})
