import type { TestApp } from './harness.ts'

/** The newest case about a reported thing. */
export async function caseOf({ db }: TestApp, target: string): Promise<string> {
  const { id } = await db
    .selectFrom('report_cases')
    .select('id')
    .where('target', '=', target)
    .orderBy('opened_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}
