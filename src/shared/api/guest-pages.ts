import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'

export const resolveGuestPath = endpoint({
  method: 'GET',
  path: '/api/guest-paths',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'profile:read',
  errors: [],
  summary:
    'The screen for members of what a page for guests shows, by the path of that page, such as `/@layla`',
  query: z.object({ path: line(700) }),
  answer: z.object({ path: z.string() }),
})
