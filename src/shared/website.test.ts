import { expect, test } from 'vitest'
import { isWebsite } from './website.ts'

test.each([
  'https://example.org',
  'HTTP://example.org:8080/~ada?x=1#y',
  'https://موقع.example/@ada',
  'https://[::1]/',
])('%s is a website', (address) => expect(isWebsite(address)).toBe(true))

test.each([
  '',
  'example.org',
  '//example.org',
  'ftp://example.org',
  'javascript:alert(1)',
  'https://',
  'https:///x',
  'https://exa mple.org',
  'https://bank.example@evil.example/',
  'https://bank.example\\@evil.example/',
  'https://a:b@evil.example',
  'https://example.org:99999',
])('%s is none', (address) => expect(isWebsite(address)).toBe(false))
