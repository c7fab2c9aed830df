import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileArchive } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ImdbListKind } from '#shared/api/transfer.ts'
import { useTranslation } from '#web/i18n/index.ts'
import type { Import } from '#shared/api/transfer.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ToggleGroup } from '#web/ui/actions/toggle-group.tsx'
import { FileButton } from '#web/ui/actions/file-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Switch } from '#web/ui/fields/switch.tsx'
import { FileError, RefusedFile } from './file-error.tsx'
import {
  exportAccept,
  isExport,
  isTooLarge,
  isZip,
  maxMegabytes,
  refusalOf,
  type FileRefusal,
} from './file-kinds.ts'
import { ImportBrief } from './import-card.tsx'
import { withoutPictures } from './slim-archive.ts'
import { importAnythingMutation } from './transfer.api.ts'
import type { ImportWatch } from './use-import-watch.ts'
import styles from './whole-export.module.css'

interface WholeExportProps {
  imports: readonly Import[]
  watch: ImportWatch
}

/** A whole export, or a table with ids, in one go. */
export function WholeExport({ imports, watch }: WholeExportProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const send = useMutation(importAnythingMutation(queryClient))
  const [imdbList, setImdbList] = useState<ImdbListKind>('list')
  const { chosen, refusal, choose } = useExportFile((file) => {
    send.reset()
    setImdbList(/watchlist/i.test(file.name) ? 'watchlist' : 'list')
  })
  const [privateLists, setPrivateLists] = useState(true)
  const isReady = chosen !== null && !send.isSuccess
  const progress = imports.find(({ _id }) => _id === send.data?.importId)

  return (
    <Section title={t('transfer.whole.title')}>
      <p className={styles.text}>{t('transfer.whole.text')}</p>
      <div className={styles.box}>
        <FileButton
          name="export"
          accept={exportAccept}
          icon={<FileArchive />}
          chosen={chosen?.file.name}
          disabled={send.isPending}
          aria-invalid={refusal !== null || send.isError || undefined}
          onFile={(file) => void choose(file)}
        >
          {t('transfer.whole.choose')}
        </FileButton>
        <Switch
          label={t('transfer.whole.privateLists')}
          hint={t('transfer.whole.privateListsHint')}
          checked={privateLists}
          disabled={send.isPending}
          onChange={setPrivateLists}
        />
        {chosen?.isImdbList ? (
          <ToggleGroup
            label={t('transfer.whole.imdbList')}
            value={imdbList}
            onChange={setImdbList}
            options={imdbLists.map((value) => ({ value, label: t(`transfer.whole.imdbLists.${value}`) }))}
          />
        ) : null}
        <div className={styles.end}>
          <RefusedFile refusal={refusal} kinds="transfer.whole.refused" />
          <p role="status" className={styles.slim}>
            {chosen?.isSlim ? t('transfer.whole.slim', { mb: maxMegabytes }) : ''}
          </p>
          {send.isError ? <FileError title={t('transfer.whole.failed')} error={send.error} /> : null}
          {progress ? <ImportBrief progress={progress} /> : null}
          <Button
            className={styles.action}
            aria-disabled={!isReady}
            busy={send.isPending}
            onClick={() => {
              if (isReady)
                send.mutate(
                  { file: chosen.file, privateLists, ...(chosen.isImdbList && { imdbList }) },
                  { onSuccess: ({ importId }) => watch.start(importId) },
                )
            }}
          >
            {t('transfer.whole.action')}
          </Button>
        </div>
      </div>
    </Section>
  )
}

interface ExportFile {
  file: File
  /** The pictures are left out to make it small enough. */
  isSlim: boolean
  /** A table of IMDb that may be the watchlist as well as any other list. */
  isImdbList: boolean
}

const imdbLists = ['watchlist', 'list'] as const satisfies readonly ImdbListKind[]
const imdbHeader = /^\W*Position[^a-z]+Const[^a-z]+Created\b/i

/** The file of a whole export. One that is refused leaves what was chosen before. */
function useExportFile(onChosen: (file: File) => void) {
  const [chosen, setChosen] = useState<ExportFile | null>(null)
  const [refusal, setRefusal] = useState<FileRefusal | null>(null)
  const last = useRef<File>(null)

  const choose = async (picked: File) => {
    last.current = picked
    const isFat = isZip(picked) && isTooLarge(picked)
    const slim = isFat ? await withoutPictures(picked).catch(() => null) : null
    // Another file was picked meanwhile.
    if (last.current !== picked) return
    const file = slim ?? picked
    const reason = refusalOf(file, isExport)
    setRefusal(reason)
    if (reason !== null) return
    const isImdbList = imdbHeader.test(await file.slice(0, 200).text())
    if (last.current !== picked) return
    setChosen({ file, isSlim: slim !== null, isImdbList })
    onChosen(file)
  }

  return { chosen, refusal, choose }
}
