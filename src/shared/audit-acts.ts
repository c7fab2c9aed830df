/** What operators do that is written down, by the names of their commands. */
export const auditActs = [
  'films.reconcile',
  'films.accept',
  'films.refuse',
  'films.reconsider',
  'films.undo',
  'user.role',
] as const
export type AuditAct = (typeof auditActs)[number]
