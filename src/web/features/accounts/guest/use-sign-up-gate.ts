import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { authSettingsQuery } from '../accounts.api.ts'
import type { SignUpGate } from './sign-up-gates.tsx'

async function findGate(queryClient: QueryClient): Promise<SignUpGate> {
  const settings = await queryClient.fetchQuery(authSettingsQuery())
  return settings.registration === 'open' ? {} : (await import('./sign-up-gates.tsx')).openGate(settings)
}

/**
 * What is different about signing up where not everybody may: nothing where everybody may, and until the server has said
 * so. Its code is loaded where it is needed only.
 */
export function useSignUpGate(): SignUpGate {
  const queryClient = useQueryClient()
  const [gate, setGate] = useState<SignUpGate>({})
  useEffect(() => {
    // Who cannot be told fills the form in, and the server decides.
    findGate(queryClient).then(setGate, () => undefined)
  }, [queryClient])
  return gate
}
