import { stdout } from 'node:process'
import type { Mailer } from './mailer.ts'

/**
 * For installations without SMTP that others reach: who sits at the terminal reads the code, in the subject, and
 * passes it on. Nothing is kept, and the logs stay free of it.
 */
export function createTerminalMailer(
  write: (line: string) => void = (line) => void stdout.write(line),
): Mailer {
  return {
    send: async ({ to, subject }) => write(`  Mail to ${oneLine(to)}: ${oneLine(subject)}\n`),
  }
}

/** An address is whatever somebody signed up with. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
