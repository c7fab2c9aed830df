import { EmbeddedDatabaseError } from '#built-in/postgres/embedded-error.ts'
import { ArchiveAddressError } from '../adapters/archives/create-archives.ts'
import { ConfigError } from '../config.ts'
import { Failure } from '../core/errors.ts'
import { DatabaseFault, isDamaged, isRefused } from '../db/database-fault.ts'
import { sharingPooler, UnfitDatabase } from '../db/migrate.ts'
import { isOtherConnection } from '../db/prepared-statements.ts'
import { BackupError } from '../domains/backup/backup-error.ts'

/** An error that the operator can fix; `message` is a sentence that says how. */
export class OperatorError extends Error {}

const sentences = [
  OperatorError,
  ConfigError,
  EmbeddedDatabaseError,
  BackupError,
  UnfitDatabase,
  ArchiveAddressError,
  Failure,
]

/** The text of an error for the operator: a sentence, or the whole stack of an unexpected one. */
export function textForOperator(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  // The reason is for the operator; members do not get it.
  if (error instanceof Failure && error.reason) return `${error.message} (${error.reason})`
  if (isDamaged(error) || (error instanceof DatabaseFault && isDamaged(error.cause)))
    return `The database is damaged: ${error.message}. Look at the disk, and restore the last good backup into an empty database.`
  if (error instanceof DatabaseFault)
    return `The database cannot be used: ${error.message}. See scene doctor, and DATABASE_URL where it is set.`
  if (isRefused(error))
    return `The database refuses what Scene needs: ${error.message}. The role of DATABASE_URL has to own the database.`
  if (isOtherConnection(error)) return sharingPooler
  return sentences.some((kind) => error instanceof kind) ? error.message : (error.stack ?? error.message)
}
