import { expect, test } from 'vitest'
import { limitAddress } from './caller.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::FFFF:c000:0207', '192.0.2.7'],
  ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001:db8::192.0.2.7', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['not an address', 'not an address'],
  ['', ''],
  [undefined, ''],
])('limits count %s as %s', (address, counted) => {
  expect(limitAddress(address)).toBe(counted)
})

test('addresses of one network of 64 bits count as one, of its neighbour as another', () => {
  const counted = new Set(
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2:a:b:c:d'].map(limitAddress),
  )
  expect(counted.size).toBe(1)
  expect(counted).not.toContain(limitAddress('2001:db8:1:3::1'))
})
