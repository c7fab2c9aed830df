import { EmbeddedDatabaseError } from '#built-in/postgres/embedded-error.ts'
import { ArchiveAddressError } from '../adapters/archives/create-archives.ts'
import { ConfigError } from '../config.ts'
import { Failure } from '../core/errors.ts'
import { DatabaseFault, isDamaged, isRefused } from '../db/database-fault.ts'
import { BackupError } from '../domains/backup/backup-error.ts'

/** Something that whoever runs Scene can mend; `message` is a sentence that says what. */
export class OperatorError extends Error {}

const sentences = [
  OperatorError,
  ConfigError,
  EmbeddedDatabaseError,
  BackupError,
  ArchiveAddressError,
  Failure,
]

/** What whoever runs Scene reads of an error: a sentence, and all there is of what nobody foresaw. */
export function textForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // Members are not told why; whoever runs Scene is.
  if (error instanceof Failure && error.reason) return `${error.message} (${error.reason})`
  if (isDamaged(error) || (error instanceof DatabaseFault && isDamaged(error.cause)))
    return `The database is damaged: ${error.message}. Look at the disk, and restore the last good backup into an empty database.`
  if (error instanceof DatabaseFault)
    return `The database cannot be used: ${error.message}. See scene doctor, and DATABASE_URL where it is set.`
  if (isRefused(error))
    return `The database refuses what Scene needs: ${error.message}. The role of DATABASE_URL has to own the database.`
  return sentences.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
