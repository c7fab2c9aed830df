import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { fakeWindow, renderRoutes, renderScreen } from '#test/fakes/screen.tsx'
import { me, signInAs, signInAsLayla } from '#test/fakes/session.ts'
import { fakeApi } from '#test/fakes/web-api.ts'
import type { SettingsSummary } from '#shared/api/settings.ts'
import type { Locale } from '#shared/locale.ts'
import { changeLocale } from '#web/i18n/index.ts'
import { Component as LanguagePage } from '#web/pages/language.page.tsx'
import { AppearanceView } from './appearance-view.tsx'
import { SettingsScreen } from './settings-screen.tsx'

const read = 'GET /api/settings'
const settings: SettingsSummary = {
  filmTitles: 'original',
  locked: true,
  hidden: 3,
  quiet: { from: '22:00', to: '07:00' },
  services: 0,
  secondStep: true,
  players: 1,
  keys: 1204,
  scheduledExport: 'weekly',
}

const first = {
  path: '/settings',
  element: (
    <SettingsScreen>
      <AppearanceView />
    </SettingsScreen>
  ),
}
const show = () => renderRoutes([first], '/settings')

const phone = () => fakeWindow(() => false)
const desk = () => fakeWindow((query) => query.includes('min-width'))

const row = (name: RegExp | string) => screen.getByRole('link', { name })
const names = () => screen.queryAllByRole('link').map((link) => link.textContent?.trim())
const said = () => within(screen.getByRole('navigation')).getByRole('status')
const find = (text: string) => userEvent.type(screen.getByRole('searchbox'), text)

beforeEach(() => {
  signInAsLayla()
  fakeApi({})
})

describe('the list of settings', () => {
  it('names what is chosen now, by what the device and one call know', async () => {
    phone()
    const requests = fakeApi({ [read]: () => settings })
    show()
    await screen.findByRole('link', { name: 'Who sees what Locked' })
    expect(names()).toEqual([
      'Appearance System',
      'Language and titles Original title',
      'Who sees what Locked',
      'Blocked and muted 3',
      'Reports and decisions',
      'Notification settings 22:00–07:00',
      // Nothing is chosen there.
      'My services and region',
      'Security Two-step codes',
      'Players 1',
      'Feeds and keys 1,204',
      'Import data',
      'Your data Weekly',
      'Account @layla',
    ])
    expect(row('Account @layla').getAttribute('href')).toBe('/settings/account')
    expect(requests.map(({ route }) => route)).toEqual([read])
  })

  it('asks again once something was saved', async () => {
    phone()
    let locked = true
    fakeApi({ [read]: () => ({ ...settings, locked }) })
    const { queryClient } = show()
    await screen.findByRole('link', { name: 'Who sees what Locked' })
    locked = false
    const saving = { mutationFn: () => Promise.resolve() }
    await act(() => queryClient.getMutationCache().build(queryClient, saving).execute(undefined))
    expect(await screen.findByRole('link', { name: 'Who sees what' })).toBeTruthy()
  })

  it('is there without an answer', async () => {
    phone()
    show()
    expect(names()).toHaveLength(13)
    expect(names()).toContain('Who sees what')
  })

  it('has the screens of moderators and operators for them alone', () => {
    phone()
    const roles = { member: [], moderator: ['Reports'], operator: ['Administration'] }
    for (const [role, only] of Object.entries(roles)) {
      signInAs({ _id: me, username: 'layla', role })
      const { unmount } = show()
      expect(
        names()
          .map((name) => name?.trim())
          .filter((name) => /^Reports$|^Admin/.test(name ?? '')),
      ).toEqual(only)
      unmount()
    }
  })

  it('stands beside the first of them on desks, and follows what is chosen there', async () => {
    desk()
    show()
    const current = screen.getByRole('link', { current: 'page' })
    expect(current.textContent).toBe('Appearance System')
    await userEvent.click(screen.getByRole('button', { name: 'Light' }))
    expect(current.textContent).toBe('Appearance Light')
  })
})

