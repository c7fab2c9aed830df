import { describe, expect, it } from 'vitest'
import { defaultRegion, providerGroups } from './providers.ts'

const provider = (id: number) => ({ provider_id: id, provider_name: `P${id}`, logo_path: null })

describe('defaultRegion', () => {
  it('is the first region of the browser that has providers', () => {
    expect(defaultRegion({ FR: 1, SA: 1 }, ['en', 'de-DE', 'fr-FR'])).toBe('FR')
  })
  it('is SA otherwise', () => {
    expect(defaultRegion({ FR: 1 }, ['en-GB', 'not a language'])).toBe('SA')
    expect(defaultRegion({}, [])).toBe('SA')
  })
})

describe('providerGroups', () => {
  it('names every provider once, in its first group, with its other ways', () => {
    const groups = providerGroups({
      link: '',
      flatrate: [provider(1)],
      rent: [provider(2), provider(1)],
      buy: [provider(2), provider(2), provider(3)],
    })
    expect(
      groups.map(({ way, providers }) => [way, providers.map((one) => [one.provider_id, one.ways])]),
    ).toEqual([
      ['flatrate', [[1, ['flatrate', 'rent']]]],
      ['rent', [[2, ['rent', 'buy']]]],
      ['buy', [[3, ['buy']]]],
    ])
  })
  it('leaves groups out that have no provider', () => {
    expect(providerGroups({ link: '', flatrate: [], rent: [], buy: [] })).toEqual([])
    expect(providerGroups(undefined)).toEqual([])
  })
})
