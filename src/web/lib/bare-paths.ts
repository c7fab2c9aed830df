/** Whether the screen at an address has no navigation around it, whoever opens it; without its last slash. */
export const isBare = (path: string): boolean =>
  /^\/(login|signup|forgot-password|verify-reset-code|reset-password|choose-avatar|verify-email|upload-avatar|operator|report|appeal|unsubscribe\/.*|share.*)$/.test(
    path,
  )
