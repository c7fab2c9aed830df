import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { standIns, type StandIn } from '#shared/audience.ts'
import { memberQuery } from '#web/features/members/members.api.ts'
import { useTranslation } from '#web/i18n/index.ts'
import { useMember } from '#web/lib/session.ts'
import { keepViewedAs, standInClient, viewedAs } from '#web/lib/viewed-as.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { focusableHeading } from '#web/ui/layout/focusable-heading.ts'
import styles from './viewed-as.module.css'

/** A part of a profile, which its owner can look at as somebody else: what `?as=` of the address says. */
export function ViewedAs({ children }: { children: ReactNode }) {
  const location = useLocation()
  const navigate = useNavigate()
  const as = viewedAs(location)
  const before = useRef(as)
  useEffect(() => {
    // The way back goes with what was pressed.
    if (as === null && before.current !== null) takeFocus(focusableHeading())
    before.current = as
  }, [as])
  if (as === null) return children
  // Links to other parts of it keep who looks.
  const follow = (event: MouseEvent) => {
    const link = (event.target as Element).closest('a')
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
      return
    const to = link.getAttribute('href') ?? ''
    const kept = keepViewedAs(to, as)
    if (kept === to) return
    event.preventDefault()
    event.stopPropagation()
    void navigate(kept)
  }
  return (
    <QueryClientProvider key={as} client={standInClient(as)}>
      <div className={styles.page} onClickCapture={follow}>
        <Bar as={as} />
        {children}
      </div>
    </QueryClientProvider>
  )
}

function Bar({ as }: { as: StandIn }) {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const own = useMember()?._id ?? ''
  const { data: member } = useQuery(memberQuery(own))
  const go = (next: StandIn | null) => {
    const query = new URLSearchParams(search)
    if (next === null) query.delete('as')
    else query.set('as', next)
    void navigate({ pathname, search: query.toString() }, { replace: true, preventScrollReset: true })
  }
  const hidden = member?.hiddenLogs ?? 0
  return (
    <div className={styles.bar} role="region" aria-label={t('audiences.viewAs.label')}>
      <Eye className={styles.icon} size={20} aria-hidden="true" />
      <ToggleGroup
        label={t('audiences.viewAs.label')}
        value={as}
        onChange={go}
        options={standIns.map((value) => ({ value, label: t(`audiences.viewAs.names.${value}`) }))}
      />
      <p className={styles.hidden} role="status">
        {hidden > 0 ? t(`audiences.viewAs.hidden.${as}`, { count: hidden }) : t('audiences.viewAs.all')}
      </p>
      <Button size="sm" variant="secondary" onClick={() => go(null)}>
        {t('audiences.viewAs.done')}
      </Button>
    </div>
  )
}
