import { describe, expect, test } from 'vitest'
import { usernamePattern } from '#shared/username.ts'
import { displayName, usernameBase, usernameCandidates } from './google-names.ts'

describe('a username', () => {
  test.each([
    ['Layla Haddad', 'x@example.org', 'layla_haddad'],
    ['Amélie Poulain', 'x@example.org', 'amelie_poulain'],
    ['Søren Ångström', 'x@example.org', 'soren_angstrom'],
    ['Straße İpek', 'x@example.org', 'strasse_ipek'],
    ['O’Brien-Smith, Jr.', 'x@example.org', 'obrien_smith_jr'],
    ['  sam   ', 'x@example.org', 'sam'],
    ['ليلى حداد', 'layla.haddad@example.org', 'layla_haddad'],
    ['ليلى Haddad', 'x@example.org', 'haddad'],
    ['Иван Петров', 'i.petrov+films@example.org', 'i_petrov'],
    ['田中 太郎', 'tanaka@example.org', 'tanaka'],
    ['🎬🍿', 'a@example.org', 'member'],
    ['Al', 'al.green@example.org', 'al_green'],
    ['Al', 'al@example.org', 'member'],
    ['ليلى ٢٠٢٤', '0501234567@example.org', 'member'],
    [null, 'ليلى@example.org', 'member'],
    ['', '', 'member'],
    ['Alexandria Ocasio Cortez', 'x@example.org', 'alexandria_ocasio'],
    ['Wolfeschlegelsteinhausenbergerdorff', 'x@example.org', 'wolfeschlegelsteinha'],
    ["'; drop table members; --", 'x@example.org', 'drop_table_members'],
  ])('of %j and %s begins as %s', (name, email, base) => {
    expect(usernameBase(name, email)).toBe(base)
    for (const crowded of [false, true]) {
      const candidates = usernameCandidates(base, crowded)
      expect(candidates[0] === base).toBe(!crowded)
      expect(new Set(candidates).size).toBe(candidates.length)
      for (const candidate of candidates) {
        expect(candidate).toMatch(usernamePattern)
        expect(candidate.startsWith(base.slice(0, 11))).toBe(true)
      }
    }
  })
})

test('a name is kept on one line, short, and without marks that turn the direction of others', () => {
  expect(displayName('  Layla\n\t Haddad\u0000 ')).toBe('Layla Haddad')
  expect(displayName('\u202eevil\u2066')).toBe('evil')
  expect(displayName('ليلى حداد')).toBe('ليلى حداد')
  expect(displayName('🎬'.repeat(100))).toBe('🎬'.repeat(80))
  expect(displayName(`${'x'.repeat(79)} y`)).toBe('x'.repeat(79))
  for (const none of [null, '', ' \n ', '\u202e']) expect(displayName(none)).toBeNull()
})
