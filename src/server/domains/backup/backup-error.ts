import { codeOf } from '#shared/thrown.ts'
import { Failure } from '#server/core/errors.ts'

/** A backup that cannot be made, read or put back; `message` is a sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** What went wrong while a backup was written to a file, in a sentence. */
export function writeError(file: string, error: unknown): unknown {
  const code = codeOf(error)
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new BackupError(`There is no room for the backup ${file}: free some, or choose another folder.`, {
      cause: error,
    })
  if (['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'ENOTDIR', 'EEXIST', 'EISDIR'].includes(String(code)))
    return new BackupError(`The backup ${file} cannot be written (${String(code)}).`, { cause: error })
  if (error instanceof Failure)
    return new BackupError(`The backup ${file} cannot be written (${error.reason ?? error.message}).`, {
      cause: error,
    })
  return error
}
