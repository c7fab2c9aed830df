import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { markSeen, unmarkSeen } from '#shared/api/seen.ts'
import { paths } from '#shared/paths.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { toggleMutation, useToggle } from '#web/features/toggles/use-toggle.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { useMember } from '#web/lib/session.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { refreshAfterChange } from './logs.api.ts'

/** With stars, or without changing those that show. */
const mark = (userId: string, filmId: number, rating?: number) =>
  call(markSeen, {
    params: { userId, movieId: filmId },
    body: rating === undefined ? {} : { rating },
    keepalive: true,
  })

/** Answers whether the film is seen now: the server takes back no more than a mark. */
async function setSeen(userId: string, filmId: number, wanted: boolean): Promise<boolean> {
  if (wanted) {
    await mark(userId, filmId)
    return true
  }
  try {
    await call(unmarkSeen, { params: { userId, movieId: filmId } })
    return false
  } catch (error) {
    if (error instanceof ApiError && error.code === 'log.not_bare') return true
    throw error
  }
}

const seenMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  toggleMutation({
    key: ['logs', 'seen', filmId],
    send: (wanted) => setSeen(userId, filmId, wanted),
    refresh: () => refreshAfterChange(queryClient, filmId),
    onSuccess: (seen) => {
      patchFilmMark(queryClient, filmId, seen ? { seen, watchlist: false } : { seen, rating: null })
      return refreshAfterChange(queryClient, filmId)
    },
  })

/**
 * Marks a film as seen, and takes only such a mark back. Where more would be lost the press leads to the member's logs
 * of the film instead, on a screen of their own unless `showLogs` is given.
 */
export function useSeenToggle(filmId: number, isSeen: boolean, showLogs?: () => void) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const userId = useMember()?._id ?? ''
  const mutation = seenMutation(useQueryClient(), userId, filmId)
  const leadToLogs = () => {
    toast.show({ text: t('seen.kept') })
    if (showLogs) showLogs()
    else void navigate(paths.memberFilmLogs(filmId, userId))
  }
  const toggle = useToggle(
    {
      ...mutation,
      onSuccess: (seen, wanted, ...rest) => {
        if (seen && !wanted) leadToLogs()
        return mutation.onSuccess?.(seen, wanted, ...rest)
      },
    },
    isSeen,
    { needsLogin: t('film.notLoggedIn'), failed: t('common.saveFailed') },
  )
  return { ...toggle, leadToLogs }
}

/** Rates a film without the editor, whatever its logs say; what was not seen is marked so. 0 takes the stars away. */
const rateMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  mutationOptions({
    mutationKey: ['logs', 'rate', filmId],
    scope: { id: `rate ${filmId}` },
    mutationFn: (rating: number) => mark(userId, filmId, rating),
    onSuccess: ({ rating, isNew }) => {
      patchFilmMark(queryClient, filmId, { seen: true, rating, ...(isNew && { watchlist: false }) })
      void refreshAfterChange(queryClient, filmId)
    },
    // A call whose answer was lost may be done.
    onError: () => void refreshAfterChange(queryClient, filmId),
  })

const saveMs = 600

/** The stars as they are pressed; what was chosen last is saved once it rests, or when the film or the page is left. */
export function useRating(filmId: number, known: number | null) {
  const { t } = useTranslation()
  const userId = useMember()?._id ?? ''
  const [said, setSaid] = useState('')
  const [chosen, setChosen] = useState<number>()
  const waiting = useRef<{ rating: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const mutation = rateMutation(useQueryClient(), userId, filmId)
  const { mutate } = useMutation({
    ...mutation,
    onSuccess: (...args) => {
      setSaid(t('quickActions.saved'))
      // Shown as the film's own from now on, which may change elsewhere.
      if (!waiting.current) setChosen(undefined)
      return mutation.onSuccess?.(...args)
    },
    onError: (...args) => {
      setChosen(undefined)
      toast.error(t('common.saveFailed'))
      return mutation.onError?.(...args)
    },
  })
  const save = useCallback(() => {
    if (!waiting.current) return
    clearTimeout(waiting.current.timer)
    mutate(waiting.current.rating)
    waiting.current = undefined
  }, [mutate])
  useEffect(() => {
    // A page that goes is hidden first; one that is only hidden may never be seen again.
    document.addEventListener('visibilitychange', save)
    return () => {
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [save])
  const rate = (rating: number) => {
    clearTimeout(waiting.current?.timer)
    setChosen(rating)
    setSaid('')
    waiting.current = { rating, timer: setTimeout(save, saveMs) }
  }
  return { rating: chosen ?? known, rate, said }
}
