import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { createLocalStorage } from './local-storage.ts'
import { createS3Storage } from './s3-storage.ts'
import type { Storage } from './storage.ts'

/** A bucket where one is set, else a folder. */
export const createStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 ? createS3Storage(s3) : createLocalStorage(join(dataDir, 'media'))
