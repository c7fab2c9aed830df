import type { ComponentType } from 'react'
import { useNavigate, useParams } from 'react-router'
import { adminPath, partsOf, type AdminPart } from '#web/features/admin/admin-parts.ts'
import { AuditLog } from '#web/features/admin/audit-log.tsx'
import { BackupsPart } from '#web/features/admin/backups-part.tsx'
import { FilmSourcePart } from '#web/features/admin/film-source-part.tsx'
import { HealthPart } from '#web/features/admin/health-part.tsx'
import { JobsPart } from '#web/features/admin/jobs-part.tsx'
import { MailPart } from '#web/features/admin/mail-part.tsx'
import { MembersPart } from '#web/features/admin/members-part.tsx'
import { RefusalsPart } from '#web/features/admin/refusals-part.tsx'
import { SceneBotPart } from '#web/features/admin/scene-bot-part.tsx'
import { SettingsPart } from '#web/features/admin/settings-part.tsx'
import { StoragePart } from '#web/features/admin/storage-part.tsx'
import { ReportsPart } from '#web/features/moderation/reports-part.tsx'
import { NotFound } from '#web/features/not-found/not-found.tsx'
import { useTranslation } from '#web/i18n/index.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { useMember } from '#web/lib/session.ts'
import { Tabs } from '#web/ui/layout/tabs.tsx'
import { TopBar } from '#web/ui/layout/top-bar.tsx'
import styles from '#web/ui/layout/page.module.css'

const contents: Readonly<Record<AdminPart, ComponentType>> = {
  health: HealthPart,
  reports: ReportsPart,
  jobs: JobsPart,
  members: MembersPart,
  refusals: RefusalsPart,
  storage: StoragePart,
  mail: MailPart,
  'film-source': FilmSourcePart,
  scenebot: SceneBotPart,
  backups: BackupsPart,
  settings: SettingsPart,
  audit: AuditLog,
}

export function Component() {
  const parts = partsOf(useMember()?.role ?? 'member')
  const { part: named = parts[0] } = useParams()
  const part = parts.find((one) => one === named)
  return part ? <Admin part={part} parts={parts} /> : <NotFound />
}

function Admin({ part, parts }: { part: AdminPart; parts: readonly AdminPart[] }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const Content = contents[part]
  usePageTitle(`${t(`admin.tabs.${part}`)} · ${t('admin.title')}`)
  return (
    <>
      <TopBar title={t('admin.title')} />
      <div className={styles.page}>
        <Tabs
          label={t('admin.parts')}
          value={part}
          onChange={(next) => void navigate(adminPath(next), { replace: true, preventScrollReset: true })}
          tabs={parts.map((value) => ({ value, label: t(`admin.tabs.${value}`) }))}
        >
          <Content />
        </Tabs>
      </div>
    </>
  )
}
