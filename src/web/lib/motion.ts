/** The inline script of index.html reads the first before the first paint. */
const keys = { motion: 'scene.motion', autoplay: 'scene.autoplay' } as const

/** Whether the member wants less motion than the device asks for. */
export function isMotionReduced(): boolean {
  return localStorage.getItem(keys.motion) === 'reduce'
}

/** Sets what the stylesheets read beside the device's own setting. */
export function setMotionReduced(reduced: boolean): void {
  if (reduced) {
    localStorage.setItem(keys.motion, 'reduce')
    document.documentElement.dataset['motion'] = 'reduce'
  } else {
    localStorage.removeItem(keys.motion)
    delete document.documentElement.dataset['motion']
  }
}

/** Whether GIFs may play by themselves where less motion is not wanted. */
export function isAutoplayOn(): boolean {
  return localStorage.getItem(keys.autoplay) !== 'off'
}

export function setAutoplay(on: boolean): void {
  if (on) localStorage.removeItem(keys.autoplay)
  else localStorage.setItem(keys.autoplay, 'off')
}
