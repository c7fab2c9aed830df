import { storeIfRoom } from './storage.ts'

const keys = { motion: 'scene.motion', autoplay: 'scene.autoplay' } as const

/** Whether the member wants less motion than the device asks for. */
export function isMotionReduced(): boolean {
  return localStorage.getItem(keys.motion) === 'reduce'
}

/** Sets what the stylesheets read beside the device's own setting. */
export function setMotionReduced(reduced: boolean): void {
  storeIfRoom(localStorage, keys.motion, reduced ? 'reduce' : null)
  if (reduced) document.documentElement.dataset['motion'] = 'reduce'
  else delete document.documentElement.dataset['motion']
}

/** Whether the member lets GIFs play by themselves. */
export function isAutoplayOn(): boolean {
  return localStorage.getItem(keys.autoplay) !== 'off'
}

export function setAutoplay(on: boolean): void {
  storeIfRoom(localStorage, keys.autoplay, on ? null : 'off')
}

/** Whether less motion is wanted, by the member or the device. */
export function prefersReducedMotion(): boolean {
  return isMotionReduced() || matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Whether a GIF may play by itself now: never where less motion is wanted. */
export function mayAutoplay(): boolean {
  return isAutoplayOn() && !prefersReducedMotion()
}
