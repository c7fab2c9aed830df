import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { useDraft, useFieldsDraft } from './use-draft.ts'

const empty = { text: '' }

function parse(stored: unknown): { text: string } {
  if (typeof stored === 'object' && stored && 'text' in stored && typeof stored.text === 'string')
    return { text: stored.text }
  throw new TypeError('damaged')
}

const open = (key = 'draft:me:1') =>
  renderHook((props: { key: string }) => useFieldsDraft({ key: props.key, initial: empty, parse }), {
    initialProps: { key },
  })

const stored = (key = 'draft:me:1') => JSON.parse(localStorage.getItem(key) ?? 'null') as unknown

it('finds what was held again, with the attempt that was made', () => {
  const first = open()
  expect(first.result.current.restored).toBe(false)
  act(() => first.result.current.set({ text: 'Half a thought' }))
  const key = first.result.current.attemptKey('Half a thought')
  first.unmount()
  const { result } = open()
  expect(result.current).toMatchObject({ draft: { text: 'Half a thought' }, restored: true })
  expect(result.current.attemptKey('Half a thought')).toBe(key)
})

it('has another attempt for another content and for another picture', () => {
  const { result } = open()
  const attempt = () => {
    let key = ''
    act(() => {
      key = result.current.attemptKey('text')
    })
    return key
  }
  const first = attempt()
  expect(attempt()).toBe(first)
  act(() => result.current.setImage(new File(['a'], 'a.png', { type: 'image/png', lastModified: 1 })))
  expect(attempt()).not.toBe(first)
})

it('begins anew where what is stored is damaged', () => {
  localStorage.setItem('draft:me:1', '{"draft":{"text":5},"attempt":null}')
  expect(open().result.current).toMatchObject({ draft: empty, restored: false })
})

it('is erased where it is as it began', () => {
  const first = open()
  act(() => first.result.current.set({ text: 'x' }))
  first.unmount()
  expect(stored()).toEqual({ draft: { text: 'x' }, attempt: null })
  const second = open()
  act(() => second.result.current.set({ text: '' }))
  second.unmount()
  expect(stored()).toBeNull()
})

it('takes the step back to the beginning back', () => {
  const { result, unmount } = open()
  act(() => result.current.set({ text: 'x' }))
  let undo = () => {}
  act(() => {
    undo = result.current.discard()
  })
  expect(result.current.draft).toEqual(empty)
  act(() => undo())
  expect(result.current).toMatchObject({ draft: { text: 'x' }, restored: true })
  unmount()
  expect(stored()).toMatchObject({ draft: { text: 'x' } })
})

it('saves every second, and nothing where nothing changed', () => {
  vi.useFakeTimers()
  const save = vi.fn()
  const begin = () => ({ held: empty, restored: false })
  const { result, unmount } = renderHook(() => useDraft<{ text: string }>({ key: 'k', begin, save }))
  act(() => void vi.advanceTimersByTime(5000))
  expect(save).not.toHaveBeenCalled()
  act(() => result.current.change({ text: 'a' }))
  act(() => result.current.change({ text: 'ab' }))
  act(() => void vi.advanceTimersByTime(1000))
  expect(save.mock.calls).toEqual([['k', { text: 'ab' }]])
  unmount()
  expect(save).toHaveBeenCalledOnce()
  vi.useRealTimers()
})

it('keeps what was held under its own key when the key changes', () => {
  const { result, rerender, unmount } = open('draft:me:1')
  act(() => result.current.set({ text: 'one' }))
  rerender({ key: 'draft:me:2' })
  expect(result.current.draft).toEqual(empty)
  act(() => result.current.set({ text: 'two' }))
  unmount()
  expect(stored('draft:me:1')).toMatchObject({ draft: { text: 'one' } })
  expect(stored('draft:me:2')).toMatchObject({ draft: { text: 'two' } })
})

it('saves nothing more once it was forgotten', () => {
  const { result, unmount } = open()
  act(() => result.current.set({ text: 'sent' }))
  result.current.attemptKey('sent')
  act(() => result.current.forget())
  act(() => result.current.set({ text: 'late' }))
  unmount()
  expect(stored()).toBeNull()
})

it('goes on with what was written while it was sent', () => {
  const { result, unmount } = open()
  act(() => result.current.set({ text: 'sent' }))
  act(() => result.current.set({ text: 'sent and more' }))
  act(() => result.current.forgetSent(({ text }) => ({ text: text.slice(4) }), empty))
  expect(result.current).toMatchObject({ draft: { text: ' and more' }, restored: false })
  unmount()
  expect(stored()).toEqual({ draft: { text: ' and more' }, attempt: null })
})
