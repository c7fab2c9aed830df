import { Flag } from 'lucide-react'
import { useTranslation } from '#web/i18n/index.ts'
import type { MenuItem } from '#web/ui/overlays/menu.tsx'
import { reportDialog, type Reported } from './report-dialog.ts'

const isUploaded = (picture: string | null): picture is string => picture?.startsWith('/media/') ?? false

/** The entry of a menu that reports what it belongs to; the last one. Pictures that are no uploads are left out. */
export function useReportItem(): (
  reported: Omit<Reported, 'pictures'> & { pictures: readonly (string | null)[] },
) => MenuItem {
  const { t } = useTranslation()
  return ({ pictures, ...reported }) => ({
    label: t('moderation.report.open'),
    icon: <Flag size={20} />,
    onSelect: () => reportDialog.open({ ...reported, pictures: pictures.filter(isUploaded) }),
  })
}
