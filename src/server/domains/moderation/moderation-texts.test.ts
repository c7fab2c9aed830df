import { expect, it } from 'vitest'
import { statementText } from './moderation-texts.ts'

it('the last day of an appeal is written as the language does, in French with a first', () => {
  const decided = { kind: 'log', excerpt: '', act: 'hide', ground: 'spam', facts: 'Publicité.' } as const
  const appeal = { url: 'https://scene.example/appeal', until: new Date('2026-12-01T12:00:00Z') }
  const told = (locale: 'en' | 'fr') => statementText(locale, { ...decided, appeal }).lines.at(-1)
  expect(told('fr')).toContain('jusqu’au 1er décembre 2026')
  expect(told('en')).toContain('until 1 December 2026')
})
