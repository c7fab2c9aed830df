import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { me, showPage, signInAsLayla } from '#test/fakes/film-page.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'
import * as personPage from '#web/pages/person.page.tsx'

const haifaa = {
  id: 7,
  name: 'Haifaa Al-Mansour',
  profile_path: null,
  profile: null,
  biography: '',
  biographyLanguage: '',
  birthday: null,
  deathday: null,
  place_of_birth: null,
  known_for_department: 'Directing',
  awards: { director: null, actor: null } as { director: string | null; actor: string | null },
  saudi: { director: false, actor: false },
}

const film = (id: number, title: string, release_date = '2012-08-31') => ({
  id,
  title,
  poster_path: null,
  poster: null,
  release_date,
  popularity: 10 - id,
})
const crewOf = (...films: ReturnType<typeof film>[]) =>
  films.map((one) => ({ ...one, job: 'Director', department: 'Directing' }))

const credits = {
  id: 7,
  cast: [{ ...film(3, 'A Part'), character: 'Herself' }],
  crew: [
    ...crewOf(film(1, 'Wadjda'), film(2, 'Mary Shelley', '')),
    { ...film(4, 'Written Only'), job: 'Writer', department: 'Writing' },
  ],
}

const answers = (person: object = {}, films: unknown = credits) => ({
  'GET /api/tmdb/person/7': () => ({ ...haifaa, ...person }),
  'GET /api/tmdb/person/7/credits': () => films,
})

function show(pathname: string, state?: object) {
  return showPage({ path: '/:kind/:id', ...personPage }, { pathname, state }).router
}

const titles = async (heading: string) => {
  const films = await screen.findByRole('region', { name: heading })
  const list = within(await within(films).findByRole('list'))
  return list.getAllByRole('link').map((link) => link.textContent)
}

beforeEach(signInAsLayla)

