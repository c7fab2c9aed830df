import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { getMe, patchMe, profile, save, sent, show, signIn, type } from '#test/fakes/edit-profile.tsx'
import { fakeApi, Refusal } from '#test/fakes/web-api.ts'

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

beforeEach(signIn)

describe('the website', () => {
  const text = 'A website must begin with http:// or https://.'

  it('is checked before anything is sent', async () => {
    const requests = fakeApi({ [getMe]: () => profile })
    await show()
    await type(field('Website'), 'javascript:alert(1)')
    await save()
    expect(await screen.findByText(text)).toBeDefined()
    expect(field('Website').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field('Website')))
    expect(sent(requests, patchMe)).toEqual([])
    await userEvent.type(field('Website'), 'x')
    expect(screen.queryByText(text)).toBeNull()
  })

  it('shows what the server says of it', async () => {
    fakeApi({
      [getMe]: () => profile,
      [patchMe]: () => Promise.reject(new Refusal(400, 'member.website', text)),
    })
    await show()
    await type(field('Website'), 'https://nowhere.invalid')
    await save()
    expect(await screen.findByText(text)).toBeDefined()
    expect(field('Website').value).toBe('https://nowhere.invalid')
  })
})

describe('a handle', () => {
  const text = 'This is neither a name nor an address on that site.'

  it('is checked before anything is sent', async () => {
    const requests = fakeApi({ [getMe]: () => profile })
    await show()
    await type(field('Instagram'), 'javascript:alert(1)')
    await save()
    expect(await screen.findByText(text)).toBeDefined()
    expect(field('Instagram').getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(document.activeElement).toBe(field('Instagram')))
    expect(sent(requests, patchMe)).toEqual([])
    await userEvent.type(field('Instagram'), 'x')
    expect(screen.queryByText(text)).toBeNull()
  })

  it('shows what the server says of it', async () => {
    const issues = [{ path: 'socials.tmdb', message: text }]
    fakeApi({
      [getMe]: () => profile,
      [patchMe]: () => Promise.reject(new Refusal(400, 'member.social', text, issues)),
    })
    await show()
    await type(field('TMDB'), 'layla')
    await save()
    expect(await screen.findByText(text)).toBeDefined()
    expect(field('TMDB').getAttribute('aria-invalid')).toBe('true')
  })
})

it('leaves a link alone that another device added meanwhile', async () => {
  let links: Record<string, string> = profile.socials
  const requests = fakeApi({
    [getMe]: () => ({ ...profile, socials: links }),
    [patchMe]: ({ body }) => ({ user: { ...profile, ...(body as object) } }),
  })
  await show()
  links = { ...links, youtube: '@layla' }
  await type(field('Instagram'), 'layla.frames')
  await save()
  await waitFor(() => expect(sent(requests, patchMe)).toHaveLength(1))
  expect(sent(requests, patchMe)[0]?.body).toEqual({ socials: { ...links, instagram: 'layla.frames' } })
})
