import { expect, it } from 'vitest'
import {
  isDirty,
  listDraftKey,
  readListDraft,
  rebase,
  startingListDraft,
  type ListDraft,
} from './list-draft.ts'
import { emptyList, type ListValues } from './list-values.ts'

const base: ListValues = { ...emptyList, title: 'Doors', coverImage: '/media/old.jpg' }
const cropped = new File(['x'], 'cover.jpg', { type: 'image/jpeg' })
const held = (more: Partial<ListDraft> = {}): ListDraft => ({
  values: base,
  coverFile: null,
  base,
  basedOn: 'first',
  attempt: null,
  ...more,
})

it('keeps drafts apart by member and list', () => {
  expect(new Set([listDraftKey('a', null), listDraftKey('b', null), listDraftKey('a', 'l')]).size).toBe(3)
})

it('does without a draft where nothing can be kept', async () => {
  expect(await readListDraft('k')).toBeNull()
})

it('is dirty by what changed, and by a picture that is not uploaded', () => {
  expect(isDirty(held())).toBe(false)
  expect(isDirty(held({ values: { ...base, title: 'Windows' } }))).toBe(true)
  expect(isDirty(held({ coverFile: cropped }))).toBe(false)
  expect(isDirty(held({ coverFile: cropped, base: emptyList, values: emptyList }))).toBe(true)
})

it('keeps a picture that is not uploaded whatever cover the list got elsewhere', () => {
  const without = { ...base, coverImage: null }
  const mine = held({
    base: without,
    values: without,
    coverFile: cropped,
    attempt: { key: 'k', content: 'c' },
  })
  const theirs = { ...without, coverImage: '/media/theirs.jpg', title: 'Windows' }
  expect(rebase(mine, theirs, 'second')).toEqual({
    ...mine,
    values: { ...theirs, coverImage: null },
    base: theirs,
    basedOn: 'second',
    attempt: null,
  })
  // One that changed nothing takes theirs.
  expect(rebase(held({ base: without, values: without }), theirs, 'second').values).toEqual(theirs)
})

it('begins with the draft, on the list as it is', () => {
  const draft = held({ values: { ...base, description: 'Ajar' } })
  expect(startingListDraft(base, 'first', null)).toEqual({ held: held(), restored: false })
  expect(startingListDraft(base, 'first', draft)).toEqual({ held: draft, restored: true })
  const now = { ...base, title: 'Windows' }
  expect(startingListDraft(now, 'second', draft)).toEqual({
    held: { ...draft, values: { ...now, description: 'Ajar' }, base: now, basedOn: 'second' },
    restored: true,
  })
})
