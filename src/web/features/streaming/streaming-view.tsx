import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { maxServices, type StreamingChoice } from '#shared/api/streaming.ts'
import { foldText } from '#shared/matching/fold.ts'
import { failureText } from '#web/features/failures/failures.ts'
import { countryNames } from '#web/features/films/source-names.ts'
import { LoadFailed } from '#web/features/paging/load-failed.tsx'
import { OnlineOnly } from '#web/features/paging/online-only.tsx'
import { Card } from '#web/features/security/card.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { logoSource } from '#web/lib/pictures.ts'
import { homeRegion, storeRegion } from '#web/lib/region.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { SearchField } from '#web/ui/fields/search-field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { ReadingColumn } from '#web/ui/layout/section.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { filmValuesQuery } from '#web/features/browse/browse.api.ts'
import { streamingQuery, updateStreamingMutation } from './streaming.api.ts'
import styles from './streaming-view.module.css'

/** From so many on they are searched by name. */
const manyServices = 12

/** On which services a member streams films, and where. */
export function StreamingView() {
  const { t } = useTranslation()
  const { data, isPending, refetch } = useQuery(streamingQuery())
  return (
    <ReadingColumn busy={isPending}>
      {isPending ? (
        <Skeleton height="24rem" radius="var(--radius-card)" />
      ) : !data ? (
        <LoadFailed text={t('streaming.failed')} onRetry={refetch} />
      ) : data.isKnown ? (
        <OnlineOnly label={t('streaming.title')}>
          <Choice saved={data} />
        </OnlineOnly>
      ) : (
        <Card title={t('streaming.services')}>
          <p className={styles.muted}>{t('streaming.unknown')}</p>
        </Card>
      )}
    </ReadingColumn>
  )
}

function Choice({ saved }: { saved: StreamingChoice }) {
  const { t, locale } = useTranslation()
  const [region, setRegion] = useState(() => saved.region ?? homeRegion())
  const { data: values } = useQuery(filmValuesQuery(region))
  const nameOf = countryNames(locale, t)
  const { compare } = new Intl.Collator(locale)
  const regions = [...new Set([...(values?.countries ?? []), region])]
    .map((value) => ({ value, label: nameOf(value) }))
    .toSorted((a, b) => compare(a.label, b.label))
  return (
    <Card title={t('streaming.services')}>
      <p className={styles.muted}>{t('streaming.text')}</p>
      <div className={styles.line}>
        <span aria-hidden="true">{t('streaming.region')}</span>
        <Select label={t('streaming.region')} value={region} onChange={setRegion} options={regions} />
      </div>
      <Services key={region} region={region} saved={saved} />
    </Card>
  )
}

/** The services of a region. Saving them replaces what was chosen for another region. */
function Services({ region, saved }: { region: string; saved: StreamingChoice }) {
  const { t } = useTranslation()
  const { data: values, isPending, refetch } = useQuery(filmValuesQuery(region))
  const update = useMutation(updateStreamingMutation(useQueryClient()))
  const before = saved.region === region ? saved.services.map(({ provider_id: id }) => id) : []
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(before))
  const [words, setWords] = useState('')
  if (isPending) return <Skeleton height="16rem" radius="var(--radius-card)" />
  if (!values) return <LoadFailed text={t('streaming.failed')} onRetry={refetch} />
  // What the region has no more can still be taken back.
  const gone = saved.region === region ? saved.services : []
  const all = [...values.providers, ...gone].filter(
    ({ provider_id: id }, at, list) => list.findIndex((other) => other.provider_id === id) === at,
  )
  if (all.length === 0) return <p className={styles.muted}>{t('streaming.noneInRegion')}</p>
  const folded = foldText(words)
  const shown = all.filter(({ provider_name: name }) => foldText(name).includes(folded))
  const isChanged = before.length !== chosen.size || before.some((id) => !chosen.has(id))
  const isFull = chosen.size >= maxServices
  const toggle = (id: number) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (update.isPending || !isChanged) return
    update.mutate(
      { region, services: [...chosen] },
      {
        onSuccess: () => {
          storeRegion(region)
          toast.success(t('streaming.saved'))
        },
      },
    )
  }
  return (
    <form className={styles.form} onSubmit={save} noValidate>
      {all.length > manyServices ? (
        <SearchField
          label={t('streaming.search')}
          clearLabel={t('search.clear')}
          value={words}
          onChange={setWords}
          // Return looks for nothing further, and saves nothing half chosen.
          onKeyDown={(event) => {
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : null}
      {shown.length === 0 ? <p className={styles.muted}>{t('streaming.noMatch')}</p> : null}
      <ul className={styles.services} aria-label={t('streaming.services')}>
        {shown.map(({ provider_id: id, provider_name: name, logo_path: logo }) => (
          <li key={id}>
            <label className={styles.service}>
              <input
                type="checkbox"
                className={styles.input}
                checked={chosen.has(id)}
                disabled={isFull && !chosen.has(id)}
                onChange={() => toggle(id)}
              />
              <span className={styles.logo} aria-hidden="true">
                {logo === null ? (
                  name.slice(0, 1)
                ) : (
                  <img {...logoSource(logo, 40)} alt="" width={40} height={40} loading="lazy" />
                )}
              </span>
              <bdi className={styles.name}>{name}</bdi>
              <Check className={styles.check} size={20} aria-hidden="true" />
            </label>
          </li>
        ))}
      </ul>
      {update.error ? <InlineError text={failureText(update.error, 'common.saveFailed')} /> : null}
      <div className={styles.foot}>
        <span className={styles.muted} role="status">
          {isFull
            ? t('streaming.full', { count: maxServices })
            : t('streaming.chosen', { count: chosen.size })}
        </span>
        <Button type="submit" busy={update.isPending} aria-disabled={!isChanged}>
          {t('streaming.save')}
        </Button>
      </div>
      <p className={styles.credit}>{t('streaming.credit')}</p>
    </form>
  )
}
