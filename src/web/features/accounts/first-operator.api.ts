import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { becomeFirstOperator, checkOperatorLink, createFirstOperator } from '#shared/api/accounts.ts'
import type { BodyOf } from '#shared/api/endpoint.ts'
import { call } from '#web/lib/api.ts'
import { getLocale } from '#web/lib/preferences.ts'
import { requireSessionRoom } from '#web/lib/session.ts'

/** Fails where the link is no longer good. */
export const operatorLinkQuery = (token: string) =>
  queryOptions({
    queryKey: ['accounts', 'operator-link', token],
    queryFn: ({ signal }) => call(checkOperatorLink, { body: { token }, signal }),
    retry: false,
    gcTime: 0,
  })

export const createFirstOperatorMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'create-first-operator'],
    mutationFn: async (body: Omit<BodyOf<typeof createFirstOperator>, 'locale'>) => {
      requireSessionRoom()
      return call(createFirstOperator, { body: { ...body, locale: getLocale() } })
    },
    // It is given a password.
    gcTime: 0,
  })

export const becomeFirstOperatorMutation = () =>
  mutationOptions({
    mutationKey: ['accounts', 'become-first-operator'],
    mutationFn: (token: string) => call(becomeFirstOperator, { body: { token } }),
  })
