import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { authSettingsQuery } from '../accounts.api.ts'
import type { SignUpGate } from './sign-up-gates.tsx'

async function findGate(queryClient: QueryClient): Promise<SignUpGate> {
  const settings = await queryClient.fetchQuery(authSettingsQuery())
  return settings.registration === 'open' ? {} : (await import('./sign-up-gates.tsx')).openGate(settings)
}

/**
 * What the form shows and does differently on a server where not everybody may sign up. Empty where everybody may, and
 * until that is known. Its code is loaded only where it is needed.
 */
export function useSignUpGate(): SignUpGate {
  const queryClient = useQueryClient()
  const [gate, setGate] = useState<SignUpGate>({})
  useEffect(() => {
    // When it cannot be found out, the form is open and the server decides.
    findGate(queryClient).then(setGate, () => undefined)
  }, [queryClient])
  return gate
}
