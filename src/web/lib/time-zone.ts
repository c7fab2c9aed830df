/** This browser's time zone, such as `Asia/Riyadh`. */
export const detectedZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
