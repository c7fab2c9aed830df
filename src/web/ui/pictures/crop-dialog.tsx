import { useRef, useState } from 'react'
import Cropper, { type Area, type MediaSize, type Point, type Size } from 'react-easy-crop'
import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Minus, Plus } from 'lucide-react'
import 'react-easy-crop/react-easy-crop.css'
import { Button, IconButton } from '#web/ui/actions/button.tsx'
import { cropToJpeg } from './crop-picture.ts'
import { Sheet } from '#web/ui/overlays/dialog.tsx'
import { InlineError } from '#web/ui/feedback/inline-error.tsx'
import { useObjectUrl } from './picture-source.ts'
import styles from './crop-dialog.module.css'

const minZoom = 1
const maxZoom = 3
const zoomStep = 0.1
/** Pixels on screen that an arrow moves the picture. */
const nudge = 8

interface CropDialogProps {
  file: Blob
  aspect: number
  /** Shows a circle; the result is the square around it. */
  round?: boolean | undefined
  /** Gets a JPEG. */
  onDone: (picture: Blob) => void
  onClose: () => void
  labels: {
    title: string
    done: string
    /** What the crop area is and that arrows move it. */
    area: string
    zoom: string
    zoomIn: string
    zoomOut: string
    moveUp: string
    moveDown: string
    moveLeft: string
    moveRight: string
    /** When the file is not a picture this browser can read. */
    unreadable: string
  }
}

export function CropDialog({ file, aspect, round = false, onDone, onClose, labels }: CropDialogProps) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState<Point>({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(minZoom)
  const [area, setArea] = useState<Area | null>(null)
  const [busy, setBusy] = useState(false)
  const [unreadable, setUnreadable] = useState(false)
  const media = useRef<MediaSize | null>(null)
  const frame = useRef<Size | null>(null)

  function move(x: number, y: number) {
    setCrop((from) => within({ x: from.x + x, y: from.y + y }, media.current, frame.current, zoom))
  }

  function changeZoom(next: number) {
    const valid = Math.min(maxZoom, Math.max(minZoom, Math.round(next / zoomStep) * zoomStep))
    setZoom(valid)
    setCrop((from) => within(from, media.current, frame.current, valid))
  }

  async function done() {
    if (!area || !url) return
    setBusy(true)
    try {
      onDone(await cropToJpeg(url, area))
    } catch {
      setUnreadable(true)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={labels.title}
      footer={
        <Button busy={busy} disabled={!area || unreadable} onClick={() => void done()}>
          {labels.done}
        </Button>
      }
    >
      {unreadable ? <InlineError text={labels.unreadable} /> : null}
      {/* Coordinates of a picture, the same in every language; moving it must not swipe the sheet away. */}
      <div className={styles.stage} dir="ltr" data-base-ui-swipe-ignore="">
        {url && !unreadable ? (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            aspect={aspect}
            minZoom={minZoom}
            maxZoom={maxZoom}
            cropShape={round ? 'round' : 'rect'}
            showGrid={false}
            keyboardStep={nudge}
            disableAutomaticStylesInjection
            cropperProps={{ 'aria-label': labels.area, role: 'application' }}
            mediaProps={{ alt: '', onError: () => setUnreadable(true) }}
            classes={{ cropAreaClassName: styles.area ?? '' }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            setMediaSize={(size) => {
              media.current = size
            }}
            setCropSize={(size) => {
              frame.current = size
            }}
          />
        ) : null}
      </div>
      <div className={styles.zoom}>
        <IconButton label={labels.zoomOut} icon={<Minus />} onClick={() => changeZoom(zoom - zoomStep)} />
        <input
          className={styles.slider}
          type="range"
          min={minZoom}
          max={maxZoom}
          step={zoomStep}
          value={zoom}
          aria-label={labels.zoom}
          aria-valuetext={`${zoom.toFixed(1)}×`}
          onChange={(event) => changeZoom(event.target.valueAsNumber)}
        />
        <IconButton label={labels.zoomIn} icon={<Plus />} onClick={() => changeZoom(zoom + zoomStep)} />
      </div>
      <div className={styles.nudges} dir="ltr">
        <IconButton
          variant="filled"
          label={labels.moveLeft}
          icon={<ArrowLeft />}
          onClick={() => move(-nudge, 0)}
        />
        <IconButton
          variant="filled"
          label={labels.moveUp}
          icon={<ArrowUp />}
          onClick={() => move(0, -nudge)}
        />
        <IconButton
          variant="filled"
          label={labels.moveDown}
          icon={<ArrowDown />}
          onClick={() => move(0, nudge)}
        />
        <IconButton
          variant="filled"
          label={labels.moveRight}
          icon={<ArrowRight />}
          onClick={() => move(nudge, 0)}
        />
      </div>
    </Sheet>
  )
}

/** The nearest position at which the picture still covers the frame. */
function within(point: Point, media: MediaSize | null, frame: Size | null, zoom: number): Point {
  if (!media || !frame) return point
  const limit = (value: number, size: number, hole: number) => {
    const most = Math.max(0, (size * zoom - hole) / 2)
    return Math.min(most, Math.max(-most, value))
  }
  return { x: limit(point.x, media.width, frame.width), y: limit(point.y, media.height, frame.height) }
}
