import * as z from 'zod'
import { storagePath } from '#server/adapters/storage/storage.ts'

/** The version of the format, raised when an older Scene could not read what is written. */
export const format = 1

/** The first entry of an archive, read before all others: it says that this is a backup of Scene. */
export const headSchema = z.object({
  product: z.literal('scene'),
  format: z.int(),
})

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const size = z.int().min(0)

/** The last entry of an archive: a list of all its content. An archive without it is incomplete. */
export const manifestSchema = z.object({
  version: z.string(),
  /** Major version of the PostgreSQL that it comes from. */
  postgres: z.int(),
  createdAt: z.iso.datetime(),
  /** Names of all migrations that were applied, in order; the last one determines the tables. */
  migrations: z.array(z.string()).min(1),
  /** By name; `bytes` and `sha256` are of what COPY wrote. */
  tables: z.record(z.string(), z.object({ columns: z.array(z.string()), rows: size, bytes: size, sha256 })),
  /** Last values of sequences; those that were never used are left out. */
  sequences: z.record(z.string(), z.string().regex(/^-?\d+$/)),
  /** Members' pictures by storage path; null in a backup of the database alone. */
  media: z.nullable(z.record(z.string().regex(storagePath), z.object({ bytes: size, sha256 }))),
})

export type Manifest = z.infer<typeof manifestSchema>

export const rowsOf = ({ tables }: Manifest): number =>
  Object.values(tables).reduce((sum, { rows }) => sum + rows, 0)
