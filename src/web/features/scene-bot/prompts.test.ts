import { describe, expect, it } from 'vitest'
import { shuffle } from './use-prompts.ts'
import { prompts } from './prompts.ts'

const all = Object.values(prompts).flat()

describe('the pool', () => {
  it('has more than 150 prompts in English and Arabic', () => {
    expect(prompts.en.length + prompts.ar.length).toBeGreaterThan(150)
    expect(prompts.fr.length).toBeGreaterThan(40)
  })

  it('has none twice, however it is written', () => {
    const plain = all.map((prompt) =>
      prompt
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
        .trim(),
    )
    expect(plain.filter((prompt, index) => plain.indexOf(prompt) !== index)).toEqual([])
  })

  it('has only short ones, in their own language and punctuation', () => {
    expect(all.filter((prompt) => prompt.length > 80 || prompt !== prompt.trim())).toEqual([])
    expect(
      prompts.ar.filter((prompt) => !/^[«\p{Script=Arabic}]/u.test(prompt) || /[?,;]/.test(prompt)),
    ).toEqual([])
    expect([...prompts.en, ...prompts.fr].filter((prompt) => /\p{Script=Arabic}/u.test(prompt))).toEqual([])
    expect(prompts.fr.filter((prompt) => /'|[^\u00a0][?!:;]/.test(prompt))).toEqual([])
  })
})

describe('a shuffled deck', () => {
  const pool = { en: ['a', 'b', 'c'], ar: ['د', 'ه'], fr: ['é'] }

  it('has each once, the member’s language first', () => {
    for (let round = 0; round < 20; round++) {
      const deck = shuffle(pool, 'ar')
      expect(deck.toSorted()).toEqual(['a', 'b', 'c', 'é', 'د', 'ه'].toSorted())
      expect(deck.slice(0, 2).toSorted()).toEqual(['د', 'ه'].toSorted())
    }
  })

  it('is in the order that chance gives', () => {
    expect(shuffle(pool, 'en', () => 0).slice(0, 3)).toEqual(['b', 'c', 'a'])
    expect(shuffle(pool, 'en', () => 0.99).slice(0, 3)).toEqual(['a', 'b', 'c'])
  })
})
