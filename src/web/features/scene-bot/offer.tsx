import { mutationOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import type { AssistantOffer } from '#shared/api/assistant.ts'
import { addToList } from '#shared/api/lists.ts'
import { getWatchlistStatus, toggleWatchlist } from '#shared/api/shelves.ts'
import { patchFilmMark } from '#web/features/films/film-marks.api.ts'
import { errorText, useTranslation } from '#web/i18n/index.ts'
import { ApiError, call } from '#web/lib/api.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import styles from './chat-message.module.css'

/** The call toggles: a film that is there already is left, and one that came there meanwhile is put back. */
async function putOnWatchlist(movieId: number): Promise<void> {
  const { inWatchlist } = await call(getWatchlistStatus, { params: { movieId } })
  if (inWatchlist) return
  const toggled = await call(toggleWatchlist, { body: { movieId } })
  if (!toggled.inWatchlist) await call(toggleWatchlist, { body: { movieId } })
}

async function putOnList(listId: string, { id, title, poster }: AssistantOffer['film']): Promise<void> {
  try {
    await call(addToList, { params: { listId }, body: { id, title, poster } })
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'list.film_twice')) throw error
  }
}

/** Does what the member confirmed; done twice it is done once. */
const offerMutation = (queryClient: QueryClient, { film, list }: AssistantOffer) =>
  mutationOptions({
    mutationKey: ['scene-bot', 'offer', film.id, list?._id ?? 'watchlist'],
    retry: false,
    mutationFn: () => (list ? putOnList(list._id, film) : putOnWatchlist(film.id)),
    onSuccess: () => {
      if (!list) patchFilmMark(queryClient, film.id, { watchlist: true })
      void queryClient.invalidateQueries({ queryKey: ['films', film.id] })
      void queryClient.invalidateQueries({ queryKey: [list ? 'lists' : 'shelves'] })
    },
  })

interface OfferProps {
  offer: AssistantOffer
  accepted: boolean
  onAccepted: () => void
}

/** The answer to SceneBot’s question whether to add a film: nothing is added before it is pressed. */
export function Offer({ offer, accepted, onAccepted }: OfferProps) {
  const { t } = useTranslation()
  const add = useMutation(offerMutation(useQueryClient(), offer))
  const title = offer.list?.title ?? ''
  if (accepted)
    return (
      <p className={styles.accepted} role="status">
        <Check size={18} aria-hidden="true" />
        {offer.list ? t('sceneBot.offer.onList', { title }) : t('sceneBot.offer.onWatchlist')}
      </p>
    )
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        icon={<Plus size={18} />}
        busy={add.isPending}
        onClick={() => add.mutate(undefined, { onSuccess: onAccepted })}
      >
        {offer.list ? t('sceneBot.offer.addToList', { title }) : t('sceneBot.offer.addToWatchlist')}
      </Button>
      {add.isError ? <InlineError text={errorText(add.error, 'sceneBot.offer.failed')} /> : null}
    </>
  )
}
