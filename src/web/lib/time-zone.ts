/** Of this browser, as its system names it: `Asia/Riyadh`. */
export const detectedZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
