import { failureToast } from '#web/features/failures/failures.ts'
import { FilmTitle } from '#web/features/films/film-title.tsx'
import { useMutation } from '@tanstack/react-query'
import { Clapperboard, Languages } from 'lucide-react'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import {
  assistantLanguages,
  translateReply,
  type AssistantFilm,
  type AssistantLanguage,
} from '#shared/api/assistant.ts'
import { localeOfLanguage } from '#shared/assistant-language.ts'
import { useCastings } from '#web/features/films/castings.tsx'
import { PosterTile } from '#web/features/films/poster-tile.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { call } from '#web/lib/api.ts'
import { directionOf } from '#web/lib/preferences.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { VisuallyHidden } from '#web/ui/layout/visually-hidden.tsx'
import styles from './chat-message.module.css'
import type { Message } from './conversation.ts'
import { Offer } from './offer.tsx'
import { proposalOf } from './proposals.api.ts'
import { useReveal } from './use-reveal.ts'

/** What the member said. */
export function UserMessage({ text }: { text: string }) {
  const { t } = useTranslation()
  return (
    <li className={styles.user}>
      <VisuallyHidden>{t('sceneBot.you')}</VisuallyHidden>
      <p className={classNames(styles.bubble, styles.mine)} dir="auto">
        {text}
      </p>
    </li>
  )
}

/** What SceneBot says outside of the conversation, such as its greeting. */
export function BotLine({ children }: { children: ReactNode }) {
  return (
    <BotItem>
      <div className={classNames(styles.bubble, styles.theirs)}>{children}</div>
    </BotItem>
  )
}

function BotItem({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <li className={styles.bot}>
      <span className={styles.mark} aria-hidden="true">
        <Clapperboard size={18} />
      </span>
      <div className={styles.said}>
        <VisuallyHidden>{t('sceneBot.title')}</VisuallyHidden>
        {children}
      </div>
    </li>
  )
}

interface BotMessageProps {
  memberId: string
  /** What has come of it while it is pending. */
  message: Pick<Message, 'text'> & Partial<Message>
  isPending: boolean
  /** Offers to ask again. */
  onRetry?: (() => void) | undefined
  /** Notes that what the reply proposes was done. */
  onAccepted?: (() => void) | undefined
}

/** A reply: its bubble is there from the question on, fills letter by letter, and then shows the films. */
export function BotMessage({ memberId, message, isPending, onRetry, onAccepted }: BotMessageProps) {
  const { t } = useTranslation()
  const bubble = useRef<HTMLDivElement>(null)
  const { text, language, films = [], by, aside, settled } = message
  const proposal = proposalOf(message)
  const { shown, skip } = useReveal(text, isPending, aside === undefined)
  const revealing = shown.length < text.length
  const lang = language && localeOfLanguage[language]
  // A reply in Arabic may begin with a title that is not.
  const dir = lang ? directionOf(lang) : 'auto'

  return (
    <BotItem>
      <div
        ref={bubble}
        className={classNames(styles.bubble, styles.theirs, aside === 'failed' && styles.failed)}
        lang={lang}
        tabIndex={-1}
      >
        {revealing ? (
          <>
            <p dir={dir} aria-hidden="true">
              {shown}
            </p>
            {isPending ? null : <VisuallyHidden>{text}</VisuallyHidden>}
            <SkipButton bubble={bubble} label={t('sceneBot.skip')} onSkip={skip} />
          </>
        ) : text === '' ? null : (
          <p dir={dir} aria-hidden={isPending}>
            {text}
          </p>
        )}
        {isPending ? <TypingDots /> : null}
      </div>
      {isPending || revealing ? null : (
        <>
          {films.length > 0 ? <FilmCards films={films} label={t('sceneBot.films')} /> : null}
          {proposal && onAccepted ? (
            <Offer
              memberId={memberId}
              proposal={proposal}
              named={by === 'model'}
              accepted={settled === 'accepted'}
              onAccepted={onAccepted}
            />
          ) : null}
          {by === 'model' && language ? <ReplyTranslation text={text} language={language} /> : null}
          {onRetry ? (
            <Button variant="secondary" size="sm" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          ) : null}
        </>
      )}
    </BotItem>
  )
}

interface SkipButtonProps {
  bubble: RefObject<HTMLElement | null>
  label: string
  onSkip: () => void
}

/** Lies over the bubble while it fills. */
function SkipButton({ bubble, label, onSkip }: SkipButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const own = button.current
    const around = bubble.current
    return () => {
      // Its focus stays in the reply when it goes.
      if (document.activeElement === own) around?.focus({ preventScroll: true })
    }
  }, [bubble])
  return <button ref={button} type="button" className={styles.skip} aria-label={label} onClick={onSkip} />
}

interface FilmCardsProps {
  films: readonly AssistantFilm[]
  /** The name of the row. */
  label: string
}

/** The films that a reply names, in one row that scrolls. */
function FilmCards({ films, label }: FilmCardsProps) {
  const cast = useCastings(films)
  return (
    <ul className={styles.row} aria-label={label}>
      {films.map((film, at) => (
        <li key={film.id} className={styles.item}>
          {cast(at, null, <FilmCard film={film} />)}
        </li>
      ))}
    </ul>
  )
}

function FilmCard({ film }: { film: AssistantFilm }) {
  const year = film.year === null ? '' : String(film.year)
  return (
    <PosterTile film={{ ...film, year }} sizes="104px" eager>
      <span className={styles.caption} aria-hidden="true">
        <FilmTitle film={film} className={styles.title} />
        {year === '' ? null : <span className={styles.year}>{year}</span>}
      </span>
    </PosterTile>
  )
}

/** Decorative: a status says in words that SceneBot is typing. */
function TypingDots() {
  return (
    <span className={styles.dots} aria-hidden="true">
      <span />
      <span />
      <span />
    </span>
  )
}

/** A reply in the two other languages, shown below it until it is hidden again. */
function ReplyTranslation({ text, language }: { text: string; language: AssistantLanguage }) {
  const { t } = useTranslation()
  const [isShown, setShown] = useState(false)
  const translate = useMutation({
    mutationFn: (target: AssistantLanguage) => call(translateReply, { body: { text, target } }),
    onSuccess: () => setShown(true),
    onError: failureToast('sceneBot.unavailable'),
  })
  const { data, variables: target, isPending } = translate

  return (
    <>
      {isShown && data && target ? (
        <>
          <p
            className={styles.translation}
            lang={localeOfLanguage[target]}
            dir={directionOf(localeOfLanguage[target])}
            role="status"
          >
            {data.translated}
          </p>
          <Button variant="ghost" size="sm" onClick={() => setShown(false)}>
            {t('sceneBot.hideTranslation')}
          </Button>
        </>
      ) : (
        <Menu
          className={styles.button}
          label={t('sceneBot.translate')}
          trigger={
            <span className={styles.label} aria-busy={isPending}>
              <Languages size={18} aria-hidden="true" />
              {t('sceneBot.translate')}
            </span>
          }
          items={assistantLanguages
            .filter((other) => other !== language)
            .map((other) => ({
              label: t(`sceneBot.languages.${other}`),
              onSelect: () => {
                if (data && target === other) setShown(true)
                else if (!isPending) translate.mutate(other)
              },
            }))}
        />
      )}
    </>
  )
}
