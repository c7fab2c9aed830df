import { mutationOptions, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { v4 as uuid } from 'uuid'
import { createLog, deleteLog, listMemberFilmLogs, updateLog, type Log } from '#shared/api/logs.ts'
import { paths } from '#shared/paths.ts'
import { realReview } from '#shared/review-text.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { toggleMutation, useToggle } from '#web/features/toggles/use-toggle.ts'
import { call } from '#web/lib/api.ts'
import { useMember } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'
import { refreshAfterChange } from './logs.api.ts'

/** Says nothing but that the film was seen, and nobody said anything about it: taking it back loses nothing. */
const isBare = (log: Log) =>
  log.rating === null &&
  realReview(log.review) === '' &&
  log.watchedAt === null &&
  log.rewatchCount === 0 &&
  log.tags.length === 0 &&
  log.gif === null &&
  log.image === null &&
  log.customBackdrop === null &&
  log.likeCount === 0 &&
  log.replyCount === 0

/** The server is asked each time: another device may have written more into a log. */
const ownLogs = (userId: string, filmId: number) =>
  call(listMemberFilmLogs, { params: { userId, movieId: filmId } })

/** A log without text or day. */
const addLog = (filmId: number, rating?: number) =>
  call(createLog, {
    body: { movieId: filmId, ...(rating !== undefined && { rating }) },
    headers: { 'Idempotency-Key': uuid() },
  })

/** Answers whether the film is seen now; a film with more than one bare log stays seen. */
async function setSeen(userId: string, filmId: number, wanted: boolean): Promise<boolean> {
  const logs = await ownLogs(userId, filmId)
  if (wanted && logs.length === 0) await addLog(filmId)
  if (wanted) return true
  if (!logs.every((log, at) => at === 0 && isBare(log))) return true
  for (const log of logs) await call(deleteLog, { params: { logId: log._id } })
  return false
}

const seenMutation = (queryClient: QueryClient, userId: string, filmId: number) =>
  toggleMutation({
    key: ['logs', 'seen', filmId],
    send: (wanted) => setSeen(userId, filmId, wanted),
    onSuccess: (seen) => {
      patchFilmMark(queryClient, filmId, seen ? { seen, watchlist: false } : { seen, rating: null })
      void refreshAfterChange(queryClient, filmId)
    },
  })

/**
 * Marks a film as seen by a bare log, and takes only such a log back. Where more would be lost the press leads to the
 * member's logs of the film instead.
 */
export function useSeenToggle(filmId: number, isSeen: boolean) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const userId = useMember()?._id ?? ''
  const mutation = seenMutation(useQueryClient(), userId, filmId)
  return useToggle(
    {
      ...mutation,
      onSuccess: (seen, wanted, ...rest) => {
        if (seen && !wanted) {
          toast.show({ text: t('seen.kept') })
          void navigate(paths.memberFilmLogs(filmId, userId))
        }
        return mutation.onSuccess?.(seen, wanted, ...rest)
      },
    },
    isSeen,
    { needsLogin: t('film.notLoggedIn'), failed: t('seen.failed') },
  )
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
