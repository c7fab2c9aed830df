import { createWebhookSender, type WebhookAnswer } from '../webhooks/webhook-sender.ts'

/** Of the makers of browsers; a name under one of these counts too. */
const makers = [
  'fcm.googleapis.com',
  'push.services.mozilla.com',
  'push.apple.com',
  'notify.windows.com',
] as const

export interface VapidKeys {
  /** Base64url, as browsers take it. */
  publicKey: string
  privateKey: string
}

/** As a browser subscribed. */
interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

interface PushMessage {
  payload: string
  /** What a later one of the same takes the place of. */
  topic: string
  ttlSeconds: number
}

export interface PushSender {
  /** Whether an address is of a push service: an address that a browser names is asked for by the server. */
  isService(endpoint: string): boolean
  /** Encrypts a message for a browser, and signs it with the keys of whoever sends, `subject` by name. */
  send(to: PushTarget, message: PushMessage, from: VapidKeys & { subject: string }): Promise<WebhookAnswer>
}

/** `hosts`, with their ports, are services that the operator names; they may lie inside. */
export function createPushSender(hosts: readonly string[]): PushSender {
  const sender = createWebhookSender(hosts.map((host) => host.replaceAll(/^\[|\]?(?::\d+)?$/g, '')))
  return {
    isService(endpoint) {
      const url = URL.parse(endpoint)
      if (!url || url.username || url.password) return false
      if (hosts.includes(url.host)) return true
      return (
        url.protocol === 'https:' &&
        url.port === '' &&
        makers.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`))
      )
    },
    async send({ endpoint, p256dh, auth }, { payload, topic, ttlSeconds }, vapidDetails) {
      const { default: webPush } = await import('web-push')
      const { headers, body } = webPush.generateRequestDetails(
        { endpoint, keys: { p256dh, auth } },
        payload,
        {
          vapidDetails,
          TTL: ttlSeconds,
          topic,
          urgency: 'normal',
          contentEncoding: 'aes128gcm',
        },
      )
      const sent = { ...Object.fromEntries(new Headers(headers)), 'user-agent': 'Scene' }
      return sender.post(new URL(endpoint), sent, body ?? '')
    },
  }
}
