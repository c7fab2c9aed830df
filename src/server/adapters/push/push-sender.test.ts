import { expect, test } from 'vitest'
import { createPushSender } from './push-sender.ts'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://wns2-par02p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', false],
  ['https://user:word@fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.example.org/abc', false],
  ['https://127.0.0.1/abc', false],
  ['https://169.254.169.254/latest/meta-data', false],
])('whether %s is of a push service: %s', (endpoint, known) => {
  expect(createPushSender([]).isService(endpoint)).toBe(known)
})