describe('its search', () => {
  beforeEach(desk)

  it.each([
    ['TWO-STEP', 'Security'],
    ['log  out everywhere', 'Security'],
    ['dark', 'Appearance'],
    ['netflix', 'My services and region'],
    ['streaming services', 'My services and region'],
    ['langue', 'Language and titles'],
    ['delete', 'Account'],
    ['letterboxd', 'Import data'],
  ])('finds for %s what is called %s', async (text, name) => {
    show()
    await find(text)
    expect(names().map((found) => found?.replace(/ (System|@layla)?$/, ''))).toEqual([name])
  })

  it.each<[Locale, string, string]>([
    ['ar', 'الوضع الداكن', 'المظهر'],
    ['ar', 'خصوصيّة', 'من يرى ماذا'],
    ['ar', 'إشعار', 'إعدادات الإشعارات'],
    ['fr', 'mot de passe', 'Sécurité'],
    ['fr', 'deconnexion', 'Compte'],
  ])('finds by words of %s: %s', async (locale, text, name) => {
    await changeLocale(locale)
    onTestFinished(() => changeLocale('en'))
    show()
    await find(text)
    expect(names()[0]).toContain(name)
  })

  it('says how many it found, and when it found nothing', async () => {
    show()
    await find('feeds')
    await waitFor(() => expect(said().textContent).toBe('1 setting'))
    await find(' of nobody')
    expect(names()).toEqual([])
    expect(screen.getAllByText('No settings found.').length).toBeGreaterThan(0)
    await waitFor(() => expect(said().textContent).toBe('No settings found.'))
    await userEvent.click(screen.getByRole('button', { name: 'Clear search' }))
    expect(names()).toHaveLength(13)
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
    expect(said().textContent).toBe('')
  })

  it('opens the first by Return, and none before something is typed', async () => {
    const { router } = show()
    await find('{Enter}')
    expect(router.state.location.pathname).toBe('/settings')
    await find('passkey{Enter}')
    await waitFor(() => expect(router.state.location.pathname).toBe('/settings/security'))
  })
})

describe('the languages', () => {
  const film = { title: 'Wadjda', original_language: 'ar', poster: '/t/p/w500/poster7-0-a1.jpg' }
  const open = () => {
    fakeApi({
      [`GET /api/users/${me}`]: () => ({ _id: me, username: 'layla', filmTitles: 'original' }),
      'GET /api/movies/search': () => ({ results: [{ id: 7, original_title: 'وجدة', ...film }], page: 1 }),
    })
    return renderRoutes([{ path: '/settings/language', element: <LanguagePage /> }], '/settings/language')
  }
  const group = () => screen.findByRole<HTMLFieldSetElement>('radiogroup', { name: 'Film titles' })

  it('show what a choice of titles means by films with their posters', async () => {
    const { container } = open()
    const original = await within(await group()).findByRole<HTMLInputElement>('radio', { name: /^Original/ })
    await waitFor(() => expect(original.checked).toBe(true))
    expect(original.closest('label')?.textContent).toMatch(/^Original titleوجدة Wadjda/)
    await waitFor(() => expect(container.querySelectorAll('img[src*="poster7"]').length).toBe(3))
  })

  it('can be chosen without a network, and nothing that the server keeps', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    open()
    expect(await screen.findByText('Needs a connection.')).toBeDefined()
    expect((await group()).matches(':disabled')).toBe(true)
    expect(screen.getByRole('button', { name: 'Français' }).matches(':disabled')).toBe(false)
  })
})

it('lists the shortcuts where there is a desk, and switches them off everywhere', async () => {
  fakeWindow((query) => query.includes('any-pointer'))
  const { unmount } = renderScreen(<AppearanceView />)
  expect(screen.getByRole('button', { name: 'Show all shortcuts' })).toBeTruthy()
  unmount()
  phone()
  renderScreen(<AppearanceView />)
  expect(screen.queryByRole('button', { name: 'Show all shortcuts' })).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Keyboard shortcuts' }))
  expect(localStorage.getItem('scene.shortcuts')).toBe('off')
})
