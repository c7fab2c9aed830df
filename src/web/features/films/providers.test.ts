import { describe, expect, it } from 'vitest'
import { defaultRegion, mergeProviders } from './providers.ts'

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

describe('mergeProviders', () => {
  it('names every provider once with its ways', () => {
    const merged = mergeProviders({
      link: '',
      flatrate: [provider(1)],
      rent: [provider(2), provider(1)],
      buy: [provider(2), provider(2)],
    })
    expect(merged.map((one) => [one.provider_id, one.ways])).toEqual([
      [1, ['flatrate', 'rent']],
      [2, ['rent', 'buy']],
    ])
  })
  it('is empty without a region', () => {
    expect(mergeProviders(undefined)).toEqual([])
  })
})
