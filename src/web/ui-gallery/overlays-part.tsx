import { lazy, Suspense, useState } from 'react'
import { Pencil, Share2, Trash2 } from 'lucide-react'
import { alert, confirm } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/dialog.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { Section } from '#web/ui/section.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ToggleGroup } from '#web/ui/toggle-group.tsx'
import { toast } from '#web/ui/toast.tsx'
import { artwork } from './artwork.ts'
import type { Texts } from './texts.ts'
import styles from './gallery.module.css'

const CropDialog = lazy(async () => ({ default: (await import('#web/ui/crop-dialog.tsx')).CropDialog }))

export function OverlaysPart({ t }: { t: Texts }) {
  const [open, setOpen] = useState(false)
  const [tab, setTab] = useState('0')
  const [period, setPeriod] = useState('1')
  const [crop, setCrop] = useState<Blob | null>(null)
  const [picture, setPicture] = useState<string | null>(null)

  async function startCrop() {
    const image = new Image()
    image.src = artwork(4, 1200, 900)
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = 1200
    canvas.height = 900
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    canvas.toBlob(setCrop)
  }

  return (
    <Section title={t.overlays}>
      <div className={styles.stack}>
        <div className={styles.row}>
          <Button variant="secondary" onClick={() => setOpen(true)}>
            {t.openSheet}
          </Button>
          <Button
            variant="secondary"
            onClick={() =>
              void confirm({
                title: t.ask,
                text: t.askText,
                confirmLabel: t.remove,
                cancelLabel: t.cancel,
                danger: true,
              }).then((yes) => (yes ? toast.success(t.success) : undefined))
            }
          >
            {t.ask}
          </Button>
          <Button variant="secondary" onClick={() => void alert({ title: t.alert, okLabel: t.ok })}>
            alert()
          </Button>
          <Button variant="secondary" onClick={() => void startCrop()}>
            {t.crop}
          </Button>
          <Menu
            label={t.more}
            items={[
              { label: t.edit, icon: <Pencil />, onSelect: () => toast.success(t.success) },
              { label: t.share, icon: <Share2 />, onSelect: () => toast.success(t.success) },
              { label: t.remove, icon: <Trash2 />, danger: true, onSelect: () => toast.error(t.failure) },
            ]}
          />
        </div>
        <div className={styles.row}>
          <Button size="sm" variant="secondary" onClick={() => toast.success(t.success)}>
            toast.success
          </Button>
          <Button size="sm" variant="secondary" onClick={() => toast.error(t.failure)}>
            toast.error
          </Button>
          <Button
            size="sm"
            variant="secondary"
            onClick={() =>
              toast.show({ text: t.removed, action: { label: t.undo, onSelect: () => setTab('1') } })
            }
          >
            toast.show
          </Button>
        </div>
        {picture ? <img className={styles.cropped} src={picture} alt="" /> : null}
        <Tabs
          label={t.tabs}
          value={tab}
          onChange={setTab}
          tabs={t.tabNames.map((name, index) => ({ value: String(index), label: name }))}
        >
          <p>{t.tabNames[Number(tab)]}</p>
        </Tabs>
        <ToggleGroup
          label={t.period}
          value={period}
          onChange={setPeriod}
          options={t.periods.map((name, index) => ({ value: String(index), label: name }))}
        />
      </div>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t.films[0] ?? ''}
        closeLabel={t.close}
        footer={
          <>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t.cancel}
            </Button>
            <Button onClick={() => setOpen(false)}>{t.log}</Button>
          </>
        }
      >
        <div className={styles.stack}>
          <TextArea label={t.review} placeholder={t.write} rows={5} />
          <p>{t.body}</p>
        </div>
      </Sheet>
      {crop ? (
        <Suspense fallback={null}>
          <CropDialog
            file={crop}
            aspect={1}
            round
            onCancel={() => setCrop(null)}
            onDone={(blob) => {
              setPicture(URL.createObjectURL(blob))
              setCrop(null)
            }}
            labels={{
              title: t.crop,
              done: t.done,
              close: t.close,
              area: t.area,
              zoom: t.zoom,
              zoomIn: t.zoomIn,
              zoomOut: t.zoomOut,
              moveUp: t.up,
              moveDown: t.down,
              moveLeft: t.left,
              moveRight: t.right,
              unreadable: t.unreadable,
            }}
          />
        </Suspense>
      ) : null}
    </Section>
  )
}
