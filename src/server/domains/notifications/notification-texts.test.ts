import { expect, it } from 'vitest'
import { words } from './notification-texts.ts'

it('Arabic and French count what a mail or a digest tells with the noun that the number asks for', () => {
  const subjects = [1, 2, 3, 11, 100].map((count) => words.ar.mail.subject(count))
  expect(subjects).toEqual([
    'إشعار جديد على Scene',
    'إشعاران جديدان على Scene',
    '3 إشعارات جديدة على Scene',
    '11 إشعارًا جديدًا على Scene',
    '100 إشعار جديد على Scene',
  ])
  expect([1, 2].map((friends) => words.fr.digest.by('4,5', friends))).toEqual([
    '4,5 ★ d’un ami',
    '4,5 ★ de 2 amis',
  ])
})
