import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { changeLocale, errorText, followLocale, translate, useTranslation } from './index.ts'

afterEach(() => changeLocale('en'))

function Films({ count }: { count: number }) {
  const { t, locale } = useTranslation()
  return <p lang={locale}>{t('lists.films', { count })}</p>
}

it.each([
  ['en', ['0 films', '1 film', '2 films', '3 films', '11 films', '100 films']],
  ['ar', ['لا أفلام', 'فيلم واحد', 'فيلمان', '3 أفلام', '11 فيلمًا', '100 فيلم']],
  ['fr', ['0 film', '1 film', '2 films', '3 films', '11 films', '100 films']],
] as const)('counts as %s does', async (locale, texts) => {
  await changeLocale(locale)
  expect([0, 1, 2, 3, 11, 100].map((count) => translate('lists.films', { count }))).toEqual(texts)
})

it.each([
  ['en', 12, 'Too many requests. Please try again in 12 seconds.'],
  ['en', 90, 'Too many requests. Please try again in 2 minutes.'],
  ['ar', 12, 'طلبات كثيرة جدًا. تُرجى المحاولة مجددًا خلال 12 ثانية.'],
  ['fr', 12, 'Trop de requêtes. Veuillez réessayer dans 12 secondes.'],
] as const)('says in %s when to try again after %d seconds', async (locale, wait, text) => {
  await changeLocale(locale)
  const limited = (after: number | null) => new ApiError(429, 'request.rate_limited', '', [], after)
  expect(errorText(limited(wait), 'common.tryAgain')).toBe(text)
  expect(errorText(limited(null), 'common.tryAgain')).toBe(translate('errors.request.rate_limited'))
})

it('leaves what a value holds as it is', () => {
  const title = '{{year}} $& <b>'
  expect(translate('film.titleYear', { title, year: 1979 })).toContain(title)
})

it('shows the new language without a reload', async () => {
  render(<Films count={0} />)
  expect(screen.getByText('0 films').lang).toBe('en')
  await act(() => changeLocale('fr'))
  expect(screen.getByText('0 film').lang).toBe('fr')
})

it('follows the language that is chosen in another tab', async () => {
  await changeLocale('en')
  const stop = followLocale()
  render(<Films count={0} />)
  const choose = (locale: string) => {
    localStorage.setItem('scene.locale', locale)
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'scene.locale' })))
  }
  choose('ar')
  expect((await screen.findByText('لا أفلام')).lang).toBe('ar')
  expect(document.documentElement.dir).toBe('rtl')
  stop()
  choose('fr')
  expect(screen.getByText('لا أفلام').lang).toBe('ar')
})