describe('films', () => {
  it('a director has directed them, most popular first, and a poster opens its film', async () => {
    fakeApi(answers())
    const router = show('/director/7')
    expect(await screen.findByRole('heading', { level: 1, name: 'Haifaa Al-Mansour' })).toBeDefined()
    expect(await titles('All Films')).toEqual(['Wadjda, 2012', 'Mary Shelley'])
    await waitFor(() => expect(document.title).toBe('Haifaa Al-Mansour · Scene'))
    await userEvent.click(screen.getByRole('link', { name: 'Wadjda, 2012' }))
    expect(router.state.location.pathname).toBe('/movie/1')
  })

  it('an actor has acted in them', async () => {
    fakeApi(answers())
    show('/actor/7')
    expect(await titles('All Films')).toEqual(['A Part, 2012'])
  })

  it('the generic page shows those directed to who is known for it, else by its flag', async () => {
    fakeApi(answers())
    show('/person/7')
    expect(await titles('All Directed Films')).toEqual(['Wadjda, 2012', 'Mary Shelley'])
  })

  it('the generic page shows those acted in when its flag says so', async () => {
    fakeApi(answers())
    show('/person/7', { isDirector: false })
    expect(await titles('All Films')).toEqual(['A Part, 2012'])
  })

  it('are told by what was done in them, in three orders, and stay so in the address', async () => {
    const old = film(8, 'An Old One', '1999-01-01')
    fakeApi(answers({}, { ...credits, crew: [...credits.crew, ...crewOf(old)] }))
    const router = show('/director/7')
    expect(await titles('All Films')).toEqual(['Wadjda, 2012', 'Mary Shelley', 'An Old One, 1999'])
    const tabs = screen.getAllByRole('tab').map((tab) => tab.textContent)
    expect(tabs).toEqual(['Acting (1)', 'Directing (3)', 'Writing (1)'])
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Oldest first')
    await waitFor(async () =>
      expect(await titles('All Films')).toEqual(['An Old One, 1999', 'Wadjda, 2012', 'Mary Shelley']),
    )
    await userEvent.click(screen.getByRole('tab', { name: 'Writing (1)' }))
    await waitFor(async () => expect(await titles('All Films')).toEqual(['Written Only, 2012']))
    expect(router.state.location.search).toBe('?sort=oldest&as=writing')
  })

  it('that the viewer saw are counted', async () => {
    const marks = { seen: [[1, 4]], watchlist: [], favourites: [] }
    fakeApi({ ...answers(), [`GET /api/users/${me}/film-marks`]: () => marks })
    show('/director/7')
    expect(await screen.findByText('Seen: 1 of 2')).toBeDefined()
  })

  it('of whoever did something else are those', async () => {
    const music = [{ ...film(5, 'Scored'), job: 'Original Music Composer', department: 'Sound' }]
    fakeApi(answers({ known_for_department: 'Sound' }, { id: 7, cast: [], crew: music }))
    show('/person/7')
    expect(await titles('All Films')).toEqual(['Scored, 2012'])
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('of five hundred only those in sight are in the document', async () => {
    const many = Array.from({ length: 500 }, (_, at) => film(at + 1, `Film ${at + 1}`))
    fakeApi(answers({}, { ...credits, crew: crewOf(...many) }))
    show('/director/7')
    const shown = await titles('All Films')
    expect(shown[0]).toBe('Film 1, 2012')
    expect(shown.length).toBeLessThan(60)
  })

  it('says that there are none', async () => {
    fakeApi(answers({}, { id: 7, cast: [], crew: [] }))
    show('/director/7')
    expect(await screen.findByText('No films found.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('that could not be loaded can be asked for again, beside what is known', async () => {
    let down = true
    fakeApi({
      ...answers(),
      'GET /api/tmdb/person/7/credits': () => {
        if (down) throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
        return credits
      },
    })
    show('/director/7')
    expect(await screen.findByText('No films found.')).toBeDefined()
    expect(screen.getByText('No biography available.')).toBeDefined()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await titles('All Films')).toEqual(['Wadjda, 2012', 'Mary Shelley'])
  })
})

describe('biography', () => {
  const long = 'a'.repeat(301)

  it('of more than 300 characters opens and closes', async () => {
    fakeApi(answers({ biography: long }))
    show('/director/7')
    const text = await screen.findByText(long)
    expect(text.className).toContain('clamped')
    expect(text.style.getPropertyValue('--lines')).toBe('4')
    await userEvent.click(screen.getByRole('button', { name: 'Read more' }))
    expect(text.className).not.toContain('clamped')
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }))
    expect(text.className).toContain('clamped')
  })

  it('of 300 characters is whole', async () => {
    const short = 'a'.repeat(300)
    fakeApi(answers({ biography: short }))
    show('/actor/7')
    expect((await screen.findByText(short)).className).not.toContain('clamped')
    expect(screen.queryByRole('button', { name: 'Read more' })).toBeNull()
  })
})

describe('awards', () => {
  const awards = { director: 'Won as director.', actor: 'Won as actor.' }

  it.each([
    ['/director/7', undefined, 'Won as director.'],
    ['/actor/7', undefined, 'Won as actor.'],
    ['/person/7', { isDirector: true }, 'Won as director.'],
    ['/person/7', { isDirector: false }, 'Won as actor.'],
  ])('%s with state %o shows one line', async (path, state, line) => {
    fakeApi(answers({ awards }))
    show(path, state)
    const shown = await screen.findByText(line)
    // In the reader's language, which no attribute may deny.
    expect([shown.dir, shown.lang]).toEqual(['auto', ''])
    expect(screen.queryByText(/^Won as/)).toBe(shown)
    expect(screen.queryByText(/may have awards/)).toBeNull()
  })

  it('not known: names an external film site', async () => {
    fakeApi(answers({ awards: { ...awards, actor: null } }))
    show('/actor/7')
    const text = await screen.findByText(/^This person may have awards\. Check an external film site/)
    const link = within(text).getByRole('link', { name: 'IMDb' })
    expect(link.getAttribute('href')).toBe('https://www.imdb.com/find/?s=nm&q=Haifaa%20Al-Mansour')
  })
})

