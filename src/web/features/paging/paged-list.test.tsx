import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FailedPage, PagedList } from './paged-list.tsx'

const settled = {
  isPending: false,
  isError: false,
  refetch: vi.fn(async () => {}),
  hasNextPage: false,
  isFetchingNextPage: false,
  fetchNextPage: vi.fn(async () => {}),
}

/** A list whose items are links, as most are. */
function Films({ pages, items }: { pages: Partial<typeof settled>; items: string[] }) {
  return (
    <PagedList pages={{ ...settled, ...pages }} items={items} skeleton="" empty="" drawing="page">
      {(shown) =>
        shown.map((item) => (
          <a key={item} href={`/${item}`}>
            {item}
          </a>
        ))
      }
    </PagedList>
  )
}

it.each([
  ['where more can be loaded', true],
  ['where that was the last, and the button is gone', false],
])('goes on at what was loaded by a press, %s', async (_, hasNextPage) => {
  const { rerender } = render(<Films pages={{ hasNextPage: true }} items={['a', 'b']} />)
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  rerender(<Films pages={{ hasNextPage: true, isFetchingNextPage: true }} items={['a', 'b']} />)
  rerender(<Films pages={{ hasNextPage }} items={['a', 'b', 'c']} />)
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'c' }))
})

it('goes on at what was loaded where a page had failed and is pressed for again', async () => {
  const failed = { ...settled, hasNextPage: true, isFetching: false, isFetchNextPageError: true }
  const shown = (pages: typeof failed, items: string[]) => (
    <>
      {items.map((item) => (
        <a key={item} href={`/${item}`}>
          {item}
        </a>
      ))}
      <FailedPage pages={pages} />
    </>
  )
  const { rerender } = render(shown(failed, ['a', 'b']))
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  rerender(shown({ ...failed, isFetching: true }, ['a', 'b']))
  rerender(shown({ ...failed, isFetchNextPageError: false }, ['a', 'b', 'c']))
  expect(screen.queryByRole('button')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('link', { name: 'c' }))
})

function show(pages: Partial<typeof settled>, items: string[] | undefined, failed?: string | null) {
  render(
    <PagedList
      pages={{ ...settled, ...pages }}
      items={items}
      skeleton="loading"
      empty="Nothing here."
      drawing="page"
      {...(failed === undefined ? {} : { failed })}
    >
      {(shown) => <p>{shown.join(', ')}</p>}
    </PagedList>,
  )
}

it('shows the skeleton, then the items with the way to more', async () => {
  show({ isPending: true }, undefined)
  expect(screen.getByText('loading')).toBeDefined()
  show({ hasNextPage: true }, ['a', 'b'])
  expect(screen.getByText('a, b')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect(settled.fetchNextPage).toHaveBeenCalledOnce()
})

it('says that nothing is there only at the end of the list', () => {
  show({ hasNextPage: true }, [])
  expect(screen.queryByText('Nothing here.')).toBeNull()
  show({}, [])
  expect(screen.getByText('Nothing here.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it.each([
  ['what it says where it fails', 'That failed.', 'That failed.'],
  ['what it says where nothing is there', null, 'Nothing here.'],
])('offers to try again where nothing could be loaded, under %s', async (_, failed, said) => {
  settled.refetch.mockClear()
  show({ isError: true }, undefined, failed)
  expect(screen.getByText(said)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(settled.refetch).toHaveBeenCalledOnce()
})

it('keeps what is there when asking again failed', () => {
  show({ isError: true }, ['a'])
  expect(screen.getByText('a')).toBeDefined()
})
