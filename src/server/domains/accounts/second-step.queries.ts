import { sql } from 'kysely'
import { minuteMs } from '#shared/durations.ts'
import type { Db } from '#server/db/database.ts'
import { deletePasskeys } from './passkeys.queries.ts'

/**
 * Stores a key that is still to be confirmed, in place of an earlier one; false when the second step is on already.
 */
export async function upsertSecondStep(db: Db, memberId: string, secret: Buffer): Promise<boolean> {
  const result = await db
    .insertInto('second_steps')
    .values({ member_id: memberId, secret })
    .onConflict((conflict) =>
      conflict.column('member_id').doUpdateSet({ secret }).where('second_steps.confirmed_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function selectSecondStep(db: Db, memberId: string) {
  return db
    .selectFrom('second_steps')
    .select(['secret', 'confirmed_at'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
}

/** Whether a member has a second step or a passkey. */
export async function isGuarded(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(
            eb
              .selectFrom('second_steps')
              .select('member_id')
              .where('member_id', '=', memberId)
              .where('confirmed_at', 'is not', null),
          ),
          eb.exists(eb.selectFrom('passkeys').select('id').where('member_id', '=', memberId)),
        ])
        .as('guarded'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(row.guarded)
}

/** Whether a member has to give a code; that stays so until the transaction ends. */
export async function lockSecondStep(db: Db, memberId: string): Promise<boolean> {
  const row = await db
    .selectFrom('second_steps')
    .select('confirmed_at')
    .where('member_id', '=', memberId)
    .forShare()
    .executeTakeFirst()
  return row !== undefined && row.confirmed_at !== null
}

/** Whether the tables are those of a Scene that knows second steps. */
export async function hasSecondSteps(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean
  }>`select to_regclass('second_steps') is not null as there`.execute(db)
  return rows[0]?.there === true
}

/** Counts keys in use that do not begin with this mark; all of them without a mark. */
export async function countKeysWithout(db: Db, mark: Buffer | null): Promise<number> {
  const row = await db
    .selectFrom('second_steps')
    .select((eb) => eb.fn.countAll<string>().as('keys'))
    .where('confirmed_at', 'is not', null)
    .$if(mark !== null, (query) =>
      query.where(sql<Buffer>`substring(secret from 1 for ${mark?.length ?? 0})`, '!=', mark),
    )
    .executeTakeFirstOrThrow()
  return Number(row.keys)
}

/** The 30-second steps of an hour. */
const hourOfSteps = 120

/**
 * Records that the code of a step was used; false when it, or a later one, was used before. A step far in the future
 * came from a wrong clock and locks nobody out.
 */
export async function useStep(db: Db, memberId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_steps')
    .set({ last_step: step })
    .where('member_id', '=', memberId)
    .where((eb) =>
      eb.or([eb('last_step', '<', String(step)), eb('last_step', '>', String(step + hourOfSteps))]),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Turns the second step on; false when it is on already, or when there is no key or not the same one any more. */
export async function confirmSecondStep(
  db: Db,
  given: { memberId: string; secret: Buffer; step: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_steps')
    .set({ confirmed_at: given.at, last_step: given.step })
    .where('member_id', '=', given.memberId)
    .where('secret', '=', given.secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** With its recovery codes; answers whether it was on. */
export async function deleteSecondStep(db: Db, memberId: string): Promise<boolean> {
  const rows = await db
    .deleteFrom('second_steps')
    .where('member_id', '=', memberId)
    .returning('confirmed_at')
    .execute()
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await db.deleteFrom('second_step_tries').where('member_id', '=', memberId).execute()
  return rows.some((row) => row.confirmed_at !== null)
}

/**
 * Deletes second step and passkeys of an account whose address is verified for the first time, perhaps by another
 * person than the one who made it: what that person set up would still open it.
 */
export async function deleteFactors(db: Db, memberId: string): Promise<void> {
  await deleteSecondStep(db, memberId)
  await deletePasskeys(db, memberId, null)
}

export async function replaceRecoveryCodes(db: Db, memberId: string, hashes: Buffer[]): Promise<void> {
  await db.deleteFrom('recovery_codes').where('member_id', '=', memberId).execute()
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ member_id: memberId, code_hash })))
    .execute()
}

/** False for one that is wrong, void or used. */
export async function useRecoveryCode(
  db: Db,
  memberId: string,
  codeHash: Buffer,
  at: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: at })
    .where('member_id', '=', memberId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function countRecoveryCodes(db: Db, memberId: string): Promise<number> {
  const row = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('member_id', '=', memberId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.left)
}

export const maxTries = 5
const lockMs = 15 * minuteMs

interface Trier {
  memberId: string
  isKnownDevice: boolean
}

/**
 * Counts a try before it is checked, in one statement, so that many at once cannot share one. Answers the tries so
 * far, or null while the member has to wait after too many wrong ones; refused tries do not prolong the wait.
 */
export async function countTry(db: Db, { memberId, isKnownDevice }: Trier, at: Date): Promise<number | null> {
  const before = new Date(at.getTime() - lockMs)
  // A try dated in the future came from a wrong clock and delays nobody.
  const isOver = sql<boolean>`(second_step_tries.tried_at <= ${before} or second_step_tries.tried_at > ${new Date(at.getTime() + lockMs)})`
  const row = await db
    .insertInto('second_step_tries')
    .values({ member_id: memberId, known_device: isKnownDevice, tries: 1, tried_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['member_id', 'known_device'])
        .doUpdateSet({
          tries: sql`case when ${isOver} then 1 else second_step_tries.tries + 1 end`,
          tried_at: at,
        })
        .where(sql<boolean>`(${isOver} or second_step_tries.tries < ${maxTries})`),
    )
    .returning('tries')
    .executeTakeFirst()
  return row?.tries ?? null
}

export async function forgetTries(db: Db, { memberId, isKnownDevice }: Trier): Promise<void> {
  await db
    .deleteFrom('second_step_tries')
    .where('member_id', '=', memberId)
    .where('known_device', '=', isKnownDevice)
    .execute()
}