describe('Saudi talent', () => {
  const founder = () => screen.queryByRole('complementary', { name: 'A message from the founder of Scene' })

  it.each([
    ['/director/7', { director: true, actor: false }, /^Saudi cinema/],
    ['/actor/7', { director: false, actor: true }, /^Every Saudi face/],
  ])('%s has a badge and the founder’s words in both languages', async (path, saudi, english) => {
    fakeApi(answers({ saudi }))
    show(path)
    expect(await screen.findByText('Saudi talent')).toBeDefined()
    expect(screen.getByText(english).dir).toBe('ltr')
    const arabic = founder()?.querySelector('[lang="ar"]')
    expect(arabic?.getAttribute('dir')).toBe('rtl')
    expect(arabic?.textContent).toMatch(/[\u0600-\u06ff]/)
  })

  it.each(['/director/7', '/actor/7', '/person/7'])('%s has neither for anybody else', async (path) => {
    const role = path.startsWith('/actor') ? 'director' : 'actor'
    fakeApi(answers({ saudi: { director: false, actor: false, [role]: true } }))
    show(path)
    await screen.findByText('No biography available.')
    expect(screen.queryByText('Saudi talent')).toBeNull()
    expect(founder()).toBeNull()
  })
})

it('tells when and where somebody was born and died, where it is known', async () => {
  fakeApi(answers({ birthday: '1932-04-04', deathday: '1986-12-29', place_of_birth: 'Zavrazhye' }))
  show('/director/7')
  expect(await screen.findByText('Born 4 April 1932')).toBeDefined()
  expect(screen.getByText('Died 29 December 1986')).toBeDefined()
  expect(screen.getByText('Age 54')).toBeDefined()
  expect(screen.getByText('Zavrazhye')).toBeDefined()
})

it('has the biography in its own language', async () => {
  fakeApi(answers({ biography: 'A life.', biographyLanguage: 'en' }))
  show('/director/7')
  expect((await screen.findByText('A life.')).lang).toBe('en')
})

it('shows the default avatar without a photo', async () => {
  fakeApi(answers())
  show('/director/7')
  await screen.findByText('No biography available.')
  expect(document.querySelector('img')?.getAttribute('src')).toMatch(/default-avatar/)
})

it('says that it is loading, and goes back to where one came from', async () => {
  fakeApi({ 'GET /api/tmdb/person/7': () => new Promise(() => {}) })
  const router = show('/director/7')
  expect(await screen.findByText('Loading...')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})

describe('failures, of which nothing else is said', () => {
  it.each([
    ['nobody has this number', '/person/7', '7', new Refusal(404, 'person.not_found', 'Nobody.')],
    ['it is no number', '/person/abc', 'NaN', new Refusal(400, 'request.invalid', 'Not valid.')],
  ])('%s', async (_, address, sent, refusal) => {
    const nobody = () => {
      throw refusal
    }
    fakeApi({ [`GET /api/tmdb/person/${sent}`]: nobody, [`GET /api/tmdb/person/${sent}/credits`]: nobody })
    show(address)
    expect(await screen.findByText('This person could not be found.')).toBeDefined()
    await waitFor(() => expect(document.title).toBe('Person · Scene'))
    expect(screen.getByRole('button', { name: 'Back' })).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('no answer: it can be asked for again', async () => {
    let down = true
    fakeApi({
      ...answers(),
      'GET /api/tmdb/person/7': () => {
        if (!down) return haifaa
        throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
      },
    })
    show('/director/7')
    expect(await screen.findByText('This person could not be shown.')).toBeDefined()
    down = false
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Haifaa Al-Mansour' })).toBeDefined()
  })
})
