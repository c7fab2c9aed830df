import { queryOptions } from '@tanstack/react-query'
import { getSettings } from '#shared/api/settings.ts'
import { call } from '#web/lib/api.ts'

/** What is set, in a word or a number for each screen of settings; asked anew whenever they are listed. */
export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(getSettings, { signal }),
    staleTime: 0,
  })
