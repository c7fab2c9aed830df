import { paths } from '#shared/paths.ts'

/** Parts of the operators' page, as their addresses name them. */
export const adminParts = [
  'health',
  'jobs',
  'members',
  'storage',
  'mail',
  'film-source',
  'backups',
  'settings',
  'audit',
] as const
export type AdminPart = (typeof adminParts)[number]

/** The first has the page's own address. */
export const adminPath = (part: AdminPart): string =>
  part === 'health' ? paths.admin() : paths.adminPart(part)
