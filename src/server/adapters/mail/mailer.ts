export interface Mail {
  to: string
  subject: string
  /** Plain text. */
  text: string
}

/** Hands a mail over for delivery. @throws when it was not accepted; the job that sends it tries again. */
export interface Mailer {
  send(mail: Mail): Promise<void>
}
