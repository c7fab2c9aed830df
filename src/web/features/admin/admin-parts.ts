import type { Role } from '#shared/api/members.ts'
import { paths } from '#shared/paths.ts'

/** Parts of the operators' page, as their addresses name them. */
const adminParts = [
  'health',
  'reports',
  'jobs',
  'members',
  'refusals',
  'storage',
  'mail',
  'film-source',
  'scenebot',
  'backups',
  'settings',
  'audit',
] as const
export type AdminPart = (typeof adminParts)[number]

/** What somebody sees of it. */
export const partsOf = (role: Role): readonly AdminPart[] =>
  role === 'operator' ? adminParts : role === 'moderator' ? ['reports'] : []

/** The first has the page's own address. */
export const adminPath = (part: AdminPart): string =>
  part === 'health' ? paths.admin() : paths.adminPart(part)
