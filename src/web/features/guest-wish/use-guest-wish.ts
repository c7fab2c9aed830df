import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { failureToast } from '#web/features/failures/failures.ts'
import { useNavigate } from 'react-router'

/** Leads who has just become a member back to the page for guests that they came from, and does what they wanted to. */
export function useGuestWish(): void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const grant = useEffectEvent(async () => {
    const { grantWish, takeWish } = await import('./guest-wish.ts')
    const wish = takeWish()
    if (!wish) return
    await grantWish(queryClient, wish).catch(failureToast('errorPage.title'))
    // Only now: the screen is not to ask before it is done.
    void navigate(wish.path, { replace: true })
  })
  useEffect(() => {
    if (sessionStorage.getItem('wish') !== null) void grant()
  }, [])
}
