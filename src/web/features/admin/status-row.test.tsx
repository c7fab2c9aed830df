import { screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderScreen } from '#test/fakes/screen.tsx'
import { changeLocale } from '#web/i18n/index.ts'
import { StatusRow } from './status-row.tsx'

afterEach(() => changeLocale('en'))

it.each([
  ['en', '1,041.3\u00a0GB free.'],
  ['fr', '1\u202f041,3\u00a0Go libres.'],
] as const)('what is free on the disk is written as in %s', async (locale, text) => {
  await changeLocale(locale)
  const facts = { folder: '/var/lib/scene', gigabytes: '1041.3' }
  renderScreen(<StatusRow finding={{ about: 'data-folder', state: 'ok', code: 'data-folder.room', facts }} />)
  expect(screen.getByText(/41/).textContent).toBe(text)
})
