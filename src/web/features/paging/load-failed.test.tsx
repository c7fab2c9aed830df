import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api.ts'
import { LoadFailed } from './load-failed.tsx'

const texts = { text: 'That failed.', unknown: 'No such film.' }

it('offers another try', async () => {
  const onRetry = vi.fn()
  render(<LoadFailed {...texts} error={new ApiError(503, 'film.source_down', 'x')} onRetry={onRetry} />)
  expect(screen.getByText('That failed.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(onRetry).toHaveBeenCalledOnce()
})

it.each([
  ['that it could not be loaded', 'server.failed', 'Could not be loaded.'],
  ['the reason where there is one', 'film.source_down', 'The film database is not available right now.'],
] as const)('says %s', (_, code, said) => {
  render(<LoadFailed error={new ApiError(503, code, 'Something went wrong.')} onRetry={vi.fn()} />)
  expect(screen.getByText(said)).toBeDefined()
})

it('offers another screen in the place of what does not exist', () => {
  render(<LoadFailed {...texts} error={new ApiError(404, 'film.not_found', 'x')} onRetry={vi.fn()} />, {
    wrapper: MemoryRouter,
  })
  expect(screen.getByText('No such film.')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/')
})
