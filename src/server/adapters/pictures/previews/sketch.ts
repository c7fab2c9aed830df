import { defaultAvatar } from './byline.ts'
import { colours, createCanvas, framed, ground, logo, type Sketch } from './drawing.ts'
import { filmSketch, reviewSketch } from './film-sketch.ts'
import { note, runsFromRight, stacked, title } from './lettering.ts'
import { listSketch } from './list-sketch.ts'
import { filmsCounted, type LinkPreview, type ProfilePreview } from './preview.ts'

/** The drawing of a preview, and the pictures that belong in it. */
export function sketch(preview: LinkPreview): Sketch {
  switch (preview.type) {
    case 'movie':
      return filmSketch(preview)
    case 'review':
      return reviewSketch(preview)
    case 'list':
      return listSketch(preview)
    case 'profile':
      return profileSketch(preview)
  }
}

/** Avatar, name, username and number of films. */
export function profileSketch({
  name,
  username,
  avatar,
  backdrop,
  filmsCount,
  locale,
}: ProfilePreview): Sketch {
  const place = { x: 448, width: 680 }
  const canvas = createCanvas(runsFromRight(name ?? ''))
  const handle = `@${username}`
  return canvas.finish(
    ground(canvas, backdrop, null) +
      framed(canvas, {
        address: avatar ?? defaultAvatar,
        x: 88,
        y: 165,
        width: 300,
        height: 300,
        radius: 150,
      }) +
      stacked(
        [
          title(canvas, name ?? handle, handle, { ...place, largest: 88, lines: 2, height: 230, gap: 20 }),
          ...(name === null
            ? []
            : [note(canvas, handle, { ...place, size: 40, fill: colours.accentText, gap: 36 })]),
          note(canvas, filmsCounted(filmsCount, locale), { ...place, size: 36, fill: colours.muted, gap: 0 }),
        ],
        570,
      ) +
      logo(canvas),
  )
}
