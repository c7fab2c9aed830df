import type { getStorage } from '#shared/api/admin.ts'
import type { AnswerOf } from '#shared/api/endpoint.ts'
import { dayMs } from '#shared/durations.ts'
import type { Context } from '#server/context.ts'
import { bytesOf } from '#server/core/disk.ts'
import { selectSamples } from './figures.queries.ts'

/** Older samples are not used. */
const maxAgeMs = dayMs

export async function storageView({
  config: { s3, dataDir },
  db,
  now,
}: Pick<Context, 'config' | 'db' | 'now'>): Promise<AnswerOf<typeof getStorage>> {
  const since = new Date(now().getTime() - maxAgeMs)
  const [disk, samples] = await Promise.all([
    bytesOf(dataDir).catch(() => null),
    selectSamples(db, ['pictures', 'picture-bytes', 'database-bytes'], since),
  ])
  const newest = new Map(samples.map((sample) => [sample.figure, sample]))
  const [files, bytes] = [newest.get('pictures'), newest.get('picture-bytes')]
  return {
    kind: s3 ? 'bucket' : 'folder',
    where: s3 ? `${s3.endpoint}/${s3.bucket}` : `${dataDir}/media`,
    dataDir,
    disk,
    pictures: files && bytes ? { files: files.value, bytes: bytes.value } : null,
    databaseBytes: newest.get('database-bytes')?.value ?? null,
    at: files?.at.toISOString() ?? null,
  }
}
