import { expect, it } from 'vitest'
import { isNavShown } from './nav.tsx'

const bare = [
  '/login',
  '/signup',
  '/forgot-password',
  '/verify-reset-code',
  '/reset-password',
  '/choose-avatar',
  '/verify-email',
  '/upload-avatar',
  '/verify-email/',
  '/share/movie/7',
  '/share/log/x',
  '/share-review/x',
]
const others = [
  '/',
  '/home',
  '/search',
  '/profile/login',
  '/movie/7',
  '/settings',
  '/avatar-upload-test',
  '/nowhere',
]

it.each(bare)('%s is without the navigation', (path) => {
  expect(isNavShown(path)).toBe(false)
})

it.each(others)('%s has the navigation', (path) => {
  expect(isNavShown(path)).toBe(true)
})
