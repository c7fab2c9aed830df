import { basename, dirname, resolve } from 'node:path'
import type { Config } from '#server/config.ts'
import type { ArchiveFolder, StoredArchive } from './archives.ts'
import { createLocalFolder } from './local-archives.ts'
import { createS3Folder, s3AddressOf } from './s3-archives.ts'

/** The address is not a valid place for archives; the message is a sentence for the operator. */
export class ArchiveAddressError extends Error {}

/** A folder of the machine, or `s3://bucket/prefix` with the service that the settings name. */
export function archiveFolder({ s3Service }: Pick<Config, 's3Service'>, place: string): ArchiveFolder {
  if (!place.startsWith('s3:')) return createLocalFolder(resolve(place))
  const address = s3AddressOf(place)
  if (!address) throw new ArchiveAddressError(`${place} is no address of the form s3://bucket/prefix`)
  if (!s3Service)
    throw new ArchiveAddressError(
      'S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY say which service s3:// is',
    )
  return createS3Folder(s3Service, address)
}

/** One file: a path, or `s3://bucket/key`. */
export function archiveAt(config: Pick<Config, 's3Service'>, file: string): StoredArchive {
  const isS3 = file.startsWith('s3:')
  const folder = isS3 ? file.slice(0, file.lastIndexOf('/')) : dirname(resolve(file))
  return archiveFolder(config, folder).archive(isS3 ? file.slice(file.lastIndexOf('/') + 1) : basename(file))
}
