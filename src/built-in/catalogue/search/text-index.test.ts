import { expect, test } from 'vitest'
import { createTextIndex } from '#built-in/catalogue/search/text-index.ts'

async function found(
  texts: string[][],
  query: string,
  options?: { anyWordLeads?: boolean },
): Promise<string[]> {
  const index = await createTextIndex(texts.length, (entry) => texts[entry] ?? [], options)
  return index.search(query).map((entry) => texts[entry]?.[0] ?? '')
}

test('lists the whole text, its beginning, its words and misspelt words in this order', async () => {
  const texts = [['Mars Attack'], ['A Trip to Mars'], ['Marsh'], ['Mars'], ['Narsis'], ['The Marx Show']]
  expect(await found(texts, 'mars')).toEqual([
    'Mars',
    'Mars Attack',
    'Marsh',
    'A Trip to Mars',
    'The Marx Show',
  ])
})

test('lists equal finds in the order of the entries', async () => {
  expect(await found([['Dune Sea'], ['Dune Day'], ['Old Dune'], ['A Dune']], 'dune')).toEqual([
    'A Dune',
    'Dune Sea',
    'Dune Day',
    'Old Dune',
  ])
})

test('a later part of a series stands behind what begins so without a number, unless it was asked for', async () => {
  const texts = [['Dune Two'], ['Dune Day']]
  expect(await found(texts, 'dun')).toEqual(['Dune Day', 'Dune Two'])
  expect(await found(texts, 'dune 2')).toEqual(['Dune Two'])
})

test('a word does not go on into a small one', async () => {
  const texts = [['A Moment of Romance'], ['Memento'], ['Spider-Man']]
  expect((await found(texts, 'momento'))[0]).toBe('Memento')
  expect(await found(texts, 'spiderm')).toEqual(['Spider-Man'])
})

test('demands every word', async () => {
  const texts = [['Red Dawn'], ['Red River'], ['Dawn']]
  expect(await found(texts, 'red river')).toEqual(['Red River'])
  expect(await found(texts, 'river red')).toEqual(['Red River'])
})

test('passes over one word of three when nothing has them all', async () => {
  expect(await found([['Sunshine of the Mind'], ['The Mind']], 'sunshine beyond any mind')).toEqual([])
  expect(await found([['Sunshine of the Mind'], ['The Mind']], 'sunshine of my mind')).toEqual([
    'Sunshine of the Mind',
  ])
})

test('finds any of several texts once', async () => {
  expect(
    await found(
      [
        ['Theeb', 'ذيب'],
        ['Wolf', 'Theeb'],
      ],
      'theeb',
    ),
  ).toEqual(['Theeb', 'Wolf'])
})

test('lets a last name lead where asked to', async () => {
  const names = [['Christopher Nolan'], ['Nolan North']]
  expect(await found(names, 'nolan')).toEqual(['Nolan North', 'Christopher Nolan'])
  expect(await found(names, 'nolan', { anyWordLeads: true })).toEqual(['Christopher Nolan', 'Nolan North'])
})

test('takes no number for another, and no short word for another', async () => {
  expect(await found([['2010'], ['Up']], '2001')).toEqual([])
  expect(await found([['Up']], 'us')).toEqual([])
})

test('answers nothing to nothing, and survives any text', async () => {
  const texts = [['Anything'], ['…'], ['']]
  expect(await found(texts, '')).toEqual([])
  expect(await found(texts, ' … ')).toEqual([])
  expect(await found(texts, 'x'.repeat(5000))).toEqual([])
  expect(await found(texts, 'a '.repeat(500))).toEqual(['Anything'])
})

test('tells which entries have a word', async () => {
  const index = await createTextIndex(3, (entry) => [['Star Wars', 'Star', 'Starlet'][entry] ?? ''])
  expect([...index.having('star')]).toEqual([0, 1])
  expect([...index.having('sta')]).toEqual([])
})
