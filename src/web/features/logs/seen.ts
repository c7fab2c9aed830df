import { mutationOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { v4 as uuid } from 'uuid'
import { createLog, deleteLog, listMemberFilmLogs, updateLog } from '#shared/api/logs.ts'
import { paths } from '#shared/paths.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { toggleMutation, useToggle } from '#web/features/toggles/use-toggle.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { useMember } from '#web/lib/session.ts'
import { toast } from '#web/ui/overlays/toast.tsx'
import { refreshAfterChange } from './logs.api.ts'

/** The server is asked each time: another device may have written more into a log. */
const ownLogs = (userId: string, filmId: number) =>
  call(listMemberFilmLogs, { params: { userId, movieId: filmId } })

/** A log without text or day. */
const addLog = (filmId: number, rating?: number) =>
  call(createLog, {
    body: { movieId: filmId, ...(rating !== undefined && { rating }) },
    headers: { 'Idempotency-Key': uuid() },
  })

/**
 * Answers whether the film is seen now. The server takes back only a log that says nothing but that; with others, or
 * with several, the film stays seen.
 */
async function setSeen(userId: string, filmId: number, wanted: boolean): Promise<boolean> {
  const logs = await ownLogs(userId, filmId)
  const [log] = logs
  if (wanted) {
    if (!log) await addLog(filmId)
    return true
  }
  if (logs.length > 1) return true
  try {
    if (log) await call(deleteLog, { params: { logId: log._id }, query: { bare: true } })
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
    onSuccess: (seen) => {
      patchFilmMark(queryClient, filmId, seen ? { seen, watchlist: false } : { seen, rating: null })
      return refreshAfterChange(queryClient, filmId)
    },
  })

/**
 * Marks a film as seen by a bare log, and takes only such a log back. Where more would be lost the press leads to the
 * member's logs of the film instead, on a screen of their own unless `showLogs` is given.
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
    { needsLogin: t('film.notLoggedIn'), failed: t('seen.failed') },
  )
  return { ...toggle, leadToLogs }
}

/**
 * Rates a film without the editor: in the newest log, or by a log that says nothing else. 0 takes away the rating
 * that shows, which may be an older log's.
 */
export const rateMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  mutationOptions({
    mutationKey: ['logs', 'rate', filmId],
    scope: { id: `rate ${filmId}` },
    mutationFn: async (rating: number) => {
      const logs = await ownLogs(userId, filmId)
      const log = rating === 0 ? logs.find((one) => one.rating !== null) : logs[0]
      if (log) await call(updateLog, { params: { logId: log._id }, body: { rating } })
      else if (rating > 0) await addLog(filmId, rating)
    },
    onSuccess: (_, rating) => {
      if (rating > 0) patchFilmMark(queryClient, filmId, { seen: true, rating })
      void refreshAfterChange(queryClient, filmId)
    },
  })
