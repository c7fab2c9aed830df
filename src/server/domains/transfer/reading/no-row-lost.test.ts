import { describe, expect, test } from 'vitest'
import { archive, brief, diaryHeader, fault, filmHeader, read, zip } from '#test/fakes/import-files.ts'

const told = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.filter(({ fault }) => fault !== null).map(({ file, line, fault }) => [file, line, fault])

describe('a Letterboxd export whose files somebody renamed or put elsewhere', () => {
  const diary = { 'diary.csv': `${diaryHeader}\r\n2025-01-02,Heat,1995,https://boxd.it/e,4,,,2025-01-01` }

  test('is read by the columns of its files', async () => {
    const found = await read(
      'packed again.zip',
      zip({
        ...diary,
        'reviews (1).csv': `${filmHeader},Rating,Rewatch,Review,Tags,Watched Date\r\n2025-01-02,Alien,1979,https://boxd.it/r,5,,Good.,,`,
        'my watchlist.csv': `${filmHeader}\r\n2025-01-02,Dune,2021,https://boxd.it/w`,
        'others/test-list.csv': archive['lists/test-list.csv'],
        'second/diary.csv': `${diaryHeader}\r\n2025-02-02,Ran,1985,https://boxd.it/s,3,,,2025-02-01`,
      }),
    )
    expect(brief(found).map(([kind, title]) => [kind, title])).toEqual([
      ['log', 'Heat'],
      ['review', 'Alien'],
      ['watchlist', 'Dune'],
      ['list', 'test list'],
      ['list-film', 'Weapons'],
      ['list-film', 'Local Legends'],
      ['log', 'Ran'],
    ])
    expect(told(found)).toEqual([])
  })

  const list = archive['lists/test-list.csv']
  const likes = `${filmHeader}\r\n2025-01-02,Ran,1985,https://boxd.it/l`
  const listRows = ['list', 'list-film', 'list-film']
  test.for([
    ['lists', { 'lists/a.csv': list, 'lists/b.csv': list }, [...listRows, ...listRows]],
    [
      'tables of other names',
      { 'diary (1).csv': diary['diary.csv'], 'x.csv': diary['diary.csv'] },
      ['log', 'log'],
    ],
    ['likes and lists', { 'a/likes/films.csv': likes, 'a/lists/x.csv': list }, ['favourite', ...listRows]],
  ] as const)('is read where it has only %s', async ([, files, kinds]) => {
    const found = await read('part.zip', zip({ ...files, 'deleted/diary.csv': diary['diary.csv'] }))
    expect([found.source, told(found)]).toEqual(['letterboxd', []])
    expect(brief(found).map(([kind]) => kind)).toEqual(kinds)
  })

  test('is refused where only what was deleted is left', async () => {
    const file = zip({ 'deleted/diary.csv': diary['diary.csv'], 'deleted/reviews.csv': diary['diary.csv'] })
    expect(await fault('gone.zip', file)).toEqual(['import.not_a_file', 'gone.zip'])
  })

  test('says which it could not read; what is always left out needs no word', async () => {
    const found = await read(
      'more.zip',
      zip({
        ...diary,
        'notes.csv': 'a,b\r\n1,2',
        'nothing.csv': '',
        'profile.csv': 'Username\r\nlayla',
        'comments.csv': 'Date,Content,Comment\r\n2025-01-01,u,hi',
        'likes/reviews.csv': 'Date,Content\r\n2025-01-01,u',
        'old/deleted/diary.csv': diary['diary.csv'],
      }),
    )
    expect(brief(found)).toHaveLength(3)
    expect(told(found)).toEqual([
      ['notes.csv', 1, 'not-read'],
      ['nothing.csv', 1, 'not-read'],
    ])
  })
})

test('of a film that a list has twice a second note is told, the same one is not', async () => {
  const lines = ['Position,Name,Year,URL,Description', '1,Heat,1995,u,First.', '2,Heat,1995,u,First.']
  const list = [...lines, '3,Heat,1995,u,Second.', '4,Ran,1985,u,', '5,Ran,1985,u,Late.'].join('\r\n')
  const found = await read('z.zip', zip({ 'watched.csv': filmHeader, 'lists/x.csv': list }))
  expect(told(found)).toEqual([['lists/x.csv', 4, 'no-place']])
})

test('a title and a description that are cut end with a whole character', async () => {
  const about = `Date,Name,Tags,URL,Description\r\n2025-01-01,x${'🎬'.repeat(150)},,u,x${'🎬'.repeat(3000)}`
  const list = `Letterboxd list export v7\r\n${about}\r\n\r\nPosition,Name,Year,URL,Description\r\n1,Heat,1995,u,`
  const { rows } = await read('z.zip', zip({ 'watched.csv': filmHeader, 'lists/x.csv': list }))
  expect(rows[0]?.entry.list).toMatchObject({
    title: `x${'🎬'.repeat(99)}`,
    description: `x${'🎬'.repeat(2499)}`,
  })
})
