import { createWebhookSender, type WebhookAnswer } from '../webhooks/webhook-sender.ts'

/** Push services of browser makers; names below one of these count too. */
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
  /** A later message of the same topic replaces this one. */
  topic: string
  ttlSeconds: number
}

export interface PushSender {
  /**
   * Whether an address belongs to a known push service. Checked because the server sends requests to addresses that
   * browsers name.
   */
  isService(endpoint: string): boolean
  /** Encrypts a message for a browser and signs it with the sender's keys; `subject` names the sender. */
  send(to: PushTarget, message: PushMessage, from: VapidKeys & { subject: string }): Promise<WebhookAnswer>
}

/** How a message went. `gone`: the browser takes none any more; `failed`: it may be sent again. */
type PushOutcome = 'sent' | 'gone' | 'refused' | 'failed'

function outcomeOf({ status }: WebhookAnswer): PushOutcome {
  if (status === null || status === 429 || status >= 500) return 'failed'
  if (status === 404 || status === 410) return 'gone'
  return status >= 400 ? 'refused' : 'sent'
}

/**
 * `hosts`, with ports, are services that the operator allows; they may be in a private network. `count` is told the
 * outcome of each message.
 */
export function createPushSender(
  hosts: readonly string[],
  count: (outcome: PushOutcome) => void = () => undefined,
): PushSender {
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
      const answer = await sender.post(new URL(endpoint), sent, body ?? '')
      count(outcomeOf(answer))
      return answer
    },
  }
}
