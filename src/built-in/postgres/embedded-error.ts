/** A start that cannot succeed. `message` is written for the operator, without a stack to read. */
export class EmbeddedDatabaseError extends Error {
  override name = 'EmbeddedDatabaseError'
}

/** The way out of a folder that cannot be repaired, as the end of a sentence. */
export const RESTORE_ELSEWHERE = 'restore a backup into an empty SCENE_DATA_DIR'

/** What to do about a full disk. */
export const FREE_ROOM =
  'Nothing of it is lost: free some room (or files, see df -i) on that disk, and start again.'

/** Another process has the data folder. */
export class FolderInUseError extends EmbeddedDatabaseError {
  override name = 'FolderInUseError'
}
