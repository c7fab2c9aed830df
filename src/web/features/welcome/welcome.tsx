import { Dialog } from '@base-ui/react/dialog'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Film, FolderInput, Sparkles, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Link, useNavigate } from 'react-router'
import { useTranslation } from '#web/i18n/index.ts'
import { paths } from '#shared/paths.ts'
import { updateProfileMutation } from '#web/features/edit-profile/edit-profile.api.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { Suggestions } from '#web/features/members/suggestions.tsx'
import { useOnline } from '#web/lib/use-online.ts'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { forgetChosenFilms, sendChosenFilmsLater, useChosenFilms } from './chosen-films.ts'
import { FilmsStep, StarTray } from './films-step.tsx'
import { welcomeState, type WelcomeStep } from './welcome-state.ts'
import styles from './welcome.module.css'

const wantedFilms = 5
const steps = 3

const titles = { 1: 'welcome.films', 2: 'welcome.people', 3: 'welcome.history' } as const

interface WelcomeProps {
  memberId: string
  step: WelcomeStep
}

/** The first steps for whoever has not ended them; until that is known, nothing shows through. */
export function WelcomeOnce({ memberId, step }: WelcomeProps) {
  const { data: member, isPending } = useQuery(memberQuery(memberId))
  if (isPending) return <div className={styles.layer} aria-busy="true" />
  return member?.welcomed === false ? <Welcome memberId={memberId} step={step} /> : null
}

/**
 * The first steps, over the home screen: films, people, history. Each is an entry of the history, so that Back leads
 * through them and an import leads back to them. Leaving them, from wherever, ends them for ever.
 */
function Welcome({ memberId, step }: WelcomeProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const end = useMutation(updateProfileMutation(queryClient, memberId))
  const chosen = useChosenFilms()
  const [tapped, setTapped] = useState<number | null>(null)
  const send = useMutation({ mutationFn: chosen.sendAll })
  const heading = useRef<HTMLHeadingElement>(null)
  const rated = step === 1 ? chosen.films.find(({ film, sent }) => film.id === tapped && !sent) : undefined
  const count = chosen.films.length

  const online = useOnline()
  const isUnsent = chosen.films.some(({ sent }) => !sent)
  const leave = () => {
    // What was chosen without a network, and gone on from, arrives with it.
    if (!online || (step > 1 && isUnsent)) {
      if (step === 1) chosen.drop()
      sendChosenFilmsLater()
    } else {
      end.mutate({ welcomed: true })
      forgetChosenFilms()
    }
    void navigate(paths.home(), { replace: true, preventScrollReset: true })
  }
  const next = () => {
    if (step === 3) leave()
    else
      void navigate(paths.home(), {
        state: welcomeState(step === 1 ? 2 : 3),
        preventScrollReset: true,
      })
  }
  const proceed = () => {
    if (step === 1 && online) send.mutate(undefined, { onSuccess: next })
    else next()
  }
  const skip = () => {
    if (step === 1) chosen.drop()
    next()
  }
  const { mutate: sendNow } = send
  useEffect(() => {
    if (online && step > 1) sendNow()
  }, [online, step, sendNow])

  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) leave()
      }}
      disablePointerDismissal
    >
      <Dialog.Portal>
        <Dialog.Popup className={styles.layer} initialFocus={heading}>
          <div className={styles.bar}>
            {step === 1 ? null : (
              <IconButton
                label={t('common.back')}
                icon={<ChevronLeft data-mirror="" />}
                onClick={() => void navigate(-1)}
              />
            )}
            <div
              className={styles.steps}
              role="progressbar"
              aria-valuemin={1}
              aria-valuemax={steps}
              aria-valuenow={step}
              aria-label={t('welcome.step', { step, steps })}
              aria-valuetext={t('welcome.step', { step, steps })}
            >
              {Array.from({ length: steps }, (_, at) => (
                <span key={at} className={classNames(styles.step, at < step && styles.done)} />
              ))}
            </div>
            <Button variant="ghost" size="sm" onClick={skip}>
              {t('welcome.skip')}
            </Button>
          </div>
          <div key={step} className={styles.body}>
            <StepTitle heading={heading}>{t(titles[step])}</StepTitle>
            {step === 1 ? (
              <>
                <p className={styles.hint}>{t('welcome.filmsHint')}</p>
                <FilmsStep chosen={chosen} onTap={(film, isChosen) => setTapped(isChosen ? film.id : null)} />
              </>
            ) : step === 2 ? (
              <Suggestions count={24} />
            ) : (
              <HistoryStep onEnd={leave} />
            )}
          </div>
          {rated ? <StarTray chosen={rated} onRate={(rating) => chosen.rate(rated.film.id, rating)} /> : null}
          {step === 3 ? null : (
            <div className={styles.foot}>
              {step === 1 ? (
                <p className={classNames(styles.count, count >= wantedFilms && styles.enough)} role="status">
                  {t('welcome.count', { n: count, wanted: wantedFilms })}
                </p>
              ) : null}
              {send.isError ? <InlineError text={t('common.saveFailed')} /> : null}
              <Button
                className={styles.continue}
                busy={send.isPending}
                aria-disabled={step === 1 && count === 0}
                onClick={() => {
                  if (step !== 1 || count > 0) proceed()
                }}
              >
                {t('welcome.continue')}
              </Button>
            </div>
          )}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Sends what was chosen in steps that ended without a network. */
export function WelcomeRest({ memberId }: { memberId: string }) {
  const { sendAll } = useChosenFilms()
  const { mutate: end } = useMutation(updateProfileMutation(useQueryClient(), memberId))
  const { mutate: send } = useMutation({
    mutationFn: sendAll,
    onSuccess: () => end({ welcomed: true }, { onSuccess: forgetChosenFilms }),
  })
  useEffect(() => send(), [send])
  return null
}

/** What the screen reader goes on from when another step is shown. */
function StepTitle({
  heading,
  children,
}: {
  heading: RefObject<HTMLHeadingElement | null>
  children: string
}) {
  useEffect(() => heading.current?.focus({ preventScroll: true }), [heading])
  return (
    <Dialog.Title ref={heading} tabIndex={-1} className={styles.title}>
      {children}
    </Dialog.Title>
  )
}

function HistoryStep({ onEnd }: { onEnd: () => void }) {
  const { t } = useTranslation()
  const online = useOnline()
  return (
    <ul className={styles.ways}>
      {[
        { icon: Film, name: 'Letterboxd' },
        { icon: FolderInput, name: t('welcome.others') },
      ].map(({ icon, name }) => (
        <li key={name}>
          <Link className={styles.way} to={paths.importData()}>
            <Way icon={icon} note={online ? null : t('welcome.needsConnection')}>
              {name}
            </Way>
          </Link>
        </li>
      ))}
      <li>
        <button type="button" className={styles.way} onClick={onEnd}>
          <Way icon={Sparkles}>{t('welcome.noHistory')}</Way>
        </button>
      </li>
    </ul>
  )
}

interface WayProps {
  icon: LucideIcon
  note?: string | null
  children: ReactNode
}

function Way({ icon: Icon, note = null, children }: WayProps) {
  return (
    <>
      <Icon aria-hidden="true" size={28} className={styles.wayIcon} />
      <span className={styles.wayText}>
        {children}
        {note === null ? null : <span className={styles.wayNote}>{note}</span>}
      </span>
      <ChevronRight aria-hidden="true" size={20} data-mirror="" />
    </>
  )
}
