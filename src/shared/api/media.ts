import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

export const uploadSignupAvatar = endpoint({
  method: 'POST',
  path: '/api/upload/signup-avatar',
  access: 'guest',
  limit: 'guest.upload',
  own: 'none',
  scope: 'none',
  errors: ['upload.missing', 'upload.not_an_image', 'upload.too_large'],
  summary: 'Keep a picture for a sign-up; unclaimed ones are removed after a day',
  files: ['avatar'],
  answer: z.object({ secure_url: z.string() }),
})

export const uploadListCover = endpoint({
  method: 'POST',
  path: '/api/upload/list-cover',
  access: 'member',
  limit: 'member.upload',
  own: 'none',
  scope: 'lists:write',
  errors: ['upload.missing', 'upload.not_an_image', 'upload.too_large'],
  summary: 'Keep a cover for a list of one’s own, 16:9; unclaimed ones are removed after a day',
  files: ['image'],
  answer: z.object({ url: z.string() }),
})
