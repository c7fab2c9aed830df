import { describe, expect, it, vi } from 'vitest'
import {
  clearSession,
  dropSession,
  getSession,
  setSession,
  updateSessionUser,
  type SessionAnswer,
} from './session.ts'

const answer = (id: string) => ({ user: { _id: id, username: 'layla' }, token: 'abc' }) as SessionAnswer

describe('getSession', () => {
  it.each([
    ['nothing', null, 'abc'],
    ['no token', '{"_id":"a"}', null],
    ['no JSON', '{', 'abc'],
    ['null', 'null', 'abc'],
    ['no object', '"a"', 'abc'],
    ['no id', '{"username":"layla"}', 'abc'],
    ['an empty id', '{"_id":""}', 'abc'],
  ])('%s is no session', (_, user, token) => {
    if (user !== null) localStorage.setItem('user', user)
    if (token !== null) localStorage.setItem('token', token)
    expect(getSession()).toBeNull()
  })

  it.each(['_id', 'id'])('reads a record by its %s', (key) => {
    localStorage.setItem('user', JSON.stringify({ [key]: 'a', name: 'Layla' }))
    localStorage.setItem('token', 'abc')
    expect(getSession()).toMatchObject({ token: 'abc', user: { _id: 'a', username: 'Layla' } })
  })
})

it('stores the user record with its token', () => {
  setSession(answer('a'))
  expect(localStorage.getItem('token')).toBe('abc')
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
    _id: 'a',
    username: 'layla',
    token: 'abc',
  })
})

it('changes the stored record and leaves the rest of it', () => {
  setSession(answer('a'))
  updateSessionUser({ avatar: '/media/a.jpg' })
  expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual({
    _id: 'a',
    username: 'layla',
    token: 'abc',
    avatar: '/media/a.jpg',
  })
})

it('keeps the record as it was where the storage has no room for the changed one', () => {
  setSession(answer('a'))
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  updateSessionUser({ avatar: '/media/a.jpg' })
  full.mockRestore()
  expect(getSession()?.user).toMatchObject({ _id: 'a', avatar: null })
})

it.each([
  ['a', 'text'],
  ['b', null],
])('what a lost session left behind is for the same member only (%s)', (next, draft) => {
  setSession(answer('a'))
  localStorage.setItem('draft', 'text')
  dropSession()
  setSession(answer(next))
  expect(localStorage.getItem('draft')).toBe(draft)
  expect(getSession()?.user._id).toBe(next)
})

it.each([
  ['a logout', () => clearSession()],
  [
    'the login of another member',
    () => {
      dropSession()
      setSession(answer('b'))
    },
  ],
])('no address of a screen stays after %s, though the router writes them as the page goes', (_, leave) => {
  setSession(answer('a'))
  const writes = () => sessionStorage.setItem('react-router-scroll-positions', '{"/search?q=heat":0}')
  window.addEventListener('pagehide', writes, { once: true })
  leave()
  window.dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(sessionStorage.getItem('react-router-scroll-positions')).toBeNull()
})
