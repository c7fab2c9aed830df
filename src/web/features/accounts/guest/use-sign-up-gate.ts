import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { needTexts } from '#web/i18n/index.ts'
import { authSettingsQuery } from '../accounts.api.ts'
import type { SignUpGate } from './sign-up-gates.tsx'

async function findGate(queryClient: QueryClient): Promise<SignUpGate | null> {
  const settings = await queryClient.fetchQuery(authSettingsQuery())
  if (settings.registration === 'open') return null
  const [{ gateOf }] = await Promise.all([import('./sign-up-gates.tsx'), needTexts('steps')])
  return gateOf(settings)
}

/**
 * What is different about signing up where not everybody may: null where everybody may, and until the server has said so.
 * Its code is loaded where it is needed only.
 */
export function useSignUpGate(): SignUpGate | null {
  const queryClient = useQueryClient()
  const [gate, setGate] = useState<SignUpGate | null>(null)
  useEffect(() => {
    // Who cannot be told fills the form in, and the server decides.
    findGate(queryClient).then(setGate, () => undefined)
  }, [queryClient])
  return gate
}
