import type { ParsedQuery } from '#shared/api/endpoint.ts'
import type * as api from '#shared/api/joining.ts'
import { routePatterns } from '#shared/paths.ts'
import type { SignUpRefusal } from '#shared/sign-up-refusals.ts'
import type { Context } from '#server/context.ts'
import { pageOf, type Listed } from '#server/core/keyset.ts'
import type { Db } from '#server/db/database.ts'
import { noteAct, type Operator } from '#server/domains/audit/audit.service.ts'
import { memberRefs } from '#server/domains/members/members.views.ts'
import { deleteRefusal, insertRefusal, selectRefusalPage, selectRefusals } from './refusals.queries.ts'

/** Usernames that look like those of staff; only operators may give them to somebody. */
const ofOperators = [
  'admin',
  'administrator',
  'moderator',
  'operator',
  'official',
  'postmaster',
  'root',
  'scene',
  'scenebot',
  'security',
  'support',
  'system',
  'webmaster',
]

/** Digits that look like letters. */
const readAs: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  l: 'i',
}

/** A name as it is read: without case, underscores and digits in the place of letters. */
const asRead = (name: string) =>
  name
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll(/[0134578l]/g, (sign) => readAs[sign] ?? sign)

const firstSegments = Object.values(routePatterns).flatMap(
  (path) => /^\/([a-z][a-z-]*)/.exec(path)?.[1] ?? [],
)
const reserved = new Set([...ofOperators, ...firstSegments, 'api', 'media'].map(asRead))

/** Whether a text is what a pattern says, in which `*` stands for anything. */
function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*')
  const [first = ''] = parts
  const last = parts.at(-1) ?? ''
  if (parts.length === 1) return pattern === text
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last))
    return false
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at)
    if (found === -1 || found + part.length > text.length - last.length) return false
    at = found + part.length
  }
  return true
}

/**
 * Those of the usernames by which nobody may join: they are reserved for operators, or an operator refused them or
 * one that looks alike.
 */
export async function refusedNames(db: Db, usernames: readonly string[]): Promise<Set<string>> {
  const refusals = await selectRefusals(db)
  const patterns = refusals.filter(({ kind }) => kind === 'name').map(({ pattern }) => asRead(pattern))
  const isRefused = (read: string) => reserved.has(read) || patterns.some((pattern) => fits(pattern, read))
  return new Set(usernames.filter((username) => isRefused(asRead(username))))
}

export const isNameRefused = async (db: Db, username: string): Promise<boolean> =>
  (await refusedNames(db, [username])).has(username)

/** Whether an address (in lower case) is refused: itself, its domain, or a parent domain. */
export async function isEmailRefused(db: Db, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const refusals = await selectRefusals(db)
  return refusals.some(({ kind, pattern }) =>
    kind === 'domain'
      ? fits(pattern, domain) || domain.endsWith(`.${pattern}`)
      : kind === 'email' && fits(pattern, email),
  )
}

const pageSize = 50

/** The newest first, with who refused it. Two statements. */
export async function listRefusals(
  ctx: Pick<Context, 'db' | 'shortReads' | 'changes'>,
  { kind, ...page }: ParsedQuery<typeof api.listRefusals>,
): Promise<Listed<api.RefusalItem>> {
  const { items, next } = await selectRefusalPage(ctx.db, kind, pageOf(page, pageSize))
  const operators = await memberRefs(
    ctx,
    items.flatMap(({ operator_id: id }) => (id === null ? [] : [id])),
  )
  return {
    next,
    items: items.map((row) => ({
      kind: row.kind,
      pattern: row.pattern,
      createdAt: row.created_at.toISOString(),
      operator: operators.get(row.operator_id ?? '') ?? null,
      shellUser: row.shell_user,
    })),
  }
}

type Writing = Pick<Context, 'transact' | 'now'>

/** Refuses a pattern to new members; answers whether it is new. Members who have joined already stay. */
export function addRefusal(ctx: Writing, by: Operator, { kind, pattern }: SignUpRefusal): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const at = ctx.now()
    const isNew = await insertRefusal(tx.db, {
      kind,
      pattern: pattern.toLowerCase(),
      created_at: at,
      operator_id: 'memberId' in by ? by.memberId : null,
      shell_user: 'shellUser' in by ? by.shellUser : null,
    })
    if (isNew) await noteAct(tx.db, at, by, 'refusal.add', { about: { kind } })
    return isNew
  })
}

/** Answers whether there was one. */
export function removeRefusal(
  ctx: Writing,
  by: Operator,
  { kind, pattern }: SignUpRefusal,
): Promise<boolean> {
  return ctx.transact(async (tx) => {
    const wasThere = await deleteRefusal(tx.db, { kind, pattern: pattern.toLowerCase() })
    if (wasThere) await noteAct(tx.db, ctx.now(), by, 'refusal.remove', { about: { kind } })
    return wasThere
  })
}
