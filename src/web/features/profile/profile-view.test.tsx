import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { renderRoutes } from '#test/fakes/screen.tsx'
import { me, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi, NoNetwork, Refusal } from '#test/fakes/web-api.ts'
import { changeLocale } from '#web/i18n/index.ts'
import { ProfileView } from './profile-view.tsx'

const omar = '018f0000-0000-7000-8000-000000000002'

const film = (tmdbId: number, title: string) => ({
  tmdbId,
  id: tmdbId,
  title,
  poster_path: null,
  poster: null,
})

const member = (id: string, username: string, patch: object = {}) => ({
  _id: id,
  id,
  username,
  name: 'Omar Khalil',
  avatar: null,
  bio: 'Popcorn first.',
  profileBackdrop: null,
  backdrop: null,
  followers: [],
  following: [],
  followersCount: 7,
  followingCount: 1234,
  filmsCount: 33,
  isFollowing: false,
  followsMe: false,
  favoriteFilms: [],
  socials: {},
  createdAt: '2026-01-01T00:00:00Z',
  ...patch,
})

const log = (id: string, patch: object = {}) => ({
  _id: id,
  tmdbId: 7,
  title: `Film ${id}`,
  poster: null,
  posterOverride: null,
  review: '',
  rating: 3.5,
  rewatchCount: 0,
  tags: [],
  watchedAt: '2020-02-03',
  createdAt: '2026-01-01T00:00:00Z',
  gif: null,
  image: null,
  likes: [],
  likeCount: 2,
  likedByMe: false,
  replyCount: 1,
  user: { _id: omar, username: 'omar', avatar: null },
  ...patch,
})

const profileCall = (id: string) => `GET /api/users/${id}`
const logsCall = (id: string) => `GET /api/logs/user/${id}`

function show(id: string, search = '') {
  return renderRoutes(
    [{ path: '/profile/:id', element: <ProfileView userId={id} withBack /> }],
    '/before',
    `/profile/${id}${search}`,
  ).router
}

// What loads when it is first needed takes longer on a busy machine than a test waits for an element.
beforeAll(() =>
  Promise.all([import('#web/ui/overlays/menu-popup.tsx'), import('#web/ui/overlays/alert-panel.tsx')]),
)

beforeEach(signInAsLayla)

const visiting = (patch: object = {}, logs: object[] = []) => ({
  [profileCall(omar)]: () => member(omar, 'omar', patch),
  [logsCall(omar)]: () => logs,
})

/** The menu's last entries. */
const aboutOmar = ['Mute @omar…', 'Block @omar…', 'Report…']

const tab = (name: string) => screen.findByRole('tab', { name })
const openMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'More options' }))
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
}

