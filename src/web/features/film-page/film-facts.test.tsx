import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { filmPage, showFilm, signInAsLayla } from '#test/fakes/film-page.tsx'
import type { FilmRegion } from '#shared/api/films.ts'
import { homeRegion } from '#web/lib/region.ts'

beforeEach(signInAsLayla)

const provider = (id: number) => ({ provider_id: id, provider_name: `Shop ${id}`, logo_path: null })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const region = (name: string) => screen.getByRole('region', { name })

describe('the trailer', () => {
  it.each([
    ['YouTube', 'https://www.youtube-nocookie.com/embed/k%2F1?autoplay=1'],
    ['Vimeo', 'https://player.vimeo.com/video/k%2F1?autoplay=1'],
  ])('of %s asks its host only after a press', async (site, address) => {
    await showFilm({ trailer: { key: 'k/1', site, name: 'x' } })
    expect(document.querySelector('iframe')).toBeNull()
    await userEvent.click(button('Play trailer: Salt Harbour'))
    const frame = document.querySelector('iframe')
    expect(frame?.getAttribute('src')).toBe(address)
    expect(frame?.title).toBe('Play trailer: Salt Harbour')
  })

  it('of a host that the content policy does not allow is none', async () => {
    await showFilm({ trailer: { key: 'k', site: 'Elsewhere', name: 'x' } })
    expect(screen.getByText('No trailer available')).toBeDefined()
    expect(screen.queryByRole('button', { name: /^Play trailer/ })).toBeNull()
  })
})

describe('where to watch', () => {
  const none = { link: '', flatrate: [], free: [], ads: [], rent: [], buy: [] }
  const sa = {
    link: 'https://films.example/7/watch',
    flatrate: [provider(1)],
    free: [provider(4)],
    ads: [provider(5)],
    rent: [provider(2), provider(1)],
    buy: [provider(2), provider(3)],
  }
  type Offers = FilmRegion['offers']
  const local = (code: string) => ({ region: code, certification: '', releases: [] })
  /** What the page knows of where the film is offered in the region that it is of. */
  const offered = (code: string, offers: Offers = null) => ({
    local: local(code),
    providers: offers ? { [code]: offers } : {},
  })
  /** The answer for another region. */
  const elsewhere = (code: string, offers: Offers) => ({ ...local(code), offers })
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Region' })
  const shops = (way: string) =>
    within(region(way))
      .getAllByRole('listitem')
      .map((item) => item.querySelector('bdi')?.textContent)
  const languages = (...tags: string[]) => vi.spyOn(navigator, 'languages', 'get').mockReturnValue(tags)
  afterEach(() => vi.restoreAllMocks())

  it('is told by the ways in which each provider offers the film, and credits JustWatch', async () => {
    languages('ar-SA')
    await showFilm({ offerRegions: ['FR', 'SA'], ...offered('SA', sa) }, {}, '?tab=where')
    expect(select().value).toBe('SA')
    expect(['Stream', 'Free', 'With ads', 'Rent', 'Buy'].map(shops)).toEqual([
      ['Shop 1'],
      ['Shop 4'],
      ['Shop 5'],
      ['Shop 2', 'Shop 1'],
      ['Shop 2', 'Shop 3'],
    ])
    const credit = screen.getByRole('link', { name: 'Source: JustWatch' })
    expect(credit.getAttribute('href')).toBe('https://films.example/7/watch')
  })

  it('says that nothing is known for the own region, and shows the usual one', async () => {
    languages('en-US')
    const other = vi.fn(() => ({ ...elsewhere('SA', sa), certification: 'R15' }))
    const { router } = await showFilm(
      { offerRegions: ['FR', 'SA'], local: { ...local('US'), certification: 'PG' } },
      {
        'GET /api/movies/7/regions/SA': other,
        'GET /api/movies/7/regions/FR': () => ({ ...elsewhere('FR', none), certification: '12' }),
      },
      '?tab=where',
    )
    expect(select().value).toBe('SA')
    expect(screen.getByText('Not known for your region.')).toBeDefined()
    await screen.findByText('Source: JustWatch')
    expect(shops('Stream')).toEqual(['Shop 1'])
    // What is said of the film itself stays that of the own region.
    expect(screen.getByText('PG')).toBeDefined()
    expect(screen.queryByText('R15')).toBeNull()
    await userEvent.selectOptions(select(), 'France')
    expect(await screen.findByText('12')).toBeDefined()
    expect(screen.queryByText('Not known for your region.')).toBeNull()
    expect(screen.getByText('No providers available for this region.')).toBeDefined()
    expect(router.state.location.search).toBe('?tab=where&region=FR')
    // It is the member's own from now on.
    expect(homeRegion()).toBe('FR')
  })

  it('says so where another region has none', async () => {
    languages('ar-SA')
    await showFilm(
      { offerRegions: ['FR', 'SA'], ...offered('SA', sa) },
      { 'GET /api/movies/7/regions/FR': () => elsewhere('FR', none) },
      '?tab=where&region=FR',
    )
    expect(await screen.findByText('No providers available for this region.')).toBeDefined()
    expect(select().value).toBe('FR')
  })

  it('says that nothing is known anywhere', async () => {
    await showFilm({}, {}, '?tab=where')
    expect(screen.getByText('No streaming info available.')).toBeDefined()
  })

  it('takes an address that is no web address for none', async () => {
    languages('ar-SA')
    // oxlint-disable-next-line no-script-url -- what must not become a link
    const link = 'javascript:alert(1)'
    await showFilm({ offerRegions: ['SA'], ...offered('SA', { ...sa, link }) }, {}, '?tab=where')
    expect(screen.getByText('Source: JustWatch')).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Source: JustWatch' })).toBeNull()
  })
})

