import { describe, expect, test } from 'vitest'
import { decodeBody, readPayload } from './payloads.ts'

const heat = { title: 'Heat', year: 1995, tmdbId: 949, imdbId: 'tt0113277' }

const plex = (changes: object = {}, metadata: object = {}) => ({
  event: 'media.scrobble',
  user: true,
  owner: true,
  Account: { id: 1, thumb: 'https://plex.tv/users/x/avatar', title: 'layla' },
  Server: { title: 'Office', uuid: '54664a3d8acc39983675640ec9ce00b70af9cc36' },
  Player: { local: true, publicAddress: '203.0.113.7', title: 'Plex Web', uuid: 'r6yfkdnfggbh2bdnvkffwbms' },
  Metadata: {
    librarySectionType: 'movie',
    ratingKey: '1936545',
    key: '/library/metadata/1936545',
    guid: 'plex://movie/5d776825880197001ec90d50',
    Guid: [{ id: 'imdb://tt0113277' }, { id: 'tmdb://949' }, { id: 'tvdb://233' }],
    type: 'movie',
    title: 'Heat',
    year: 1995,
    lastViewedAt: 1764100000,
    duration: 10_200_000,
    ...metadata,
  },
  ...changes,
})

describe('Plex', () => {
  test('a film that was scrobbled', () => {
    expect(readPayload('plex', plex())).toEqual({
      outcome: 'watched',
      userName: 'layla',
      film: { ...heat, item: '1936545', at: new Date(1764100000_000), minutes: 170 },
    })
  })
  test('numbers of the agents of old, and none at all', () => {
    const imdb = plex({}, { Guid: undefined, guid: 'com.plexapp.agents.imdb://tt0113277?lang=en' })
    expect(readPayload('plex', imdb)).toMatchObject({ film: { tmdbId: null, imdbId: 'tt0113277' } })
    const tmdb = plex({}, { Guid: undefined, guid: 'com.plexapp.agents.themoviedb://949?lang=en' })
    expect(readPayload('plex', tmdb)).toMatchObject({ film: { tmdbId: 949, imdbId: null } })
    const none = plex({}, { Guid: undefined, guid: 'local://12', lastViewedAt: undefined, year: undefined })
    expect(readPayload('plex', none)).toMatchObject({
      outcome: 'watched',
      film: { title: 'Heat', year: null, tmdbId: null, imdbId: null, at: null },
    })
  })
  test.each([
    ['as text', { rating: '9' }, {}, 9],
    ['beside the film', {}, { userRating: 7.4 }, 7],
  ])('stars from 0 to 10, %s', (_where, said, about, rating) => {
    expect(readPayload('plex', plex({ event: 'media.rate', ...said }, about))).toMatchObject({
      outcome: 'rated',
      rating,
      userName: 'layla',
      film: heat,
    })
  })
  test.each([
    ['other-event', plex({ event: 'media.play' })],
    ['other-event', plex({ event: 'media.rate', rating: '-1' })],
    ['other-event', plex({ event: 'media.rate' })],
    ['no-film', plex({}, { type: 'episode', librarySectionType: 'show', title: 'Pilot' })],
    ['unreadable', { hello: 'world' }],
    ['unreadable', null],
    ['unreadable', [1, 2]],
    ['unreadable', plex({ Metadata: { type: 'movie' } })],
  ])('%s', (outcome, payload) => {
    expect(readPayload('plex', payload).outcome).toBe(outcome)
  })
})

describe('Jellyfin', () => {
  const official = {
    ServerId: 'a',
    ServerName: 'home',
    ServerVersion: '10.10.3',
    NotificationType: 'PlaybackStop',
    Timestamp: '2026-11-25T22:41:12.1234567+01:00',
    UtcTimestamp: '2026-11-25T21:41:12.1234567Z',
    Name: 'Heat',
    ItemId: 'f27caa37e5142225cceded48f6553502',
    ItemType: 'Movie',
    Year: 1995,
    RunTimeTicks: 102_000_000_000,
    PlaybackPositionTicks: 100_000_000_000,
    PlayedToCompletion: true,
    Provider_tmdb: '949',
    Provider_imdb: 'tt0113277',
    NotificationUsername: 'layla',
    UserId: 'u1',
    Played: true,
  }
  test('the official plugin', () => {
    expect(readPayload('jellyfin', official)).toEqual({
      outcome: 'watched',
      userName: 'layla',
      film: { ...heat, item: official.ItemId, at: new Date('2026-11-25T21:41:12.123Z'), minutes: 170 },
    })
  })
  test('words and numbers as text, in any case', () => {
    const { Provider_tmdb: _, PlayedToCompletion: __, ...rest } = official
    const given = { ...rest, provider_TMDB: 949, playedtocompletion: 'True', Year: '1995' }
    expect(readPayload('jellyfin', given)).toMatchObject({ outcome: 'watched', film: heat })
  })
  test('without a word about the end its place says it', () => {
    const { PlayedToCompletion: _, ...rest } = official
    expect(readPayload('jellyfin', rest).outcome).toBe('watched')
    expect(readPayload('jellyfin', { ...rest, PlaybackPositionTicks: 10_000_000_000 }).outcome).toBe(
      'not-finished',
    )
  })
  test.each([
    ['not-finished', { ...official, PlayedToCompletion: false }],
    ['no-film', { ...official, ItemType: 'Episode', SeriesName: 'The Wire' }],
    ['other-event', { ...official, NotificationType: 'PlaybackStart' }],
    ['other-event', { ...official, NotificationType: 'ItemAdded' }],
  ])('%s', (outcome, payload) => expect(readPayload('jellyfin', payload).outcome).toBe(outcome))

  const other = {
    Event: 'Stop',
    Item: {
      Name: 'Heat',
      Id: 'f27caa37',
      Type: 'Movie',
      ProductionYear: 1995,
      RunTimeTicks: 102_000_000_000,
      ProviderIds: { Tmdb: '949', Imdb: 'tt0113277' },
      UserData: { Played: true, PlaybackPositionTicks: 0 },
    },
    User: { Name: 'layla', Id: 'u1' },
    Session: { PlayState: { PositionTicks: 99_000_000_000 } },
  }
  test('the unofficial plugin', () => {
    expect(readPayload('jellyfin', other)).toMatchObject({
      outcome: 'watched',
      userName: 'layla',
      film: { ...heat, item: 'f27caa37', at: null, minutes: 170 },
    })
    expect(readPayload('jellyfin', { ...other, Event: 'MarkPlayed' }).outcome).toBe('watched')
    expect(readPayload('jellyfin', { ...other, Event: 'MarkUnplayed' }).outcome).toBe('other-event')
    const unfinished = { ...other, Item: { ...other.Item, UserData: { Played: false } } }
    expect(readPayload('jellyfin', unfinished).outcome).toBe('not-finished')
  })
})