describe('the header', () => {
  it('says who it is, and leads to both lists of members', async () => {
    fakeApi(visiting())
    show(omar)
    expect(await screen.findByText('@omar')).toBeDefined()
    expect(screen.getByRole('heading', { level: 1, name: 'Omar Khalil' })).toBeDefined()
    expect(screen.getByText('Popcorn first.')).toBeDefined()
    const link = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
    expect(link('1,234 Following')).toBe(`/profile/${omar}/following`)
    expect(link('7 Followers')).toBe(`/profile/${omar}/followers`)
    expect(screen.getByText('33')).toBeDefined()
    expect(screen.queryByRole('link', { name: '33 Films' })).toBeNull()
  })

  it('counts as the language does, and in English by the names of its labels', async () => {
    fakeApi(visiting({ followersCount: 1, followingCount: 11 }))
    show(omar)
    expect(await screen.findByRole('link', { name: '1 Followers' })).toBeDefined()
    await act(() => changeLocale('ar'))
    expect(screen.getByRole('link', { name: '1 متابِع' })).toBeDefined()
    expect(screen.getByText('فيلمًا')).toBeDefined()
    await act(() => changeLocale('en'))
  })

  it('says Loading... until the profile is there', async () => {
    const { promise, resolve } = Promise.withResolvers<object>()
    fakeApi({ ...visiting(), [profileCall(omar)]: () => promise })
    show(omar)
    expect(screen.getByText('Loading...')).toBeDefined()
    resolve(member(omar, 'omar'))
    expect(await screen.findByText('@omar')).toBeDefined()
    expect(screen.queryByText('Loading...')).toBeNull()
  })

  it.each([
    [404, 'member.not_found'],
    [400, 'request.invalid'],
  ])('says that nobody is there (%i), without a second try', async (status, code) => {
    fakeApi({
      [profileCall(omar)]: () => {
        throw new Refusal(status, code, 'No.')
      },
    })
    show(omar)
    expect(await screen.findByText('User not found.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.queryByRole('tab')).toBeNull()
  })

  it('offers another try after a failure', async () => {
    let down = true
    fakeApi({
      ...visiting(),
      [profileCall(omar)]: () => {
        if (down) throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
        return member(omar, 'omar')
      },
    })
    show(omar)
    const again = await screen.findByRole('button', { name: 'Try again' })
    down = false
    await userEvent.click(again)
    expect(await screen.findByText('@omar')).toBeDefined()
  })

  it('lets visitors follow, and counts what the server says', async () => {
    let following = false
    fakeApi({
      [profileCall(omar)]: () =>
        member(omar, 'omar', { isFollowing: following, followersCount: following ? 8 : 7 }),
      [logsCall(omar)]: () => [],
      [`POST /api/users/${me}/follow/${omar}`]: () => {
        following = true
        return { following, followersCount: 8 }
      },
    })
    show(omar)
    const button = await screen.findByRole('button', { name: 'Follow omar' })
    expect(button.getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(button)
    expect(await screen.findByRole('link', { name: '8 Followers' })).toBeDefined()
    expect(button.getAttribute('aria-pressed')).toBe('true')
  })

  it('stays as it is when following fails, and says so', async () => {
    fakeApi({
      ...visiting(),
      [`POST /api/users/${me}/follow/${omar}`]: () => Promise.reject(new NoNetwork()),
    })
    show(omar)
    const button = await screen.findByRole('button', { name: 'Follow omar' })
    await userEvent.click(button)
    expect(await screen.findByText('Something went wrong.')).toBeDefined()
    expect(button.getAttribute('aria-pressed')).toBe('false')
    expect(screen.getByRole('link', { name: '7 Followers' })).toBeDefined()
  })

  it('has no follow button for the owner', async () => {
    fakeApi({ [profileCall(me)]: () => member(me, 'layla'), [logsCall(me)]: () => [] })
    show(me)
    expect(await screen.findByText('@layla')).toBeDefined()
    expect(screen.queryByRole('button', { name: /follow/i })).toBeNull()
  })
})

describe('the menu', () => {
  it('is the owner’s', async () => {
    fakeApi({ [profileCall(me)]: () => member(me, 'layla'), [logsCall(me)]: () => [] })
    const router = show(me)
    expect(await openMenu()).toEqual(['Edit Profile', 'Share', 'View as', 'Tonight', 'Settings', 'Log Out'])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit Profile' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/edit-profile'))
  })

  it('copies the link of the profile, and closes', async () => {
    const user = userEvent.setup()
    fakeApi(visiting())
    show(omar)
    expect(await openMenu()).toEqual(['Share', ...aboutOmar])
    await user.click(screen.getByRole('menuitem', { name: 'Share' }))
    expect(await screen.findByText('Profile link copied!')).toBeDefined()
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/profile/${omar}`)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  const removal = `DELETE /api/users/${me}/followers/${omar}`
  const following = { followsMe: true, following: [me], followingCount: 1234 }
  const askToRemove = async () => {
    expect(await openMenu()).toEqual(['Share', 'Remove Follower', ...aboutOmar])
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove Follower' }))
    return within(await screen.findByRole('alertdialog', { name: 'Remove omar as a follower?' }))
  }

  it('removes a follower after a question; the count and the menu follow', async () => {
    let removed = false
    const requests = fakeApi({
      [profileCall(omar)]: () => member(omar, 'omar', removed ? { followingCount: 1233 } : following),
      [logsCall(omar)]: () => [],
      [removal]: () => {
        removed = true
        return { followersCount: 3 }
      },
    })
    show(omar)
    await userEvent.click((await askToRemove()).getByRole('button', { name: 'Cancel' }))
    expect(requests.some(({ route }) => route === removal)).toBe(false)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

    await userEvent.click((await askToRemove()).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Follower removed.')).toBeDefined()
    expect(await screen.findByRole('link', { name: '1,233 Following' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await openMenu()).toEqual(['Share', ...aboutOmar])
  })

  it('keeps the follower when the removal fails, and says so', async () => {
    fakeApi({ ...visiting(following), [removal]: () => Promise.reject(new NoNetwork()) })
    show(omar)
    await userEvent.click((await askToRemove()).getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('The follower could not be removed.')).toBeDefined()
    expect(screen.getByRole('link', { name: '1,234 Following' })).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(await openMenu()).toEqual(['Share', 'Remove Follower', ...aboutOmar])
  })
})

describe('the tabs', () => {
  it('are five, in the address, and leave no entry in the history', async () => {
    fakeApi(visiting())
    const router = show(omar)
    await tab('Profile')
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Profile',
      'Reviews',
      'Watchlist',
      'Lists',
      'Films',
    ])
    await userEvent.click(await tab('Reviews'))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=reviews'))
    expect(await screen.findByText('No reviews yet.')).toBeDefined()
    await userEvent.click(await tab('Profile'))
    await waitFor(() => expect(router.state.location.search).toBe(''))
    await router.navigate(-1)
    expect(router.state.location.pathname).toBe('/before')
  })

  it('follow the arrow keys', async () => {
    fakeApi(visiting())
    const router = show(omar)
    ;(await tab('Profile')).focus()
    await userEvent.keyboard('{ArrowRight}')
    await screen.findByRole('tab', { name: 'Reviews', selected: true })
    expect(router.state.location.search).toBe('?tab=reviews')
  })

  it('open as the address says', async () => {
    fakeApi(visiting())
    show(omar, '?tab=reviews&sort=likes')
    expect((await tab('Reviews')).getAttribute('aria-selected')).toBe('true')
    expect((await screen.findByRole('button', { name: 'Most Likes' })).getAttribute('aria-pressed')).toBe(
      'true',
    )
  })
})

describe('the Profile tab', () => {
  it('shows favourite films', async () => {
    fakeApi(visiting({ favoriteFilms: [film(238, 'The Godfather')] }))
    show(omar)
    const link = await screen.findByRole('link', { name: 'The Godfather' })
    expect(link.getAttribute('href')).toBe('/movie/238')
  })

  it('asks for the six newest by watched day; those with text open the review', async () => {
    const requests = fakeApi(
      visiting({}, [
        log('a', { review: 'Good.' }),
        log('b', { review: '[GIF ONLY]', rewatchCount: 1, watchedAt: null }),
      ]),
    )
    show(omar)
    const recent = within((await screen.findByRole('link', { name: /Film a/ })).closest('ul') as HTMLElement)
    const [first, second] = recent.getAllByRole('link')
    expect(first?.textContent).toContain('Film a, rated 3.5 out of 5 stars, 3 Feb 2020, has review')
    expect(first?.getAttribute('href')).toBe('/review/a')
    expect(second?.getAttribute('href')).toBe('/movie/7')
    const { query } = requests.find(({ route }) => route === logsCall(omar)) ?? {}
    expect(Object.fromEntries(query ?? [])).toEqual({ sort: 'watched', limit: '6' })
  })

  it('says what is not there yet, also when the logs fail to load', async () => {
    fakeApi({
      ...visiting(),
      [logsCall(omar)]: () => {
        throw new Refusal(429, 'request.rate_limited', 'Too many requests.')
      },
    })
    show(omar)
    expect(await screen.findByText('No favorite movies yet.')).toBeDefined()
    expect(await screen.findByText('No recent logs yet.')).toBeDefined()
    expect(screen.queryByText('Connections')).toBeNull()
  })

  it('leads its owner on from what is empty, and no visitor', async () => {
    fakeApi({ ...visiting(), [profileCall(me)]: () => member(me, 'layla'), [logsCall(me)]: () => [] })
    const router = show(me)
    expect(await screen.findByRole('button', { name: 'Log a film' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'Find films' })).toBeDefined()
    await act(() => router.navigate('/before'))
    show(omar)
    expect(await screen.findByText('No recent logs yet.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Log a film' })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Find films' })).toBeNull()
  })

  it('leads on to the Films tab', async () => {
    fakeApi(visiting())
    const router = show(omar)
    await userEvent.click(await screen.findByRole('button', { name: 'More →' }))
    await waitFor(() => expect(router.state.location.search).toBe('?tab=films'))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Films' })))
  })

  it('opens and closes the connections', async () => {
    fakeApi(visiting({ socials: { X: '@omar', website: 'https://omar.example' } }))
    show(omar)
    const links = () => screen.queryAllByRole('link', { name: /new tab/ })
    const toggle = await screen.findByRole('button', { name: 'Show' })
    expect(links()).toEqual([])
    await userEvent.click(toggle)
    expect(screen.getByRole('button', { name: 'Hide' })).toBe(toggle)
    expect(links().map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name)))).toEqual([
      ['https://omar.example', '_blank', 'noopener noreferrer'],
      ['https://x.com/omar', '_blank', 'noopener noreferrer'],
    ])
    await userEvent.click(toggle)
    expect(links()).toEqual([])
  })
})

describe('the Reviews tab', () => {
  const card = async (name: string) => within(await screen.findByRole('article', { name }))

  it('shows text, media, likes and replies of each', async () => {
    const requests = fakeApi(
      visiting({}, [
        log('a', { review: 'Good.', rating: 4.5 }),
        log('b', { review: '__media__', image: '/media/images/b.webp', replyCount: 2, rating: null }),
        log('c', { review: '[GIF ONLY]', gif: '/gifs/pack/c.webp', replyCount: 0 }),
      ]),
    )
    show(omar, '?tab=reviews')
    const text = await card('Review of Film a by omar')
    expect(text.getByRole('heading', { name: 'Film a' })).toBeDefined()
    expect(text.getByRole('img', { name: '4.5 out of 5 stars' })).toBeDefined()
    expect(text.getByText('Good.')).toBeDefined()
    expect(text.getByText('1 reply')).toBeDefined()
    expect(text.getByRole('button', { name: 'Like review by omar 2 likes' })).toBeDefined()
    expect(text.getByRole('link').getAttribute('href')).toBe('/review/a')

    const image = await card('Review of Film b by omar')
    expect(image.getByRole('img', { name: 'Image attached by omar' })).toBeDefined()
    expect(image.getByText('2 replies')).toBeDefined()
    expect(image.queryByRole('img', { name: /stars/ })).toBeNull()
    expect(image.getByRole('link').getAttribute('href')).toBe('/movie/7')

    const gif = await card('Review of Film c by omar')
    expect(gif.getByText('0 replies')).toBeDefined()
    expect(gif.getByRole('img', { name: 'GIF attached by omar' }).tagName).toBe('CANVAS')
    await userEvent.click(gif.getByRole('button', { name: 'Play GIF' }))
    expect(gif.getByRole('img', { name: 'GIF attached by omar' }).tagName).toBe('IMG')

    expect(screen.queryByText(/__media__|ONLY\]/)).toBeNull()
    const queries = requests.filter(({ route }) => route === logsCall(omar))
    expect(queries.map(({ query }) => Object.fromEntries(query))).toEqual([
      { limit: '24', sort: 'watched', reviews: 'true' },
    ])
  })

  it('orders by likes, in the address', async () => {
    const requests = fakeApi({
      ...visiting(),
      [logsCall(omar)]: ({ query }) =>
        query.get('sort') === 'likes' ? [log('loved', { review: 'Yes.' })] : [log('new', { review: 'No.' })],
    })
    const router = show(omar, '?tab=reviews')
    await card('Review of Film new by omar')
    await userEvent.click(screen.getByRole('button', { name: 'Most Likes' }))
    await card('Review of Film loved by omar')
    expect(router.state.location.search).toBe('?tab=reviews&sort=likes')
    await userEvent.click(screen.getByRole('button', { name: 'Most Recent' }))
    await card('Review of Film new by omar')
    expect(requests.filter(({ route }) => route === logsCall(omar))).toHaveLength(2)
  })
})
