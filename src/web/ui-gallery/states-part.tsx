import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { InlineError } from '#web/ui/inline-error.tsx'
import { OfflineBar } from '#web/ui/offline-bar.tsx'
import { Section } from '#web/ui/section.tsx'
import { Skeleton, SkeletonGrid } from '#web/ui/skeleton.tsx'
import type { Texts } from './texts.ts'
import styles from './gallery.module.css'

export function StatesPart({ t }: { t: Texts }) {
  return (
    <Section title={t.states}>
      <div className={styles.stack}>
        <OfflineBar text={t.offline} />
        <InlineError text={t.failure} />
        <EmptyState text={t.empty} action={<Button variant="secondary">{t.discover}</Button>} />
        <div className={styles.row}>
          <Skeleton width="2.75rem" height="2.75rem" radius="50%" />
          <Skeleton width="60%" />
        </div>
        <SkeletonGrid count={6} columns={6} />
      </div>
    </Section>
  )
}