describe('what else the source says', () => {
  it('is who made it, where and when, and its keywords; nothing where nothing is known', async () => {
    await showFilm({
      writers: [{ id: 5, name: 'Wren Writer' }],
      composers: [{ id: 6, name: 'Cleo Composer' }],
      production_countries: ['FR', 'KR', 'YU'],
      keywords: ['sea', 'salt'],
      local: {
        region: 'US',
        certification: 'R',
        releases: [{ type: 'premiere', date: '2011-05-04', note: 'A festival' }],
      },
    })
    const box = within(region('Details'))
    expect(box.getByRole('link', { name: 'Wren Writer' }).getAttribute('href')).toBe('/person/5')
    expect(box.getByRole('link', { name: 'South Korea' }).getAttribute('href')).toBe('/films?country=KR')
    expect(box.getByRole('link', { name: 'Yugoslavia' })).toBeDefined()
    expect(box.queryByText('Cinematography')).toBeNull()
    expect(box.getByText('salt').lang).toBe('en')
    expect(box.getByText('4 May 2011').checkVisibility?.() ?? false).toBe(false)
    await userEvent.click(box.getByText('Release dates:', { exact: false }))
    expect(box.getByRole('group').textContent).toBe(
      'Release dates: United StatesPremiere 4 May 2011 A festival',
    )
  })

  it('leads to the films of its collection, which are asked for when they come near', async () => {
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        readonly #seen: IntersectionObserverCallback
        constructor(seen: IntersectionObserverCallback) {
          this.#seen = seen
        }
        observe(target: Element) {
          const entry = { target, isIntersecting: true } as IntersectionObserverEntry
          this.#seen([entry], this as unknown as IntersectionObserver)
        }
        unobserve() {}
        disconnect() {}
      },
    )
    const { requests } = await showFilm(
      { collection: { id: 3, name: 'Harbours' } },
      { 'GET /api/movies/7/collection': () => [filmPage({ id: 8, title: 'Salt Harbour II' })] },
    )
    const link = await within(region('Part of Harbours')).findByRole('link', { name: /^Salt Harbour II/ })
    expect(link.getAttribute('href')).toBe('/movie/8')
    expect(requests.filter(({ route }) => route.endsWith('/collection'))).toHaveLength(1)
    vi.unstubAllGlobals()
  })

  it('is told in one quiet line while the source is down, with nothing said to be missing', async () => {
    await showFilm({
      sourceMissing: true,
      sourceDown: true,
      genres: [{ id: 18, name: '' }],
      overview: 'Kept.',
    })
    expect(screen.getByText('Some details are not available right now.')).toBeDefined()
    expect(screen.getByText('Kept.')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Drama' })).toBeDefined()
    for (const text of ['No cast found', 'No trailer available', 'No director found'])
      expect(screen.queryByText(text)).toBeNull()
    expect(screen.queryByRole('tablist')).toBeNull()
  })
})
