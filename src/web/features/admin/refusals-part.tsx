import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent, type RefObject } from 'react'
import type { RefusalItem } from '#shared/api/joining.ts'
import {
  faultOf,
  maxRefusalLength,
  refusalKinds,
  type RefusalFault,
  type SignUpRefusal,
} from '#shared/sign-up-refusals.ts'
import { failureText, failureToast } from '#web/features/failures/failures.ts'
import { PagedList } from '#web/features/paging/paged-list.tsx'
import { LoadingRows } from '#web/features/paging/loading.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { formatMoment } from '#web/lib/format.ts'
import { pageItems } from '#web/lib/paged-query.ts'
import { useAddressChoice } from '#web/lib/use-address-choice.ts'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { TextField } from '#web/ui/fields/field.tsx'
import { Select } from '#web/ui/fields/select.tsx'
import { DataTable } from '#web/ui/lists/data-table.tsx'
import { toast } from '#web/ui/overlays/toast.tsx'
import { refusalMutation, refusalsQuery } from './admin.api.ts'
import styles from './admin.module.css'

/** What nobody may sign up with, and how to refuse more. */
export function RefusalsPart() {
  const { t } = useTranslation()
  const { search, choose } = useAddressChoice()
  const kind = refusalKinds.find((one) => one === search.get('kind')) ?? ''
  const answer = useInfiniteQuery(refusalsQuery(kind))
  const field = useRef<HTMLInputElement>(null)
  const change = useMutation(refusalMutation(useQueryClient()))
  const onError = failureToast('common.notDone')
  // Without a question: it is refused again as easily.
  const remove = (refusal: SignUpRefusal) => {
    if (change.isPending) return
    const restore = () => change.mutate({ ...refusal, refused: true }, { onError })
    const onSuccess = () => {
      // The button that had the focus is gone.
      field.current?.focus({ preventScroll: true })
      toast.show({
        text: t('admin.refusals.removed', { what: refusal.pattern }),
        action: { label: t('safety.undo'), onSelect: restore },
      })
    }
    change.mutate({ ...refusal, refused: false }, { onSuccess, onError })
  }
  return (
    <div className={styles.part}>
      <p className={styles.hint}>{t('admin.refusals.hint')}</p>
      <AddRefusal field={field} />
      <div className={styles.filters}>
        <Select
          label={t('admin.refusals.show')}
          value={kind}
          onChange={(next) => choose({ kind: next })}
          options={[
            { value: '', label: t('admin.refusals.all') },
            ...refusalKinds.map((value) => ({ value, label: t(`admin.refusals.kinds.${value}`) })),
          ]}
        />
      </div>
      <PagedList
        pages={answer}
        items={pageItems(answer.data, (one) => `${one.kind} ${one.pattern}`)}
        skeleton={<LoadingRows count={4} height="3.5rem" className={styles.list} />}
        empty={t('admin.refusals.empty')}
        drawing="curtain"
        failed={t('common.loadFailed')}
      >
        {(refusals) => (
          <Refusals
            refusals={refusals}
            pending={change.isPending && !change.variables.refused ? change.variables : null}
            onRemove={remove}
          />
        )}
      </PagedList>
    </div>
  )
}

function AddRefusal({ field }: { field: RefObject<HTMLInputElement | null> }) {
  const { t } = useTranslation()
  const online = useOnline()
  const [kind, setKind] = useState<SignUpRefusal['kind']>('name')
  const [pattern, setPattern] = useState('')
  const [fault, setFault] = useState<RefusalFault | null>(null)
  const add = useMutation(refusalMutation(useQueryClient()))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (add.isPending || !online) return
    const refusal = { kind, pattern: pattern.trim() }
    const found = faultOf(refusal)
    setFault(found)
    if (found !== null) {
      field.current?.focus()
      return
    }
    add.mutate(
      { ...refusal, refused: true },
      {
        onSuccess: ({ changed }) => {
          setPattern('')
          const said = { what: refusal.pattern }
          toast.success(t(changed ? 'admin.refusals.added' : 'admin.refusals.already', said))
        },
      },
    )
  }
  const failed = add.isError ? failureText(add.error, 'common.notDone') : undefined
  return (
    <form className={styles.refuse} onSubmit={submit} noValidate>
      <Select
        label={t('admin.refusals.kind')}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setFault(null)
        }}
        options={refusalKinds.map((value) => ({ value, label: t(`admin.refusals.kinds.${value}`) }))}
      />
      <TextField
        ref={field}
        label={t('admin.refusals.pattern')}
        hint={t(`admin.refusals.example.${kind}`)}
        error={fault === null ? failed : t(`admin.refusals.fault.${fault}`)}
        value={pattern}
        maxLength={maxRefusalLength}
        dir="ltr"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ target }) => {
          setPattern(target.value)
          setFault(null)
          add.reset()
        }}
      />
      <Button type="submit" busy={add.isPending} aria-disabled={!online}>
        {t('admin.refusals.add')}
      </Button>
    </form>
  )
}

interface RefusalsProps {
  refusals: readonly RefusalItem[]
  /** What is being removed. */
  pending: SignUpRefusal | null
  onRemove: (refusal: SignUpRefusal) => void
}

function Refusals({ refusals, pending, onRemove }: RefusalsProps) {
  const { t, locale } = useTranslation()
  return (
    <DataTable
      label={t('admin.tabs.refusals')}
      columns={[
        { key: 'pattern', label: t('admin.refusals.pattern') },
        { key: 'kind', label: t('admin.refusals.kind') },
        { key: 'by', label: t('admin.refusals.by') },
        { key: 'at', label: t('admin.refusals.at') },
        { key: 'act', label: t('admin.refusals.remove'), isAct: true },
      ]}
      rows={refusals.map((refusal) => {
        const { kind, pattern, createdAt } = refusal
        return {
          key: `${kind} ${pattern}`,
          cells: [
            <bdi key="pattern" dir="ltr" className={styles.code}>
              {pattern}
            </bdi>,
            t(`admin.refusals.kinds.${kind}`),
            <By key="by" refusal={refusal} />,
            <time key="at" dateTime={createdAt}>
              {formatMoment(createdAt, locale)}
            </time>,
            <Button
              key="act"
              variant="secondary"
              size="sm"
              busy={pending?.kind === kind && pending.pattern === pattern}
              aria-label={t('admin.refusals.removeNamed', { what: pattern })}
              onClick={() => onRemove({ kind, pattern })}
            >
              {t('admin.refusals.remove')}
            </Button>,
          ],
        }
      })}
    />
  )
}

function By({ refusal: { operator, shellUser } }: { refusal: RefusalItem }) {
  const { t } = useTranslation()
  if (operator) return <bdi>@{operator.username}</bdi>
  if (shellUser === null) return '–'
  return (
    <span>
      {t('admin.audit.commandLine')} (<bdi dir="ltr">{shellUser}</bdi>)
    </span>
  )
}
