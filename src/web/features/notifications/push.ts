import { subscribePush } from '#shared/api/notification-settings.ts'
import { call } from '#web/lib/api.ts'

/** How push stands in this browser: it cannot, it can once Scene is on the home screen, it was refused, or it can. */
export type PushAbility = 'unable' | 'install' | 'refused' | 'able'

/** On iPhones and iPads only apps of the home screen are pushed to. */
const isUninstalledApple = () =>
  'standalone' in navigator && (navigator as { standalone?: boolean }).standalone === false

export function pushAbility(): PushAbility {
  if (isUninstalledApple()) return 'install'
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unable'
  return Notification.permission === 'denied' ? 'refused' : 'able'
}

/** The member said no when the browser asked. */
export class PushRefused extends Error {
  override name = 'PushRefused'
}

/** Asks for permission and subscribes. @throws PushRefused, or what the browser says */
export async function subscribeHere(pushKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused()
  const registration = await navigator.serviceWorker.getRegistration()
  // The operator may have switched the worker off.
  if (!registration) throw new Error('there is no service worker')
  const { pushManager } = registration
  const options = { userVisibleOnly: true, applicationServerKey: pushKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // There is a subscription for a former key of the server: it has to go first.
    const old = await pushManager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return pushManager.subscribe(options)
  })
  // It is one also where nothing can be kept.
  await keepSubscription(subscription).catch(() => undefined)
  return addressOf(subscription)
}

function addressOf(subscription: PushSubscription) {
  const { endpoint, keys = {} } = subscription.toJSON()
  return { endpoint: endpoint ?? '', keys: { p256dh: keys['p256dh'] ?? '', auth: keys['auth'] ?? '' } }
}

const base64url = (bytes: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const keptIn = 'scene-push'
const keptAs = '/push-subscription'

/**
 * Keeps what the service worker needs when the browser replaces this subscription (`worker.ts`): some browsers tell it
 * neither the old one nor the new one. The logout deletes it with all caches.
 */
async function keepSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = addressOf(subscription)
  const key = subscription.options.applicationServerKey
  const kept = {
    endpoint,
    auth: keys.auth,
    key: key && base64url(key),
  }
  const cache = await caches.open(keptIn)
  await cache.put(keptAs, new Response(JSON.stringify(kept)))
}

/** Tells the server of a subscription that the browser changed while the worker could not. */
export async function resumePush(): Promise<void> {
  if (!('caches' in window) || pushAbility() !== 'able' || Notification.permission !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  if (!subscription) return
  const kept = await caches.match(keptAs)
  const known = (await kept?.json()) as { endpoint: string } | undefined
  if (known?.endpoint === subscription.endpoint) return
  if (known) await call(subscribePush, { body: addressOf(subscription) })
  await keepSubscription(subscription)
}

/** Whoever leaves is told nothing more here, whatever the server still believes. */
export async function endPushHere(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}

/** The number on the app's icon, where it has one. */
export function showBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined)
}