test('Emby', () => {
  const payload = {
    Title: 'layla has finished playing Heat',
    Date: '2026-11-25T21:41:12.0000000Z',
    Event: 'playback.stop',
    User: { Name: 'layla', Id: '1' },
    Item: {
      Name: 'Heat',
      Id: '4521',
      Type: 'Movie',
      ProductionYear: 1995,
      RunTimeTicks: 102_000_000_000,
      ProviderIds: { Tmdb: '949', Imdb: 'tt0113277', IMDB: 'tt0113277' },
    },
    Server: { Name: 'home' },
    PlaybackInfo: { PlayedToCompletion: true, PositionTicks: 101_000_000_000 },
  }
  expect(readPayload('emby', payload)).toMatchObject({
    outcome: 'watched',
    userName: 'layla',
    film: { ...heat, item: '4521', at: new Date('2026-11-25T21:41:12Z') },
  })
  const stopped = { ...payload, PlaybackInfo: { PlayedToCompletion: false, PositionTicks: 1 } }
  expect(readPayload('emby', stopped).outcome).toBe('not-finished')
  expect(readPayload('emby', { ...payload, Event: 'playback.start' }).outcome).toBe('other-event')
})

test('Kodi', () => {
  const payload = {
    event: 'stop',
    mediaType: 'movie',
    title: 'Heat',
    year: 1995,
    duration: 10_200,
    uniqueIds: { tmdb: '949', imdb: 'tt0113277' },
    progress: { percent: 93.2 },
  }
  expect(readPayload('kodi', payload)).toMatchObject({ outcome: 'watched', film: { ...heat, minutes: 170 } })
  expect(readPayload('kodi', { ...payload, event: 'end', progress: undefined }).outcome).toBe('watched')
  expect(readPayload('kodi', { ...payload, progress: { percent: 80 } }).outcome).toBe('not-finished')
  expect(readPayload('kodi', { ...payload, uniqueIds: { tmdbId: 949 } })).toMatchObject({
    film: { tmdbId: 949 },
  })
  expect(readPayload('kodi', { ...payload, mediaType: 'episode' }).outcome).toBe('no-film')
  expect(readPayload('kodi', { ...payload, event: 'start' }).outcome).toBe('other-event')
})

test('Trakt’s scrobble call', () => {
  const payload = {
    movie: { title: 'Heat', year: 1995, ids: { imdb: 'tt0113277', tmdb: 949 } },
    progress: 80,
  }
  expect(readPayload('trakt', payload)).toMatchObject({ outcome: 'watched', film: heat })
  expect(readPayload('trakt', { ...payload, progress: 79.9 }).outcome).toBe('not-finished')
  expect(readPayload('trakt', { episode: { season: 1 }, show: {}, progress: 90 }).outcome).toBe('no-film')
  expect(readPayload('trakt', { ...payload, action: 'start' }).outcome).toBe('other-event')
  expect(readPayload('trakt', {}).outcome).toBe('unreadable')
})

test('a body is read as JSON whatever it says that it is, or as a form', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)
  expect(decodeBody(bytes('{"a":1}'))).toEqual({ a: 1 })
  expect(decodeBody(bytes(`payload=${encodeURIComponent('{"a":"b c"}')}`))).toEqual({ a: 'b c' })
  expect(decodeBody(bytes(`data=${encodeURIComponent('{"a":1}')}&x=1`))).toEqual({ a: 1 })
  expect(decodeBody(bytes('<xml/>'))).toBeNull()
  expect(decodeBody(new Uint8Array([255, 0, 1]))).toBeNull()
})

test('numbers and names that are none are left out', () => {
  const given = plex(
    {},
    { year: 'MCMXCV', Guid: [{ id: 'tmdb://0' }, { id: 'imdb://nm01' }, 7, null], guid: null },
  )
  expect(readPayload('plex', given)).toMatchObject({ film: { year: null, tmdbId: null, imdbId: null } })
})

test.each([
  ['never set, as .NET says it', '0001-01-01T00:00:00.0000000Z'],
  ['of a clock that was never set', '1970-01-01T00:03:00Z'],
  ['that no database knows', '-271821-04-20T00:00:00.000Z'],
])('a moment %s is none', (_which, moment) => {
  const stop = { NotificationType: 'PlaybackStop', ItemType: 'Movie', Name: 'Heat', PlayedToCompletion: true }
  expect(readPayload('jellyfin', { ...stop, UtcTimestamp: moment })).toMatchObject({
    outcome: 'watched',
    film: { at: null },
  })
})
