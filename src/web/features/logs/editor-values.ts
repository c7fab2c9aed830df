import type { Log } from '#shared/api/logs.ts'
import { realReview } from '#shared/review-text.ts'
import { localDay } from '#web/lib/local-day.ts'
import type { LogDraft } from './log-draft.ts'
import type { LogFields } from './logs.api.ts'

export interface EditorFilm {
  id: number
  title: string
  /** Ready to show. */
  poster: string | null
  backdrop: string | null
  isFavorite: boolean
}

/** What the editor shows without a draft: the log to change, or a new one of today. */
export function startingDraft(film: EditorFilm, log: Log | undefined): LogDraft {
  return {
    rating: log?.rating ?? null,
    review: log ? realReview(log.review) : '',
    favourite: film.isFavorite,
    rewatchCount: log?.rewatchCount ?? 0,
    watchedAt: log ? (log.watchedAt ?? '') : localDay(new Date()),
    removeImage: false,
    gif: log?.gif ? { url: log.gif, details: log.gifDetails } : null,
    spoilers: log?.spoilers ?? false,
  }
}

/** Absent fields stay as they are: heart and GIF are only sent when the member changed them. */
export function submittedFields(draft: LogDraft, film: EditorFilm, log: Log | undefined): LogFields {
  const gif = draft.gif?.url ?? ''
  return {
    review: draft.review.trim(),
    rating: draft.rating ?? 0,
    rewatch: draft.rewatchCount > 0,
    rewatchCount: draft.rewatchCount,
    watchedAt: draft.watchedAt,
    spoilers: draft.spoilers,
    ...(gif === (log?.gif ?? '') ? {} : { gif }),
    ...(draft.favourite === film.isFavorite ? {} : { favorite: draft.favourite }),
    ...(draft.removeImage ? { removeImage: true } : {}),
  }
}
