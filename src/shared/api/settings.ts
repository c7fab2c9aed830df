import * as z from 'zod/mini'
import { endpoint, type AnswerOf } from './endpoint.ts'
import { exportRhythms } from './members.ts'
import { filmTitleChoices } from '../film-titles.ts'
import { quiet } from './notification-settings.ts'

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'member',
  limit: 'member.read',
  own: 'none',
  scope: 'session',
  errors: [],
  summary: 'What one has set, as the list of settings tells it: of each screen a word or a number',
  answer: z.object({
    /** Which title of a film comes first. */
    filmTitles: z.enum(filmTitleChoices),
    /** Members ask before they follow. */
    locked: z.boolean(),
    /** Members, words and films that one hides. */
    hidden: z.number(),
    /** Neither push nor mail from the one to the other; null where there are no such hours. */
    quiet: z.nullable(quiet),
    /** Streaming services that one has. */
    services: z.number(),
    /** Whether two-step codes are on. */
    secondStep: z.boolean(),
    players: z.number(),
    /** Personal tokens, feeds and webhooks. */
    keys: z.number(),
    /** How often an export is made by itself; null where none are. */
    scheduledExport: z.nullable(z.enum(exportRhythms)),
  }),
})
export type SettingsSummary = AnswerOf<typeof getSettings>
