import * as z from 'zod/mini'
import { maxTagLength, maxTags, parseTags } from '#shared/tags.ts'
import { endpoint } from './endpoint.ts'
import { id, line, longest, viewedAs } from './fields.ts'

/** Names without commas, each once whatever its case; a form has them in one text, parted by commas. */
export const tagsField = z.pipe(
  z.union([z.array(line(maxTagLength)).check(z.maxLength(maxTags)), line(maxTags * (maxTagLength + 2))]),
  z.pipe(
    z.transform((given: string[] | string) => parseTags([given].flat().join(','))),
    z.array(z.string().check(...longest(maxTagLength))).check(z.maxLength(maxTags)),
  ),
)

/** A whole name, as it is kept. */
const oneTag = z.pipe(
  line(maxTagLength),
  z.pipe(
    z.transform((given: string) => parseTags(given)),
    z.pipe(
      z.array(z.string()).check(z.length(1)),
      z.transform(([tag = '']: string[]) => tag),
    ),
  ),
)

/** A tag, with how many logs and lists have it. */
const memberTag = z.object({ tag: z.string(), logs: z.number(), lists: z.number() })
export type MemberTag = z.output<typeof memberTag>

export const listMemberTags = endpoint({
  method: 'GET',
  path: '/api/users/:userId/tags',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary:
    'The tags of a member’s logs and lists, each once whatever its case, with how many of either have it; the commonest first, 500 at most. Another member’s private lists do not count',
  params: z.object({ userId: id }),
  query: viewedAs,
  answer: z.array(memberTag),
})

export const getMemberTag = endpoint({
  method: 'GET',
  path: '/api/users/:userId/tag',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'logs:read',
  errors: ['member.not_found'],
  summary:
    'One of a member’s tags in its commonest spelling, with how many logs and lists have it (0 where none has), and the other tags of these, the commonest first (30 at most)',
  params: z.object({ userId: id }),
  query: z.object({ ...viewedAs.shape, tag: line(maxTagLength) }),
  answer: z.extend(memberTag, { beside: z.array(memberTag) }),
})

export const changeMemberTag = endpoint({
  method: 'PATCH',
  path: '/api/users/:userId/tag',
  access: 'member',
  limit: 'member.write',
  own: 'userId',
  scope: 'logs:write',
  errors: [],
  summary:
    'Renames a tag of one’s logs and lists, which makes one tag of two where `to` is another; `to: null` removes it. Answers how many had it',
  params: z.object({ userId: id }),
  body: z.object({ tag: line(maxTagLength), to: z.nullable(oneTag) }),
  answer: z.object({ logs: z.number(), lists: z.number() }),
})
