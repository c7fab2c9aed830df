import { expect, test } from 'vitest'
import { locales } from '#shared/locale.ts'
import { mailText } from './mail-texts.ts'

test.each(locales)('the warning in %s holds no code and nothing to click', (locale) => {
  const { subject, text } = mailText('attack-warning', locale, '')
  expect(subject).toContain('Scene')
  expect(text).toContain('Scene')
  expect(`${subject}${text}`).not.toMatch(/\d{4}|https?:|<|undefined/)
})

test.each(locales)('mails in %s carry the code once in the text and say how long it lives', (locale) => {
  for (const template of ['verify-email', 'reset-password'] as const) {
    const { subject, text } = mailText(template, locale, '012345')
    expect(subject).toContain('012345')
    expect(subject).toContain('Scene')
    expect(text.split('012345')).toHaveLength(2)
    expect(text).toContain('15')
    expect(text).not.toMatch(/<|undefined/)
  }
  expect(mailText('verify-email', locale, '1').text).not.toBe(mailText('reset-password', locale, '1').text)
})

test('French mails keep their marks on the line of the word before', () => {
  for (const template of [
    'verify-email',
    'reset-password',
    'attack-warning',
    'let-in',
    'not-let-in',
  ] as const) {
    const { subject, text } = mailText(template, 'fr', '012345')
    expect(`${subject}\n${text}`).not.toMatch(/(?<!\u00a0)[!?;:»]|«(?!\u00a0)/)
  }
})

test.each(locales)(
  'who is let in is told in %s where to log in, and who is not has nothing to click',
  (locale) => {
    const url = 'https://scene.example/login'
    const [yes, no] = [mailText('let-in', locale, '', url), mailText('not-let-in', locale, '')]
    expect(yes.text.split(url)).toHaveLength(2)
    expect(no.text).not.toMatch(/https?:|undefined/)
    for (const { subject, text } of [yes, no]) expect(`${subject}${text}`).toContain('Scene')
  },
)

test.each(locales)('a name that turns what stands around it turns nothing in %s', (locale) => {
  const { text } = mailText('token-made', locale, '', 'mine \u202Eevil')
  expect(text).toContain('\u2068mine \u202Eevil\u2069')
  expect(mailText('new-sign-in', locale, '').text).not.toMatch(/[\u2068\u2069]/)
})
