import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const uploadSignupAvatar = endpoint({
  method: 'POST',
  path: '/api/upload/signup-avatar',
  access: 'guest',
  summary: 'Keep a picture for a sign-up; unclaimed ones are removed after a day',
  files: ['avatar'],
  answer: z.object({ secure_url: z.string() }),
})
