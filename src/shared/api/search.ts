import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, text } from './fields.ts'
import { personRole } from './people.ts'

export const getSearchHints = endpoint({
  method: 'GET',
  path: '/api/search/hints',
  access: 'member',
  limit: 'search',
  own: 'none',
  scope: 'films:read',
  errors: ['film.source_down'],
  summary: 'What a search may mean besides what its tab finds: people, a member, films of a kind',
  query: z.object({ q: text(500) }),
  answer: z.object({
    /** One of each role at most, by whose name the query goes. */
    people: z.array(z.object({ id: z.number(), name: z.string(), role: personRole })),
    /** The member whose username or name the query is. */
    member: z.nullable(z.object({ _id: id, username: z.string() })),
    /** What films the words of the query tell, as `/films` has them; null where they tell something else. */
    choices: z.nullable(
      z.object({
        genre: z.exactOptional(z.array(z.number())),
        decade: z.exactOptional(z.number()),
        year: z.exactOptional(z.number()),
        country: z.exactOptional(z.string()),
        lang: z.exactOptional(z.string()),
        len: z.exactOptional(z.enum(['short', 'medium', 'long'])),
      }),
    ),
  }),
})
export type SearchHints = z.output<typeof getSearchHints.answer>
